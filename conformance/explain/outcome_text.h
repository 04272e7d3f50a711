/* SPDX-License-Identifier: MIT */
/* An outcome in words: what calls returned, which counters went up. */
#ifndef CONFORMANCE_OUTCOME_TEXT_H
#define CONFORMANCE_OUTCOME_TEXT_H

#include <stdio.h>

#include "conformance/cases/case.h"
#include "reference/outcome.h"

/* The events, a line each, indented.  Of a buffer: the counters that differ
 * from what the case put there, the first few. */
void outcome_print(const struct test_case *c, const struct outcome *outcome,
                   FILE *out);

#endif
