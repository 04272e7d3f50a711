/* SPDX-License-Identifier: MIT */
/* A mon.out that cannot be read: it is there, and that is all it tells. */
#include "conformance/cases/parsed_test.h"

#include "conformance/delivery/observed.h"
#include "judge.h"
#include "reference/unit_test.h"

static const char *const file_case = "case c\nmonstartup 0x20000 0x22000\n"
                                     "tick 0x20000\nmonitor 0\nfile\n";

static struct judgement judged_all(const char *text)
{
    struct case_list list = {0};
    const struct test_case *c = parsed(&list, file_case);
    struct observation o = {0};
    struct observed_error error;
    struct judgement judgement;
    if (!observed_parse(text, strlen(text), &o, &error))
        fail_msg("%s", error.text);
    judge_alone(DIALECT_AIX_MONITOR, c, &o, &judgement);
    observation_free(&o);
    case_list_free(&list);
    return judgement;
}

/* The verdict on a run which left such a file. */
static struct judgement judged(const char *file)
{
    char text[120];

    snprintf(text, sizeof text,
             "0 call none; 2 call none; 3 file %s; ended normally at 4", file);
    return judged_all(text);
}

TEST(a_layout_that_is_not_known_is_unsupported)
{
    struct judgement judgement = judged("unreadable");

    assert_int_equal(judgement.verdict, VERDICT_UNSUPPORTED);
    assert_non_null(strstr(judgement.detail, "layout that is not known"));
    assert_false(judgement.finding);
}

/* What else is wrong fails, whatever the file is like. */
TEST(what_fails_with_a_file_like_that_fails)
{
    struct judgement judgement = judged_all(
        "0 call none; 2 call 7; 3 file unreadable; ended normally at 4");

    assert_int_equal(judgement.verdict, VERDICT_FAIL);
    assert_null(strstr(judgement.detail, "layout that is not known"));
}

/* aix-monitor.3: it is written, however it is laid out. */
TEST(a_file_that_is_not_there_fails)
{
    assert_int_equal(judged("absent").verdict, VERDICT_FAIL);
}

TESTS(NULL, NULL)
