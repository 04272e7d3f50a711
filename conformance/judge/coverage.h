/* SPDX-License-Identifier: MIT */
/*
 * What tests a clause: the rules of a dialect whose choices stand or fall by
 * it, and the cases of a suite that can lead to those rules.  Or the reason
 * why nothing does.
 */
#ifndef CONFORMANCE_COVERAGE_H
#define CONFORMANCE_COVERAGE_H

#include "conformance/cases/case.h"

struct coverage {
    const struct case_list *suite;
    struct rule_set *consulted[DIALECTS]; /* a mask of rules for each case */
};

/* False where memory ran out.  The suite must outlive it. */
bool coverage_begin(struct coverage *coverage, const struct case_list *suite);
void coverage_end(struct coverage *coverage);

/* The rules of a dialect that a clause is cited for, one bit each. */
struct rule_set coverage_rules(enum dialect dialect, const char *clause);

/* Whether a case can lead to one of these rules in that dialect. */
bool coverage_tests(const struct coverage *coverage, enum dialect dialect,
                    struct rule_set rules, size_t index);

/* Whether any case tests the clause, in any dialect. */
bool coverage_tested(const struct coverage *coverage, const char *clause);

/* Why no case tests a clause; null where that is not said. */
const char *coverage_reason(const char *clause);

#endif
