/* SPDX-License-Identifier: MIT */
#include "sentence.h"

#include <string.h>

#include "reference/unit_test.h"

TEST(where_no_case_is_contradicted_none_is_named)
{
    char text[200];

    sentence_inconsistent(RULE_ROUNDING, 1, 2, NULL, text, sizeof text);
    assert_string_equal(
        text, "no single behaviour explains both this and other cases");
}

TEST(every_choice_has_words)
{
    unsigned missing = 0;

    for (enum choice k = 0; k < CHOICES; k++)
        if (!*choice_table[k].done || !*choice_table[k].wanted) {
            print_error("%s %s has no words in rules.def\n",
                        rule_table[choice_table[k].rule].name,
                        choice_table[k].name);
            missing++;
        }
    assert_int_equal(missing, 0);
}

TEST(what_stands_alone_may_be_behind_the_rest)
{
    struct blame blame = {
        .rule = RULE_EXEC, .found = choice_bit(EXEC_KILLS), .lone = true};
    char text[600] = "";

    sentence_add(DIALECT_AIX, &blame, text, sizeof text);
    assert_non_null(
        strstr(text, ". The unexplained cases may have the same cause"));
}

TESTS(NULL, NULL)
