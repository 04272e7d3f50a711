/* SPDX-License-Identifier: MIT */
/*
 * Why an observation is not what a dialect permits, for people: each wrong
 * value, what would be permitted in its place and by which choice, the
 * arithmetic of the samples that should have reached it, and what else is
 * known to do the same.
 */
#ifndef CONFORMANCE_CAUSE_H
#define CONFORMANCE_CAUSE_H

#include <stdio.h>

#include "conformance/language/case.h"
#include "conformance/language/observation.h"
#include "conformance/results/results.h"

/* causes: what a diagnosis of the whole run by this dialect found to be behind
 * it, of which rule, found and sentence count; none: what explains the case by
 * itself is looked for. */
void cause_print(enum dialect dialect, const struct test_case *c,
                 const struct observation *observation,
                 const struct cause *causes, size_t count, FILE *out);

#endif
