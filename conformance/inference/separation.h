/* SPDX-License-Identifier: MIT */
/*
 * Does a suite tell two choices of a rule apart?
 *
 * A case separates them under some choices of the other rules if its two
 * outcomes differ, whatever rules only one of the two leads to.  The suite
 * separates them if for all permitted choices of the other rules some case
 * does.
 */
#ifndef CONFORMANCE_SEPARATION_H
#define CONFORMANCE_SEPARATION_H

#include "conformance/cases/case.h"
#include "inference.h"

/* For every case and rule: can the case consult the rule in that dialect?
 * One mask a case, malloc'ed; null where memory ran out. */
struct rule_set *separation_consulted(enum dialect dialect,
                                      const struct case_list *suite);

/*
 * What remains of the other rules' permitted choices under which no case
 * tells a from b (choices of one rule).  No boxes: the suite separates them.
 * False where memory ran out.
 */
bool separation_remainder(enum dialect dialect, const struct case_list *suite,
                          const struct rule_set *consulted, enum choice a,
                          enum choice b, struct box_list *remainder);

#endif
