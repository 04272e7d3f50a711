/* SPDX-License-Identifier: MIT */
#include "sentence.h"

#include <string.h>

#include "reference/unit_test.h"

static void check(enum dialect dialect, enum choice choice, enum choice other,
                  const char *expected)
{
    struct box box = box_everything();
    char text[600];

    box.of[choice_table[choice].rule] = choice_bit(choice);
    box.of[choice_table[other].rule] |= choice_bit(other);
    sentence_box(dialect, &box, text, sizeof text);
    assert_string_equal(text, expected);
}

TEST(a_finding_is_a_sentence_with_the_clause)
{
    check(DIALECT_AIX, ROUNDING_DOWN, ROUNDING_DOWN,
          "Fractions of a counter were dropped; aix.profil.2 requires odd "
          "numbers to be rounded up");
    check(DIALECT_FREEBSD, ROUNDING_UP, ROUNDING_UP,
          "Odd numbers were rounded up to the next counter; "
          "freebsd.profil.3 permits fractions to be dropped or the distance "
          "to be halved first");
    check(DIALECT_AIX, PRODUCT_MOD_32, PRODUCT_SIGNED_32,
          "The product of distance and scale was cut to 32 bits, or: The "
          "product of distance and scale was a signed 32-bit number; "
          "aix.profil.2 requires exact arithmetic");
    check(
        DIALECT_FREEBSD, EXEC_KILLS, EXEC_KILLS,
        "The program that exec started was killed by SIGPROF; the manual is "
        "silent, "
        "and house rule decency.2 asks for the new program not to be affected "
        "or the new program to be profiled");
    check(DIALECT_GMON, GMON_FROM_HIGH_CRASHES, GMON_FROM_HIGH_CRASHES,
          "A call from highpc ended the process: it was looked up past the end "
          "of a table; by convention, gmon.5 permits any of: a call from "
          "highpc to be dropped, an arc from highpc, an arc from 0");
    /* A box that holds a permitted one too accuses nobody. */
    check(DIALECT_AIX, ROUNDING_DOWN, ROUNDING_UP, "");
}

TEST(what_is_the_same_where_nothing_is_returned_is_stated_once)
{
    check(DIALECT_AIX_MONITOR, TICKS_NONE, TICKS_ENOSYS,
          "No tick ever came while profiling was on; aix-monitor.1 requires "
          "ticks to be counted while profiling is on");
    check(DIALECT_FREEBSD, TICKS_NONE, TICKS_ENOSYS,
          "No tick ever came while profiling was on, or: Every call failed "
          "with ENOSYS; freebsd.profil.1 requires ticks to be counted while "
          "profiling is on");
}

TEST(two_findings_are_two_sentences)
{
    struct box box = box_everything();
    char text[600];

    box.of[RULE_ROUNDING] = choice_bit(ROUNDING_DOWN);
    box.of[RULE_SCALE_OFF] = choice_bit(SCALE_OFF_NEVER);
    sentence_box(DIALECT_AIX, &box, text, sizeof text);
    assert_string_equal(text,
                        "Fractions of a counter were dropped; aix.profil.2 "
                        "requires odd numbers to be rounded up. Scale 0 did "
                        "not turn profiling off; aix.profil.8 requires scales "
                        "0 and 1 to turn profiling off");
}

/* Two are written as sentences, more by their names. */
TEST(of_more_than_two_the_names_are_reported)
{
    struct blame blame = {.rule = RULE_ROUNDING,
                          .found = choice_bit(ROUNDING_DOWN) |
                                   choice_bit(ROUNDING_DIVIDE_FIRST) |
                                   choice_bit(ROUNDING_NEXT_EVEN)};
    char text[600] = "";

    sentence_add(DIALECT_AIX, &blame, text, sizeof text);
    assert_string_equal(text, "rounding was down or divide-first or next-even; "
                              "aix.profil.2 requires odd numbers to be rounded "
                              "up");
}

TEST(where_no_rule_is_contradicted_none_is_named)
{
    char text[200];

    sentence_inconsistent(RULES, 1, 2, "other", text, sizeof text);
    assert_string_equal(text,
                        "no single behaviour explains both this and other");
    sentence_inconsistent(RULE_ROUNDING, 1, 2, NULL, text, sizeof text);
    assert_string_equal(
        text, "no single behaviour explains both this and other cases");
    sentence_inconsistent(RULE_ROUNDING, 1, 2, "other", text, sizeof text);
    assert_string_equal(text,
                        "rounding is down here and up in other: each is "
                        "permitted, but one implementation can't do both");
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

TEST(what_else_is_as_good_is_stated)
{
    struct blame blame = {.rule = RULE_EXEC,
                          .found = choice_bit(EXEC_KILLS),
                          .others = {FORK_CHILD_OFF},
                          .other_count = 1};
    char text[600] = "";

    sentence_add(DIALECT_AIX, &blame, text, sizeof text);
    assert_non_null(
        strstr(text, "The program that exec started was killed by SIGPROF; "));
    assert_non_null(strstr(text, ". Or, as well explained: A forked child was "
                                 "not profiled"));
}

TEST(what_no_rule_is_behind_is_a_sentence_too)
{
    static const char *const rows[][2] = {
        {"timeout: profil", "It did not return from profil in time"},
        {"killed: a tick",
         "It crashed in a tick; no known defect explains this"},
        {"unexplained: a counter",
         "A counter is not what is permitted; no known defect explains this"},
        {"unexplained: too few, profil of a list",
         "Fewer ticks were counted after profil of a list than is permitted; "
         "no "
         "known defect explains this"},
        {"unexplained: elsewhere, sprofil",
         "Ticks were counted after sprofil in other counters than is "
         "permitted; "
         "no known defect explains this"},
        {"unexplained: too many, where a size is odd",
         "More ticks were counted than is permitted where a size is odd; no "
         "known defect explains this"},
        {"killed: sprofil, where a list is given and a size is odd",
         "It crashed in sprofil where a list is given and a size is odd; no "
         "known defect explains this"},
        {"forged: the process of a case",
         "The process of a case reported something impossible"},
        {"stray: far outside", "Bytes were written far outside the buffers"},
        {"batch: after other",
         "A case answers differently after other cases in its process"},
        {"a thing of its own", "A thing of its own"},
        {"zones differ", "Zones differ"},
        {"0 is told", "0 is told"},
    };
    char text[200];

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        sentence_of_other(rows[k][0], text, sizeof text);
        assert_string_equal(text, rows[k][1]);
    }
}

TESTS(NULL, NULL)
