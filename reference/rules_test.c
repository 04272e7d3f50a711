/* SPDX-License-Identifier: MIT */
#include "rules.h"
#include "unit_test.h"

#include <ctype.h>
#include <string.h>

TEST(names_are_unique_and_of_lower_case_words)
{
    for (unsigned r = 0; r < RULES; r++) {
        assert_int_equal(rule_by_name(rule_table[r].name), r);
        for (const char *c = rule_table[r].name; *c; c++)
            assert_true(islower((unsigned char)*c) || *c == '-');
    }
    for (int d = 0; d < DIALECTS; d++)
        assert_int_equal(dialect_by_name(dialect_table[d].name), d);
    for (size_t i = 0; i < clause_count; i++)
        assert_ptr_equal(clause_by_id(clause_table[i].id), &clause_table[i]);
    for (int k = 0; k < CHOICES; k++)
        assert_int_equal(
            choice_by_name(choice_table[k].rule, choice_table[k].name), k);
}

TEST(an_unknown_name_is_no_row)
{
    assert_int_equal(rule_by_name("roundin"), -1);
    assert_int_equal(rule_by_name(""), -1);
    assert_int_equal(choice_by_name(RULE_ROUNDING, "byte-offset"), -1);
    assert_int_equal(choice_by_name(RULE_UNIT, "byte-offset"),
                     UNIT_BYTE_OFFSET);
    assert_int_equal(dialect_by_name("plan9"), -1);
    assert_null(clause_by_id("aix.profil.99"));
}

TEST(every_row_is_filled_in)
{
    for (unsigned r = 0; r < RULES; r++)
        assert_int_equal(
            rule_table[r].question[strlen(rule_table[r].question) - 1], '?');
    for (unsigned k = 0; k < CHOICES; k++)
        assert_true(choice_table[k].text[0] != '\0');
    for (size_t i = 0; i < clause_count; i++) {
        assert_true(clause_table[i].section[0] != '\0');
        char last = clause_table[i].text[strlen(clause_table[i].text) - 1];
        assert_true(last == '.' || last == ')');
    }
    for (unsigned d = 0; d < DIALECTS; d++)
        assert_true(dialect_table[d].manual[0] != '\0');
}

TEST(a_set_of_rules_has_what_was_added)
{
    struct rule_set low = {{0}}, high = {{0}}, both;

    assert_true(rule_set_empty(low));
    rule_set_add(&low, 0);
    rule_set_add(&high, RULES - 1);
    both = rule_set_join(low, high);
    for (unsigned r = 0; r < RULES; r++)
        assert_int_equal(rule_set_has(both, r), r == 0 || r == RULES - 1);
    assert_false(rule_set_equal(low, both));
    assert_false(rule_set_equal(high, both));
    assert_false(rule_set_empty(high));
    assert_false(rule_set_meets(low, high));
    assert_true(rule_set_meets(low, both));
    assert_true(rule_set_meets(high, both));
    assert_true(rule_set_equal(rule_set_without(both, high), low));
    assert_true(rule_set_equal(rule_set_without(both, low), high));
}

TEST(rules_and_choices_fit_their_sets)
{
    unsigned choices = 0;

    assert_true(RULES <= 128);
    assert_true(CHOICES < NO_CHOICE);
    for (unsigned r = 0; r < RULES; r++) {
        assert_in_range(rule_table[r].count, 1, 16);
        assert_int_equal(rule_table[r].first, choices);
        for (unsigned k = 0; k < rule_table[r].count; k++)
            assert_int_equal(choice_table[choices + k].rule, r);
        choices += rule_table[r].count;
    }
    assert_int_equal(choices, CHOICES);
}

TEST(only_error_precedence_is_free)
{
    for (unsigned r = 0; r < RULES; r++)
        assert_int_equal(rule_table[r].free, r == RULE_ERROR_PRECEDENCE);
}

TEST(every_clause_that_a_dialect_cites_exists)
{
    for (unsigned d = 0; d < DIALECTS; d++)
        for (unsigned k = 0; k < CHOICES; k++) {
            const char *clause = dialect_clause(d, k);

            if (dialect_permission(d, k) == FORBIDDEN)
                assert_string_equal(clause, "");
            else if (clause_by_id(clause) == NULL)
                fail_msg("%s cites %s", dialect_table[d].name, clause);
        }
}

static unsigned bits(choice_set set)
{
    unsigned n = 0;

    for (; set != 0; set &= (choice_set)(set - 1))
        n++;
    return n;
}

TEST(a_dialect_decides_once_or_leaves_room)
{
    for (unsigned d = 0; d < DIALECTS; d++)
        for (unsigned r = 0; r < RULES; r++) {
            unsigned decided = bits(dialect_choices(d, r, DECIDED));
            unsigned permitted = bits(dialect_choices(d, r, PERMITTED));
            unsigned unspecified = bits(dialect_choices(d, r, UNSPECIFIED));

            if (decided > 1 || (decided == 1 && permitted > 0))
                fail_msg("%s: %s", dialect_table[d].name, rule_table[r].name);
            assert_int_equal(dialect_has_rule(d, r),
                             decided + permitted + unspecified > 0);
            assert_int_equal(bits(dialect_choices(d, r, FORBIDDEN)) + decided +
                                 permitted + unspecified,
                             rule_table[r].count);
        }
}

/* A manual is cited by its own dialect; glibc's refers to IRIX's. */
TEST(a_dialect_cites_its_own_manual)
{
    for (unsigned d = 0; d < DIALECTS; d++)
        for (unsigned k = 0; k < CHOICES; k++) {
            const char *name = dialect_table[d].name;
            const char *clause = dialect_clause(d, k);

            if (clause[0] == '\0' || strncmp(clause, "decency.", 8) == 0 ||
                strncmp(clause, name, strlen(name)) == 0)
                continue;
            assert_int_equal(d, DIALECT_GLIBC);
            assert_memory_equal(clause, "irix.", 5);
        }
}

TEST(a_choice_is_one_bit_of_its_rules_set)
{
    assert_int_equal(choice_bit(ROUNDING_DOWN), 1);
    assert_int_equal(choice_bit(ROUNDING_UP), 2);
    assert_int_equal(choice_bit(UNIT_INDEX), 4);
    assert_int_equal(rule_choices(RULE_ROUNDING), 0x7ff);
    assert_int_equal(rule_choices(RULE_SCALE_TWO), 7);
    assert_int_equal(dialect_choices(DIALECT_FREEBSD, RULE_ROUNDING, PERMITTED),
                     choice_bit(ROUNDING_DOWN) |
                         choice_bit(ROUNDING_DIVIDE_FIRST));
}

TEST(dialects_say_what_their_manuals_say)
{
    assert_int_equal(dialect_permission(DIALECT_AIX, ROUNDING_UP), DECIDED);
    assert_string_equal(dialect_clause(DIALECT_AIX, ROUNDING_UP),
                        "aix.profil.2");
    assert_int_equal(dialect_permission(DIALECT_FREEBSD, ROUNDING_UP),
                     FORBIDDEN);
    assert_int_equal(dialect_permission(DIALECT_IRIX, SCALE_ABOVE_WHOLE),
                     UNSPECIFIED);
    assert_true(dialect_has_rule(DIALECT_IRIX, RULE_OVERFLOW_BIN));
    assert_false(dialect_has_rule(DIALECT_HPUX, RULE_OVERFLOW_BIN));
}

/* The manuals' synopses. */
TEST(a_dialect_has_the_calls_of_its_page)
{
    for (enum dialect d = 0; d < DIALECTS; d++) {
        bool monitor = d == DIALECT_AIX_MONITOR;

        assert_true(dialect_has_call(d, CALL_PROFIL) ==
                    (!monitor && d != DIALECT_GMON));
        assert_true(dialect_has_call(d, CALL_MONITOR) == monitor);
        assert_true(dialect_has_call(d, CALL_PROFIL_LIST) ==
                    (d == DIALECT_AIX));
        assert_true(dialect_has_call(d, CALL_SPROFIL) ==
                    (d == DIALECT_IRIX || d == DIALECT_GLIBC));
        assert_true(dialect_has_lists(d) ==
                    (monitor || d == DIALECT_AIX || d == DIALECT_IRIX ||
                     d == DIALECT_GLIBC));
    }
}

TESTS(NULL, NULL)
