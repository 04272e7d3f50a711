/* SPDX-License-Identifier: MIT */
/* Whether two runs tell the same, in everything that a file of results has. */
#ifndef FUZZ_RESULTS_SAME_H
#define FUZZ_RESULTS_SAME_H

#include "conformance/results/results.h"

/* Null, or the name of the first part in which they differ. */
const char *results_differ(const struct results *a, const struct results *b);

#endif
