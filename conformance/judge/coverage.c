/* SPDX-License-Identifier: MIT */
#include "coverage.h"

#include <stdlib.h>
#include <string.h>

#include "separation.h"

static const struct {
    const char *clause, *why;
} untested[] = {
#define UNTESTED(clause, why) {clause, why},
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

struct rule_set coverage_rules(enum dialect dialect, const char *clause)
{
    struct rule_set rules = {{0}};

    for (unsigned k = 0; k < CHOICES; k++)
        if (strcmp(dialect_clause(dialect, (enum choice)k), clause) == 0)
            rule_set_add(&rules, choice_table[k].rule);
    return rules;
}

bool coverage_tests(const struct coverage *coverage, enum dialect dialect,
                    struct rule_set rules, size_t index)
{
    const struct test_case *c = &coverage->suite->cases[index];

    return (c->dialects >> dialect & 1) &&
           rule_set_meets(coverage->consulted[dialect][index], rules);
}

bool coverage_tested(const struct coverage *coverage, const char *clause)
{
    for (int d = 0; d < DIALECTS; d++) {
        struct rule_set rules = coverage_rules((enum dialect)d, clause);

        for (size_t k = 0; k < coverage->suite->count; k++)
            if (coverage_tests(coverage, (enum dialect)d, rules, k))
                return true;
    }
    return false;
}

const char *coverage_reason(const char *clause)
{
    for (size_t k = 0; k < sizeof untested / sizeof *untested; k++)
        if (strcmp(untested[k].clause, clause) == 0)
            return untested[k].why;
    return NULL;
}
