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

#include "conformance/cases/case.h"
#include "conformance/delivery/observation.h"
#include "conformance/results/results.h"
#include "reference/choices.h"

/* causes: what a diagnosis of the whole run by this dialect found to be behind
 * it, of which rule, found and sentence count; none: what explains the case by
 * itself is looked for.  False only where memory ran out. */
bool cause_print(enum dialect dialect, const struct test_case *c,
                 const struct observation *observation,
                 const struct cause *causes, size_t count, FILE *out);

/*
 * The samples that reach a counter under a behaviour, with their arithmetic.
 * Returns how many there are.
 */
size_t cause_print_samples(enum dialect dialect, const struct test_case *c,
                           const struct event *event, size_t position,
                           const struct choice_sets *sets, FILE *out);

#endif
