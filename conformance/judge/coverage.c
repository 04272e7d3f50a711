/* SPDX-License-Identifier: MIT */
#include "coverage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/inference/separation.h"

static const struct {
    const char *id, *why;
} untested[] = {
#define UNTESTED(id, why) {id, why},
#include "conformance/suites/untested.def"
#undef UNTESTED
};

bool coverage_begin(struct coverage *coverage, const struct case_list *suite)
{
    bool good = true;

    *coverage = (struct coverage){.suite = suite};
    for (int d = 0; good && d < DIALECTS; d++) {
        coverage->consulted[d] = separation_consulted((enum dialect)d, suite);
        good = coverage->consulted[d] != NULL;
    }
    if (!good)
        coverage_end(coverage);
    return good;
}

void coverage_end(struct coverage *coverage)
{
    for (int d = 0; d < DIALECTS; d++)
        free(coverage->consulted[d]);
    *coverage = (struct coverage){0};
}

bool coverage_tests(const struct coverage *coverage, enum dialect dialect,
                    struct rule_set rules, size_t index)
{
    const struct test_case *c = &coverage->suite->cases[index];

    return (c->dialects >> dialect & 1) &&
           rule_set_meets(coverage->consulted[dialect][index], rules);
}

static bool any_tests(const struct coverage *coverage, enum dialect dialect,
                      struct rule_set rules)
{
    for (size_t k = 0; k < coverage->suite->count; k++)
        if (coverage_tests(coverage, dialect, rules, k))
            return true;
    return false;
}

bool coverage_tested(const struct coverage *coverage, const char *clause)
{
    for (int d = 0; d < DIALECTS; d++)
        if (any_tests(coverage, (enum dialect)d,
                      asked_by_clause((enum dialect)d, clause)))
            return true;
    return false;
}

bool coverage_sentence_tested(const struct coverage *coverage,
                              const struct sentence_row *sentence)
{
    for (int d = 0; d < DIALECTS; d++)
        if (any_tests(coverage, (enum dialect)d,
                      asked_by_sentence((enum dialect)d, sentence)))
            return true;
    return false;
}

const char *coverage_reason(const char *id)
{
    for (size_t k = 0; k < sizeof untested / sizeof *untested; k++)
        if (strcmp(untested[k].id, id) == 0)
            return untested[k].why;
    return NULL;
}

const char *coverage_sentence_reason(const struct sentence_row *sentence)
{
    char id[32];
    const char *why;

    snprintf(id, sizeof id, "%s:%u", dialect_table[sentence->dialect].name,
             sentence->number);
    why = coverage_reason(id);
    for (size_t k = 0; !why && k < clause_count; k++)
        if (sentence_has_clause(sentence, clause_table[k].id))
            why = coverage_reason(clause_table[k].id);
    return why;
}

struct coverage_count coverage_of_page(const struct coverage *coverage,
                                       enum dialect dialect)
{
    struct coverage_count count = {0};

    for (size_t k = 0; k < sentence_count; k++) {
        const struct sentence_row *row = &sentence_table[k];

        if (row->dialect != dialect)
            continue;
        count.sentences++;
        if (row->force == SENTENCE_NOTHING)
            continue;
        count.behaviour++;
        if (coverage_sentence_tested(coverage, row))
            count.tested++;
        else if (coverage_sentence_reason(row))
            count.told++;
    }
    return count;
}
