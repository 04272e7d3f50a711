/* SPDX-License-Identifier: MIT */
#include "reference/unit_test.h"
#include "report_test.h"

#define NAME                                                                   \
    "<code>&#93;&#93;&#62;&#60;b&#62;&#38;&#124;&#96;&#64;me &#35; &#92; "     \
    "&#92;x1b&#92;x0a&#xfffd;\xef\xbf\xbf&#34;&#91;l&#93;&#40;u&#41;</code>"

TEST(several_runs_are_a_table)
{
    struct results runs[] = {a_run("x", "aix", 1), a_run("x", "irix", 2),
                             a_run(HOSTILE, "irix", 1)};
    char *text = written(report_markdown, runs, 3);

    assert_within(text, "## profilcheck\n\n"
                        "- ✅ <code>x</code> as aix: **conforms** in 1 case\n"
                        "- ❌ <code>x</code> as irix: **does not conform**: 1 "
                        "of 2 cases\n"
                        "- ✅ " NAME " as irix: **conforms** in 1 case\n\n"
                        "| dialect | <code>x</code> | " NAME " |\n"
                        "| --- | --- | --- |\n"
                        "| aix | ✅ 1 pass | – |\n"
                        "| irix | ❌ 1 fail of 2 | ✅ 1 pass |\n\n");
    free(text);
}

TEST(the_worst_come_first_and_the_rest_is_folded)
{
    struct results run = a_run("x", "aix", TEST_CASES);
    char *text = written(report_markdown, &run, 1);

    assert_within(text, "### Findings\n\n- **crash** aix <code>x</code> " NAME
                        ": <code>SIGSEGV</code>\n"
                        "- **fail** aix <code>x</code> <code>b.2</code>: ");
    assert_within(text, "\n- **error** aix <code>x</code> <code>g.7</code>: "
                        "<code>ours</code>\n- **inconclusive** ");
    assert_within(text, "<details><summary>Failures of <code>x</code> as aix"
                        "</summary>\n\n- **fail** ");
    assert_within(text, "| <code>unit</code> | <code>unit</code> | forbidden "
                        "| <code>aix.profil.3</code> |\n");
    assert_null(strstr(text, "<code>fork</code>"));
    assert_int_equal(occurrences(text, "<details>"),
                     occurrences(text, "\n</details>\n"));
    free(text);
}

/* Two cases of one cause, and one that no cause speaks for. */
TEST(causes_come_first_each_with_its_shortest_case)
{
    size_t first = 0, both[] = {0, 1};
    struct result cases[] = {
        {.id = "long.1",
         .detail = (char *)"x",
         .verdict = VERDICT_FAIL,
         .causes = &first,
         .cause_count = 1},
        {.id = "short.2",
         .detail = (char *)"y",
         .verdict = VERDICT_FAIL,
         .input = (char *)"tick 1",
         .got = (char *)"b is 1",
         .permitted = (char *)"0",
         .causes = &first,
         .cause_count = 1},
        {.id = "own.3", .detail = (char *)"ours", .verdict = VERDICT_ERROR},
    };
    struct cause cause = {.id = (char *)"unit=index",
                          .rule = "unit",
                          .clause = "",
                          .sentence = (char *)"It is so",
                          .cases = both,
                          .case_count = 2,
                          .shortest = 1,
                          .telling = (char *)"t.4: tick 2"};
    struct results run = a_run("x", "aix", 0);
    char *text;

    run.cases = cases;
    run.case_count = 3;
    run.causes = &cause;
    run.cause_count = 1;
    run.summary[VERDICT_FAIL] = 2;
    run.summary[VERDICT_ERROR] = 1;
    text = written(report_markdown, &run, 1);
    assert_within(text, "### Findings\n\n- **fail** aix <code>x</code> "
                        "<code>It is so</code>\n  - 2 cases, the shortest: "
                        "<code>short.2</code>: <code>tick 1</code>; got "
                        "<code>b is 1</code>; permitted <code>0</code>\n"
                        "  - this would tell: <code>t.4: tick 2</code>\n"
                        "- **error** aix <code>x</code> <code>own.3</code>: ");
    assert_within(text, "\n  - all of them: <code>long.1</code> "
                        "<code>short.2</code>\n");
    assert_int_equal(occurrences(text, "<code>long.1</code>"), 1);
    free(text);
}

TEST(nothing_links_or_names_anybody)
{
    struct results run = a_run("http://x www.x a@b $x$ x.y", "aix", 1);
    char *text = written(report_markdown, &run, 1);

    assert_within(text, "<code>http&#58;//x www&#46;x a&#64;b &#36;x&#36; "
                        "x.y</code>");
    free(text);
}

/* GitHub takes 65536 characters. */
/* Failures in each of 8 runs; the lesser number has room in the first. */
static void check_room(size_t failures, const char *words)
{
    enum { MANY = 2000 };
    struct result *many = calloc(MANY, sizeof *many);
    struct results run = a_run("x", "aix", 0), runs[8];
    char *text;

    assert_non_null(many);
    for (size_t k = 0; k < MANY; k++)
        many[k] = test_cases[1];
    run.cases = many;
    run.case_count = run.summary[VERDICT_FAIL] = failures;
    for (size_t k = 0; k < 8; k++)
        runs[k] = run;
    text = written(report_markdown, runs, 8);
    assert_true(strlen(text) < 65536);
    assert_within(text, "### The worst findings\n");
    assert_within(text, words);
    free(text);
    free(many);
}

TEST(however_much_fails_it_fits_a_comment)
{
    check_room(2000, "- and 15995 more\n");
    check_room(2000, "8 more sections had no room here.\n");
    check_room(20, "- and 155 more\n");
    check_room(20, " more sections had no room here.\n");
}

TESTS(NULL, NULL)
