/* SPDX-License-Identifier: MIT */
/* A case's arithmetic, to redo by hand. */
#ifndef FUZZ_SCRIPT_EXPLAIN_H
#define FUZZ_SCRIPT_EXPLAIN_H

#include <stdio.h>

#include "conformance/cases/case.h"

/* For each pc the way to its counter in each region of the call before it, as
 * comments, under the dialect's first choices; the first few of them. */
void script_explain(enum dialect dialect, const struct test_case *c, FILE *out);

#endif
