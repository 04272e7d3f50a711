/* SPDX-License-Identifier: MIT */
/* What a dialect permits: as sets and questions, and of boxes and runs. */
#ifndef CONFORMANCE_PERMITS_H
#define CONFORMANCE_PERMITS_H

#include "evaluate.h"

/* Choices of a rule that fail nobody; the first one where the dialect does not
 * have the rule. */
choice_set permits_choices(enum dialect dialect, enum rule rule);

/* The rules that the dialect has, and of those the ones that it leaves room in:
 * more than one choice fails nobody. */
struct rule_set permits_rules(enum dialect dialect);
struct rule_set permits_roomy(enum dialect dialect);

/* Try all that the dialect lets pass; of that, what choices have a name for;
 * and of these, what the manual speaks of, in rules where it does. */
const struct question *permits_question(enum dialect dialect);
struct question permits_named(enum dialect dialect);
struct question permits_specified(enum dialect dialect);

/* Try all that is still possible: what the dialect lets pass, or what has
 * been shown already, freely; anything else known, at most budget rules at a
 * time. */
struct question permits_known(enum dialect dialect,
                              const struct choice_sets *possible,
                              unsigned budget);

/* How many rules a box is pinned to a forbidden choice of. */
unsigned permits_forbidden(enum dialect dialect, const struct box *box);

/* Whether a run of a list (inference.h) needs no choice on which the manual is
 * silent. */
bool permits_speaks_of(enum dialect dialect, const uint16_t *run);

/* The box of fewest forbidden choices; null if there is none. */
const struct box *permits_simplest(enum dialect dialect,
                                   const struct box_list *boxes);

#endif
