/* SPDX-License-Identifier: MIT */
#include "coverage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/unit_test.h"
#include "suite_test.h"

static struct coverage coverage;

static int begin(void **state)
{
    return load(state) || !coverage_begin(&coverage, &suite);
}

static int end(void **state)
{
    coverage_end(&coverage);
    return unload(state);
}

/* In both directions: a reason that no longer holds is wrong too. */
TEST(every_clause_is_tested_or_it_is_said_why_not)
{
    unsigned wrong = 0;

    for (size_t k = 0; k < clause_count; k++) {
        const char *id = clause_table[k].id;
        bool tested = coverage_tested(&coverage, id);

        if (tested != (coverage_reason(id) == NULL)) {
            print_error("%s: %s\n", id,
                        tested ? "is in untested.def, but tested"
                               : "is tested by no case, and not in "
                                 "untested.def");
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

static bool names_a_sentence(const char *id)
{
    const char *colon = strchr(id, ':');
    char name[32], again[8];
    unsigned number;

    if (!colon || (size_t)(colon - id) >= sizeof name)
        return false;
    memcpy(name, id, (size_t)(colon - id));
    name[colon - id] = '\0';
    number = (unsigned)strtoul(colon + 1, NULL, 10);
    snprintf(again, sizeof again, "%u", number);
    return dialect_by_name(name) >= 0 && strcmp(again, colon + 1) == 0 &&
           sentence_by_number((enum dialect)dialect_by_name(name), number);
}

/* A reason of its own that no longer holds is wrong, too. */
TEST(every_sentence_of_behaviour_is_tested_or_it_is_said_why_not)
{
    unsigned wrong = 0;

    for (size_t k = 0; k < sentence_count; k++) {
        const struct sentence_row *row = &sentence_table[k];
        bool tested = coverage_sentence_tested(&coverage, row);
        char id[32];

        snprintf(id, sizeof id, "%s:%u", dialect_table[row->dialect].name,
                 row->number);
        if (row->force == SENTENCE_NOTHING)
            assert_false(tested || coverage_reason(id));
        else if (tested ? coverage_reason(id) != NULL
                        : coverage_sentence_reason(row) == NULL) {
            print_error("%s (%s): %s\n", id, row->text,
                        tested ? "is in untested.def, but tested"
                               : "is tested by no case, and not in "
                                 "untested.def");
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

TEST(reasons_are_given_for_what_there_is)
{
    static const char *const ids[] = {
#define UNTESTED(id, why) id,
#include "conformance/suites/untested.def"
#undef UNTESTED
    };

    for (size_t k = 0; k < sizeof ids / sizeof *ids; k++)
        assert_true(clause_by_id(ids[k]) || names_a_sentence(ids[k]));
}

/* aix.profil.2 is of rounding: what shows an odd number tests it, and in aix
 * alone. */
TEST(a_clause_leads_to_its_rules_and_cases)
{
    struct rule_set rules = asked_by_clause(DIALECT_AIX, "aix.profil.2");
    size_t with = 0, other = 0;

    assert_true(rule_set_has(rules, RULE_ROUNDING));
    assert_true(rule_set_empty(asked_by_clause(DIALECT_HPUX, "aix.profil.2")));
    for (size_t k = 0; k < suite.count; k++)
        if (coverage_tests(&coverage, DIALECT_AIX, rules, k))
            with += strcmp(suite.cases[k].slug, "odd-number") == 0;
        else
            other++;
    assert_int_equal(with, 1);
    assert_true(other > 0);
}

/* Without cases nothing is tested. */
TEST(no_suite_tests_no_clause)
{
    struct case_list none = {0};
    struct coverage empty;

    assert_true(coverage_begin(&empty, &none));
    for (size_t k = 0; k < clause_count; k++)
        assert_false(coverage_tested(&empty, clause_table[k].id));
    coverage_end(&empty);
}

TESTS(begin, end)
