/* SPDX-License-Identifier: MIT */
#include "coverage.h"

#include <string.h>

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
static void every_clause_is_tested_or_it_is_said_why_not(void **state)
{
    unsigned wrong = 0;

    (void)state;
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

static void reasons_are_given_for_clauses_that_exist(void **state)
{
    static const char *const ids[] = {
#define UNTESTED(clause, why) clause,
#include "conformance/suites/untested.def"
#undef UNTESTED
    };

    (void)state;
    for (size_t k = 0; k < sizeof ids / sizeof *ids; k++)
        assert_non_null(clause_by_id(ids[k]));
}

/* aix.profil.2 is of rounding: what shows an odd number tests it, and in aix
 * alone. */
static void a_clause_leads_to_its_rules_and_cases(void **state)
{
    struct rule_set rules = coverage_rules(DIALECT_AIX, "aix.profil.2");
    size_t with = 0, other = 0;

    (void)state;
    assert_true(rule_set_has(rules, RULE_ROUNDING));
    assert_true(
        rule_set_empty(coverage_rules(DIALECT_HPUX, "aix.profil.2")));
    for (size_t k = 0; k < suite.count; k++)
        if (coverage_tests(&coverage, DIALECT_AIX, rules, k))
            with += strcmp(suite.cases[k].slug, "odd-number") == 0;
        else
            other++;
    assert_int_equal(with, 1);
    assert_true(other > 0);
}

/* Without cases nothing is tested. */
static void no_suite_tests_no_clause(void **state)
{
    struct case_list none = {0};
    struct coverage empty;

    (void)state;
    assert_true(coverage_begin(&empty, &none));
    for (size_t k = 0; k < clause_count; k++)
        assert_false(coverage_tested(&empty, clause_table[k].id));
    coverage_end(&empty);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_clause_is_tested_or_it_is_said_why_not),
        cmocka_unit_test(reasons_are_given_for_clauses_that_exist),
        cmocka_unit_test(a_clause_leads_to_its_rules_and_cases),
        cmocka_unit_test(no_suite_tests_no_clause),
    };

    return cmocka_run_group_tests(tests, begin, end);
}
