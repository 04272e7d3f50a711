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

TESTS(NULL, NULL)
