/* SPDX-License-Identifier: MIT */
#include "reference/unit_test.h"
#include "report_test.h"

TEST(what_did_not_pass_is_a_result_of_its_kind)
{
    struct results run = a_run("x", "aix", TEST_CASES);
    char *text = written(report_sarif, &run, 1);

    assert_int_equal(occurrences(text, "\"ruleId\": "), 4);
    assert_int_equal(occurrences(text, "\"kind\": \"fail\", "
                                       "\"level\": \"error\""),
                     3);
    assert_int_equal(occurrences(text, "\"level\": \"none\""), 1);
    assert_within(text, "\"suppressions\": [{\"kind\": \"external\", "
                        "\"justification\": \"known #1\"}]");
    assert_within(text, "\"explanation\": \"because\"}");
    assert_within(text, "\"ruleId\": \"crash\", \"kind\": \"fail\"");
    assert_within(text, "\"ruleId\": \"inconclusive\", \"kind\": \"review\"");
    assert_null(strstr(text, "startLine"));
    free(text);
}

/* Both rules are broken; one is named, and not as a part of another's name. */
TEST(a_failure_is_of_the_rule_that_is_to_blame)
{
    struct results run = a_run("x", "aix", 2);
    size_t failed = 1, first = 0;
    struct cause cause = {.id = (char *)"product=x",
                          .rule = "product",
                          .clause = "",
                          .sentence = (char *)"It was cut",
                          .cases = &failed,
                          .shortest = 1,
                          .case_count = 1};
    struct result cases[] = {test_cases[0], test_cases[1]};
    char *text;

    cases[1].causes = &first;
    cases[1].cause_count = 1;
    run.cases = cases;
    run.causes = &cause;
    run.cause_count = 1;
    text = written(report_sarif, &run, 1);
    assert_within(text, "{\"id\": \"unit\", \"name\": \"RuleUnit\", "
                        "\"shortDescription\": {\"text\": \"Which?\"}, "
                        "\"fullDescription\": {\"text\": "
                        "\"aix.profil.3: ");
    assert_within(text, "\"properties\": {\"clause\": \"aix.profil.3\"}}");
    assert_within(text, "{\"id\": \"pass\", \"name\": \"VerdictPass\", "
                        "\"shortDescription\": {\"text\": \"Some reading");
    assert_within(text, "\"id\": \"product (sprofil)\", "
                        "\"name\": \"RuleProductSprofil\", ");
    assert_within(text, "\"}, \"help\": {\"text\": \"`profilcheck explain` ");
    assert_within(text, "has what each choice is called.\", "
                        "\"markdown\": \"aix.profil.3: ");
    assert_null(strstr(text, "Uri\": \"man:"));
    assert_within(text,
                  "\"driver\": {\"name\": \"profilcheck\", "
                  "\"version\": \"" PROFILCHECK_VERSION "\", "
                  "\"fullName\": \"profilcheck " PROFILCHECK_VERSION "\", ");
    assert_within(text, "\"ruleId\": \"product (sprofil)\", \"kind\": "
                        "\"fail\"");
    assert_null(strstr(text, "\"id\": \"fork\""));
    free(text);
}

/* However many cases it is behind, in the source where that was named. */
TEST(a_cause_is_one_result)
{
    static size_t all[] = {0, 1, 2}, none = 0;
    struct cause cause = {.id = (char *)"unit=index",
                          .rule = "unit",
                          .clause = "",
                          .sentence = (char *)"Its unit was wrong",
                          .cases = all,
                          .case_count = 3,
                          .shortest = 2};
    struct result cases[3];
    struct results run = a_run("x", "aix", 2);
    char *text;

    for (unsigned k = 0; k < 3; k++) {
        cases[k] = test_cases[1];
        cases[k].causes = &none;
        cases[k].cause_count = 1;
    }
    cases[2].id = "short.1";
    run.cases = cases;
    run.case_count = 3;
    run.causes = &cause;
    run.cause_count = 1;
    run.source = "src/my profil.c:12";
    text = written(report_sarif, &run, 1);
    assert_int_equal(occurrences(text, "\"ruleId\": "), 1);
    assert_within(text, "\"Its unit was wrong. 3 cases, the shortest: short.1");
    assert_within(text, "{\"profilcheckCause/v1\": \"unit=index\"}");
    assert_within(text, "\"cases\": [\"b.2\", \"b.2\", \"short.1\"]");
    assert_within(text, "{\"uri\": \"src/my%20profil.c\"}, "
                        "\"region\": {\"startLine\": 12}");
    free(text);
    run.source = "profil.c";
    text = written(report_sarif, &run, 1);
    assert_within(text,
                  "{\"uri\": \"profil.c\"}, \"region\": {\"startLine\": 1}");
    free(text);
}

TEST(a_fault_of_the_harness_is_a_notification)
{
    struct results runs[] = {a_run("x", "aix", TEST_CASES),
                             a_run("x", "aix", 1)};
    char *text = written(report_sarif, &runs[0], 1);

    assert_within(text, "\"executionSuccessful\": false, "
                        "\"toolExecutionNotifications\": [\n"
                        "  {\"level\": \"error\", \"message\": {\"text\": "
                        "\"ours\"}");
    free(text);
    text = written(report_sarif, &runs[1], 1);
    assert_within(text, "\"executionSuccessful\": true, "
                        "\"toolExecutionNotifications\": []");
    free(text);
}

TEST(a_path_is_a_reference)
{
    static const struct {
        const char *path, *uri;
    } rows[] = {
        {"signal", "signal"},
        {"./libmine.so", "libmine.so"},
        {"/a b/c:d.so", "file:///a%20b/c%3Ad.so"},
        {"x\"\n\xff%", "x%22%0A%FF%25"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct results run = a_run(rows[k].path, "aix", 2);
        char *text = written(report_sarif, &run, 1), expected[80];

        snprintf(expected, sizeof expected, "{\"uri\": \"%s\"}", rows[k].uri);
        assert_within(text, expected);
        snprintf(expected, sizeof expected,
                 "\"automationDetails\": {\"id\": \"profilcheck/aix/%s/\"}",
                 rows[k].uri);
        assert_within(text, expected);
        free(text);
    }
}

TEST(hostile_words_make_no_link_and_no_placeholder)
{
    struct results run = a_run(HOSTILE, "aix", 2);
    char *text = written(report_sarif, &run, 1);

    assert_within(text, "\\u001b\\u000a\\ufffd\xef\xbf\xbf\\\"[l] (u): "
                        "product is {{0}}\"}");
    free(text);
}

TESTS(NULL, NULL)
