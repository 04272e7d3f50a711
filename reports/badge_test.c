/* SPDX-License-Identifier: MIT */
#include "reference/unit_test.h"
#include "report_test.h"

TEST(one_run_is_a_word)
{
    struct results good = a_run("x", "aix", 1), bad = a_run("x", "aix", 2);
    char *text = written(report_badge, &good, 1);

    assert_within(text, ">conforms</text>");
    assert_within(text, "<title>profil: conforms: x as aix</title>");
    assert_within(text, "#14592a");
    free(text);
    text = written(report_badge, &bad, 1);
    assert_within(text, ">does not conform</text>");
    assert_within(text, "#96121a");
    free(text);
}

TEST(several_runs_are_counted)
{
    struct results runs[] = {a_run("x", "aix", 1), a_run("x", "irix", 2),
                             a_run("y", "aix", 1)};
    char *text = written(report_badge, runs, 2);

    assert_within(text, ">conforms to 1 of 2 manuals</text>");
    free(text);
    text = written(report_badge, runs, 3);
    assert_within(text, ">1 of 2 conforms</text>");
    assert_within(text, ": x, y as aix, irix</title>");
    assert_null(strstr(text, "#14592a"));
    free(text);
}

TEST(a_run_without_a_judged_case_is_not_good)
{
    struct result only = {
        .id = "d", .detail = (char *)"", .verdict = VERDICT_UNSUPPORTED};
    struct results run = {.implementation = "x",
                          .dialect = "aix",
                          .backend = "signal",
                          .cases = &only,
                          .case_count = 1};
    char *text;

    run.summary[VERDICT_UNSUPPORTED] = 1;
    text = written(report_badge, &run, 1);
    assert_within(text, ">was not judged</text>");
    assert_null(strstr(text, "#14592a"));
    free(text);
}

TEST(a_hostile_name_is_text)
{
    struct results run = a_run(HOSTILE, HOSTILE, 1);
    char *text = written(report_badge, &run, 1);

    assert_null(strstr(text, "<b>"));
    assert_within(text, "&lt;b&gt;&amp;");
    assert_null(strstr(text, "\xef\xbf\xbf"));
    free(text);
}

TESTS(NULL, NULL)
