/* SPDX-License-Identifier: MIT */
/* Where a case would tell what is behind a finding, every format for people
 * and servers says so. */
#include "reference/unit_test.h"
#include "report_test.h"

TEST(every_format_has_the_case_that_would_tell)
{
    size_t first = 0;
    struct result c = {.id = "odd.1",
                       .detail = (char *)"It is so",
                       .verdict = VERDICT_FAIL,
                       .causes = &first,
                       .cause_count = 1};
    struct cause cause = {.id = (char *)"unit=index",
                          .rule = "unit",
                          .clause = "",
                          .sentence = (char *)"It is so",
                          .cases = &first,
                          .case_count = 1,
                          .telling = (char *)"t.4: tick <2>"};
    struct results run = a_run("x", "aix", 0);
    static const struct {
        void (*write)(const struct results *runs, size_t count, FILE *out);
        const char *words;
    } formats[] = {
        {report_html, "This would tell: <code>t.4: tick &lt;2&gt;</code>"},
        {report_junit, "this would tell: t.4: tick &lt;2&gt;"},
        {report_sarif, "\"telling\": \"t.4: tick <2>\""},
        {report_json, "\"telling\": \"t.4: tick <2>\""},
    };

    run.cases = &c;
    run.case_count = 1;
    run.causes = &cause;
    run.cause_count = 1;
    run.summary[VERDICT_FAIL] = 1;
    run.behaviour_count = 0;
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++) {
        char *text = written(formats[k].write, &run, 1);

        assert_within(text, formats[k].words);
        free(text);
    }
}

TESTS(NULL, NULL)
