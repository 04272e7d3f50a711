/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "conformance/cases/case.h"
#include "judge.h"
#include "reference/unit_test.h"

struct seen {
    size_t outcomes;
    struct rule_set asked;
};

static void count_outcome(void *context, const struct outcome *outcome,
                          const struct choices *choices)
{
    struct seen *seen = context;

    (void)outcome;
    seen->outcomes++;
    seen->asked = rule_set_join(seen->asked, choices->asked);
}

static void find_open(void *context, const struct outcome *outcome,
                      const struct choices *choices)
{
    bool *open = context;

    (void)choices;
    for (size_t i = 0; i < outcome->count; i++)
        *open = *open || outcome->events[i].undetermined;
}

static struct case_list read_case(const char *text)
{
    struct case_list cases = {0};
    struct case_error error;

    assert_true(case_list_parse(&cases, "test", text, strlen(text), &error));
    return cases;
}

TEST(the_envelope_has_each_permitted_outcome_once)
{
    struct case_list cases = read_case("case c\nbuffer b 64\n"
                                       "profil b 64 0x1000 0xc000\n"
                                       "tick 0x1003\ntick 0x1010 x2\n");
    struct seen seen = {0};

    assert_int_equal(judge_envelope(DIALECT_FREEBSD, cases.cases, false, 16,
                                    count_outcome, &seen),
                     2);
    assert_int_equal(seen.outcomes, 2);
    assert_true(rule_set_has(seen.asked, RULE_ROUNDING));
    assert_int_equal(judge_envelope(DIALECT_FREEBSD, cases.cases, false, 1,
                                    count_outcome, &seen),
                     1);
    case_list_free(&cases);
}

/* By aix nothing may be returned, which nobody can tell from any value. */
TEST(what_nobody_can_see_is_no_other_outcome)
{
    struct case_list cases = read_case("case c\nbuffer b 16\n"
                                       "profil b 16 0x1000 0x8000\n");
    struct seen seen = {0};
    size_t all = judge_envelope(DIALECT_AIX, cases.cases, false, 16,
                                count_outcome, &seen);

    assert_in_range(judge_envelope(DIALECT_AIX, cases.cases, true, 16,
                                   count_outcome, &seen),
                    1, all - 1);
    case_list_free(&cases);
}

/* Two regions that overlap, of which aix's page says nothing: last comes that
 * the counters may hold anything, and no outcome before hides it. */
TEST(what_is_left_open_is_an_outcome_of_its_own)
{
    struct case_list cases =
        read_case("case c\nbuffer b 128\n"
                  "profil [ 0x1000 0x1040 b+64 64 0x8000 ; "
                  "0x1020 0x1041 b 4 0x8000 ] -1 0 0\ntick 0x1022\n");
    bool open = false;

    judge_envelope(DIALECT_AIX, cases.cases, true, 64, find_open, &open);
    assert_true(open);
    case_list_free(&cases);
}

static void assert_one_outcome(const char *text)
{
    struct case_list cases = read_case(text);
    struct seen seen = {0};

    assert_int_equal(judge_envelope(DIALECT_FREEBSD, cases.cases, false, 16,
                                    count_outcome, &seen),
                     1);
    case_list_free(&cases);
}

/* Two orders of operations that do the same here. */
TEST(the_same_outcome_of_other_choices_is_told_once)
{
    assert_one_outcome("case c\nbuffer b 16\n"
                       "profil b 16 0x1000 0x8000\n"
                       "tick 0x1000\n");
}

TEST(a_buffer_may_be_all_that_is_seen)
{
    assert_one_outcome("case c\nbuffer b 16\n");
}

TEST(of_a_case_nothing_may_be_seen)
{
    assert_one_outcome("case c\ntick 0x1000\n");
}

/* Whichever counters gain: of them the manual tells nothing. */
TEST(of_a_computed_scale_there_is_one_outcome)
{
    struct case_list cases =
        read_case("case c\nbuffer b 16 fill16=1\n"
                  "profil [ 0x1000 0x1010 b 16 -1 ] -1 0 0\n"
                  "tick 0x1000 x2\n");
    struct seen seen = {0};

    judge_envelope(DIALECT_AIX, cases.cases, true, 99, count_outcome, &seen);
    assert_int_equal(seen.outcomes, 1);
    case_list_free(&cases);
}

static void note_error(void *context, const struct outcome *outcome,
                       const struct choices *choices)
{
    (void)outcome;
    if (rule_set_has(choices->asked, RULE_RETURN_ON_ERROR))
        *(choice_set *)context |=
            choice_bit((enum choice)choices->made[RULE_RETURN_ON_ERROR]);
}

/* By aix what fails may be told by errno alone, which is what is seen. */
TEST(of_a_failure_what_can_be_seen_is_asked_for)
{
    struct case_list cases = read_case("case c\nbuffer b 16\n"
                                       "profil bad 16 0x1000 0x8000\n");
    choice_set made = 0;

    assert_true(judge_envelope(DIALECT_AIX, cases.cases, true, 16, note_error,
                               &made) > 0);
    assert_int_equal(made, choice_bit(RETURN_ON_ERROR_ERRNO_ALONE));
    made = 0; /* by hpux it may not */
    assert_true(judge_envelope(DIALECT_HPUX, cases.cases, true, 16, note_error,
                               &made) > 0);
    assert_int_equal(made & choice_bit(RETURN_ON_ERROR_ERRNO_ALONE), 0);
    case_list_free(&cases);
}

static void note_value(void *context, const struct outcome *outcome,
                       const struct choices *choices)
{
    (void)choices;
    *(int64_t *)context = outcome->events[0].value;
}

/* freebsd's returns a number: it is seen. */
TEST(a_value_that_must_be_returned_is_seen)
{
    struct case_list cases = read_case("case c\nbuffer b 16\n"
                                       "profil b 16 0x1000 0x8000\n");
    int64_t value = -5;

    assert_int_equal(judge_envelope(DIALECT_FREEBSD, cases.cases, true, 16,
                                    note_value, &value),
                     1);
    assert_int_equal(value, 0);
    case_list_free(&cases);
}

static void note_ends(void *context, const struct outcome *outcome,
                      const struct choices *choices)
{
    (void)choices;
    *(unsigned *)context |= 1u << (outcome->events[0].error == ERROR_UNSEEN);
}

/* By glibc no region may be an error, which some tell by errno alone; or turn
 * profiling off, and then errno may be anything. */
TEST(what_agrees_with_more_is_another_outcome)
{
    struct case_list cases = read_case("case c\nbuffer b 16\n"
                                       "sprofil [ b 16 0x1000 0x8000 ] 0 "
                                       "null ushort\n");
    unsigned ends = 0;

    judge_envelope(DIALECT_GLIBC, cases.cases, true, 16, note_ends, &ends);
    assert_int_equal(ends, 3);
    case_list_free(&cases);
}

static void note_files(void *context, const struct outcome *outcome,
                       const struct choices *choices)
{
    int64_t value = outcome->events[outcome->count - 2].value;

    (void)choices;
    *(unsigned *)context |= value == VALUE_NOT_ZERO ? 2u : 1u;
}

/* A file of a known layout, or one of which it is said that it is there. */
TEST(so_is_what_is_said_of_a_file)
{
    struct case_list cases = read_case("case c\nbuffer b 2\n"
                                       "monitor 0x10000 0x10001 b 1 0\n"
                                       "tick 0x10000 x3\n"
                                       "monitor 0\nfile\n");
    unsigned files = 0;

    judge_envelope(DIALECT_AIX_MONITOR, cases.cases, true, 64, note_files,
                   &files);
    assert_int_equal(files, 3);
    case_list_free(&cases);
}

TESTS(NULL, NULL)
