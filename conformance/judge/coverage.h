/* SPDX-License-Identifier: MIT */
/*
 * What tests a sentence of a manual, or a clause: the rules of a dialect
 * whose choices stand or fall by it, and the cases of a suite that can lead
 * to those rules.  Or the reason why nothing does.
 */
#ifndef CONFORMANCE_COVERAGE_H
#define CONFORMANCE_COVERAGE_H

#include "conformance/cases/case.h"
#include "conformance/results/asked.h"
#include "reference/sentences.h"

struct coverage {
    const struct case_list *suite;
    struct rule_set *consulted[DIALECTS]; /* a mask of rules for each case */
};

/* False where memory ran out.  The suite must outlive it. */
bool coverage_begin(struct coverage *coverage, const struct case_list *suite);
void coverage_end(struct coverage *coverage);

/* Whether a case can lead to one of these rules in that dialect. */
bool coverage_tests(const struct coverage *coverage, enum dialect dialect,
                    struct rule_set rules, size_t index);

/* Whether any case tests the clause, or the sentence, in any dialect. */
bool coverage_tested(const struct coverage *coverage, const char *clause);
bool coverage_sentence_tested(const struct coverage *coverage,
                              const struct sentence_row *sentence);

/* Why no case tests a clause, or a sentence ("aix:5"); null where that is not
 * said. */
const char *coverage_reason(const char *id);

/* Why no case tests a sentence: its own reason, or that of its clauses. */
const char *coverage_sentence_reason(const struct sentence_row *sentence);

/* How many sentences of a page there are, and what is known of them. */
struct coverage_count {
    unsigned sentences, behaviour; /* behaviour: those that state any */
    unsigned tested, told;         /* of these: tested; untested, with reason */
};

struct coverage_count coverage_of_page(const struct coverage *coverage,
                                       enum dialect dialect);

#endif
