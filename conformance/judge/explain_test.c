/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "explain.h"
#include "reference/unit_test.h"

TEST(wide_numbers_are_decimal_to_the_last_digit)
{
    char text[EXPLAIN_DIGITS];

    assert_string_equal(explain_wide((struct wide){0, 0}, text), "0");
    assert_string_equal(explain_wide((struct wide){1, 0}, text),
                        "18446744073709551616");
    assert_string_equal(
        explain_wide((struct wide){UINT64_MAX, UINT64_MAX}, text),
        "340282366920938463463374607431768211455");
}

static void check_choice(const char *assignment, const char *expected)
{
    struct formula formula;

    formula_begin(&formula, DIALECT_AIX);
    assert_string_equal(formula_choose(&formula, assignment), expected);
}

TEST(a_choice_that_is_none_is_described)
{
    check_choice("rounding", "read rounding, expected rule=choice, as "
                             "rounding=up");
    check_choice("round=up",
                 "unknown rule 'round'; see profilcheck list rules");
    check_choice("scale-two=x", "unknown choice of scale-two 'x'; choose from "
                                "arithmetic, first-counter, no-size");
}

TEST(an_assumed_choice_is_one_that_the_dialect_lets_pass)
{
    for (int d = 0; d < DIALECTS; d++) {
        struct formula formula;

        formula_begin(&formula, d);
        for (unsigned r = 0; r < RULES; r++) {
            choice_set set = formula.sets.of[r];

            assert_true(set && (set & (set - 1)) == 0);
            if (dialect_has_rule(d, r))
                assert_int_equal(set & dialect_choices(d, r, FORBIDDEN), 0);
        }
    }
}

TESTS(NULL, NULL)
