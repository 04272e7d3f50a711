/* SPDX-License-Identifier: MIT */
#include "reference/unit_test.h"
#include "report_test.h"

#define NAME                                                                   \
    "]]&gt;&lt;b&gt;&amp;|`@me # \\ \\x1b&#10;\xef\xbf\xbd\xef\xbf\xbd&quot;"  \
    "[l](u)"

TEST(a_run_is_a_suite_and_its_verdicts_are_counted)
{
    struct results runs[] = {a_run("x", "aix", TEST_CASES),
                             a_run("x", "irix", 2)};
    char *text = written(report_junit, runs, 2);

    assert_within(text, "<testsuites name=\"profilcheck\" tests=\"10\" "
                        "failures=\"4\" errors=\"1\">\n");
    assert_within(text, " <testsuite name=\"aix x\" tests=\"8\" "
                        "failures=\"3\" errors=\"1\" skipped=\"3\">\n");
    assert_within(text, " <testsuite name=\"irix x\" tests=\"2\" "
                        "failures=\"1\" errors=\"0\" skipped=\"0\">\n");
    assert_int_equal(occurrences(text, "<testcase "), 10);
    assert_int_equal(occurrences(text, "<failure "), 4);
    assert_int_equal(occurrences(text, "<skipped "), 3);
    assert_int_equal(occurrences(text, "<error "), 1);
    free(text);
}

TEST(each_verdict_is_the_element_that_servers_know)
{
    struct results run = a_run("x", "aix", TEST_CASES);
    char *text = written(report_junit, &run, 1);

    assert_within(text, "  <testcase name=\"a.1\" classname=\"aix x\">\n"
                        "  </testcase>\n");
    assert_within(text, "   <failure type=\"crash\" message=\"SIGSEGV\">"
                        "SIGSEGV</failure>\n");
    assert_within(text, "   <failure type=\"inconclusive\" message=\"late\">");
    assert_within(text, "   <skipped message=\"unspecified: no\"/>\n");
    assert_within(text, "   <skipped message=\"waived: known #1: old\"/>\n");
    assert_within(text, "   <error type=\"error\" message=\"ours\">");
    assert_within(text,
                  "\n\ncase b&#10;\n\nobserved: " NAME "\n\nbecause</failure>");
    free(text);
}

TEST(times_are_told_where_they_are_known)
{
    struct result cases[] = {test_cases[0], test_cases[1], test_cases[2]};
    struct results runs[] = {a_run("x", "aix", 3), a_run("y", "aix", 3)};
    char *text;

    cases[0].took = 1234499;
    cases[2].took = 1;
    runs[0].cases = cases;
    text = written(report_junit, runs, 2);
    assert_within(text, "errors=\"0\" time=\"1.235\">\n");
    assert_within(text, "skipped=\"0\" time=\"1.235\">\n");
    assert_within(text, "classname=\"aix x\" time=\"1.234\">\n");
    assert_within(text, "classname=\"aix x\" time=\"0.000\">\n");
    assert_within(text, "<testcase name=\"b.2\" classname=\"aix x\">\n");
    assert_int_equal(occurrences(text, "time="), 4);
    free(text);
}

TEST(hostile_words_stay_words)
{
    struct results run = a_run(HOSTILE, "aix", TEST_CASES);
    char *text = written(report_junit, &run, 1);

    assert_within(text, "<testsuite name=\"aix " NAME "\" ");
    assert_within(text,
                  "<testcase name=\"" NAME "\" classname=\"aix " NAME "\">");
    assert_within(text, "<property name=\"kernel\" value=\"" NAME "\"/>");
    assert_within(text, "<skipped message=\"unsupported: needs " NAME "\"/>");
    assert_null(strstr(text, "]]>"));
    assert_null(strchr(text, '\x1b'));
    free(text);
}

TEST(no_run_is_an_empty_list)
{
    char *text = written(report_junit, NULL, 0);

    assert_within(text, " tests=\"0\" failures=\"0\" errors=\"0\">\n"
                        "</testsuites>\n");
    free(text);
}

TESTS(NULL, NULL)
