/* SPDX-License-Identifier: MIT */
/* A run in which too few cases were judged does not pass, in any format. */
#include "reference/unit_test.h"
#include "report_test.h"
#include "runs.h"

#define FEW "not enough was seen to say: 1 of 3 cases judged"

enum { CASES = 5 };

/* One passes; of the others so many were asked, and gave no verdict. */
static struct results few(struct result cases[CASES], size_t asked)
{
    struct results run = a_run("x", "aix", 1);

    cases[0] = test_cases[0];
    cases[0].observed = (char *)"ended normally at 0";
    for (size_t k = 1; k < CASES; k++) {
        cases[k] = (struct result){
            .id = "n", .detail = (char *)"no", .verdict = VERDICT_UNSUPPORTED};
        if (k <= asked)
            cases[k].observed = (char *)"ended unsupported at 0";
    }
    run.cases = cases;
    run.case_count = CASES;
    run.summary[VERDICT_PASS] = 1;
    run.summary[VERDICT_UNSUPPORTED] = CASES - 1;
    return run;
}

TEST(half_of_those_asked_is_enough)
{
    struct result cases[CASES];
    struct results run = few(cases, 0);

    assert_int_equal(results_status(&run), 0);
    assert_string_equal(report_state(&run).words, "conforms");
    run = few(cases, 1);
    assert_int_equal(results_judged(&run), 1);
    assert_int_equal(results_asked(&run), 2);
    assert_int_equal(results_status(&run), 0);
    assert_string_equal(report_state(&run).words, "conforms");
    run = few(cases, 2);
    assert_int_equal(results_asked(&run), 3);
    assert_int_equal(results_status(&run), 1);
    assert_string_equal(report_state(&run).words, "not enough was seen to say");
}

TEST(none_is_not_enough)
{
    struct result cases[CASES];
    struct results run = few(cases, 2);
    size_t all;

    run.cases[0].verdict = VERDICT_UNSUPPORTED;
    run.summary[VERDICT_PASS] = 0;
    run.summary[VERDICT_UNSUPPORTED] = CASES;
    assert_int_equal(results_status(&run), 1);
    assert_false(report_state(&run).judged);
    assert_int_equal(report_conforming(&run, 1, &all), 0);
}

/* A failure is one, however few there are. */
TEST(what_fails_is_enough)
{
    struct result cases[CASES];
    struct results run = few(cases, 2);

    run.cases[0].verdict = VERDICT_FAIL;
    run.summary[VERDICT_PASS] = 0;
    run.summary[VERDICT_FAIL] = 1;
    assert_int_equal(results_status(&run), 1);
    assert_string_equal(report_state(&run).words, "does not conform");
}

TEST(each_format_says_so)
{
    static const struct {
        const char *format, *words;
    } rows[] = {
        {"text", "x as aix: " FEW "\n"},
        {"json", "\"few\": \"" FEW "\""},
        {"junit", " tests=\"6\" failures=\"1\" "},
        {"junit", "<failure type=\"few\" message=\"" FEW "\"/>"},
        {"tap", "\n1..6\n"},
        {"tap", "\nnot ok 6 - aix x " FEW "\n"},
        {"sarif", "\"executionSuccessful\": false"},
        {"sarif", "{\"level\": \"error\", \"message\": {\"text\": \"" FEW},
        {"markdown", "**not enough was seen to say**: 1 of 3 cases judged"},
        {"html", "Not enough was seen to say whether it conforms."},
        {"html", "not enough was seen to say</b>"},
        {"badge", "profil: not enough was seen to say: x as aix"},
    };
    struct result cases[CASES];
    struct results run = few(cases, 2);

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const struct report_format *format = report_format_find(rows[k].format);
        char *text;

        if (!format)
            fail_msg("%s", rows[k].format);
        text = written(format->write, &run, 1);
        assert_within(text, rows[k].words);
        free(text);
    }
}

TESTS(NULL, NULL)
