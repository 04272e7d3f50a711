/* SPDX-License-Identifier: MIT */
/*
 * A rule that a dialect does not name is answered with its first choice, which
 * makes that choice a requirement without a sentence.  So no case of a dialect
 * may ask a rule that the dialect does not name.
 */
#include <stdlib.h>

#include "conformance/inference/separation.h"
#include "reference/unit_test.h"
#include "suite_test.h"

/* Whether a dialect must name a rule.  That profil is sprofil with one member
 * does not come up where there is no sprofil. */
static bool must_name(enum dialect dialect, enum rule rule)
{
    return rule != RULE_PROFIL_MEMBER ||
           dialect_has_rule(dialect, RULE_COUNTER_WIDTH);
}

/* Says which, and returns how many. */
static unsigned unnamed(enum dialect dialect)
{
    struct rule_set *asked = separation_consulted(dialect, &suite);
    unsigned wrong = 0;

    assert_non_null(asked);
    for (unsigned r = 0; r < RULES; r++)
        for (size_t k = 0; must_name(dialect, r) &&
                           !dialect_has_rule(dialect, r) && k < suite.count;
             k++)
            if ((suite.cases[k].dialects >> dialect & 1) &&
                rule_set_has(asked[k], r)) {
                print_error("%s has no row for %s, which %s asks\n",
                            dialect_table[dialect].name, rule_table[r].name,
                            suite.cases[k].id);
                wrong++;
                break;
            }
    free(asked);
    return wrong;
}

TEST(each_rule_that_a_case_asks_is_named_by_its_dialect)
{
    unsigned wrong = 0;

    for (enum dialect d = 0; d < DIALECTS; d++)
        wrong += unnamed(d);
    assert_int_equal(wrong, 0);
}

TESTS(load, unload)
