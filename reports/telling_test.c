/* SPDX-License-Identifier: MIT */
/* Where a case would tell what is behind a finding, every format for people
 * and servers says so. */
#include "report_test.h"

static void every_format_has_the_case_that_would_tell(void **state)
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

    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format_has_the_case_that_would_tell),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
