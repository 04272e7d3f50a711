/* SPDX-License-Identifier: MIT */
#include "reference/unit_test.h"
#include "report_test.h"

#define NAME                                                                   \
    "]]><b>&|`@me \\# \\\\ \\\\x1b\\\\x0a\xef\xbf\xbd\xef\xbf\xbf\"[l](u)"

TEST(all_runs_are_one_numbered_plan)
{
    struct results runs[] = {a_run("x", "aix", 1), a_run("x", "irix", 2)};
    static const char expected[] =
        "TAP version 13\n1..3\n# aix x: conforms in 1 case\n"
        "ok 1 - aix x a.1\n"
        "# irix x: does not conform: 1 of 2 cases\nok 2 - irix x a.1\n"
        "not ok 3 - irix x b.2\n  ---\n";
    char *text = written(report_tap, runs, 2);

    assert_memory_equal(text, expected, sizeof expected - 1);
    free(text);
}

TEST(what_failed_has_a_diagnostic_and_what_was_skipped_a_reason)
{
    struct results run = a_run("x", "aix", TEST_CASES);
    char *text = written(report_tap, &run, 1);

    assert_within(text, "\nnot ok 2 - aix x b.2\n  ---\n  severity: fail\n"
                        "  message: \"unit-product is x, ]]><b>");
    assert_within(text, "\n  case: \"case b\\u000a\"\n  observed: \"]]>");
    assert_within(text, "\n  ...\nnot ok 3 - aix x " NAME "\n  ---\n"
                        "  severity: crash\n  message: \"SIGSEGV\"\n  ...\n");
    assert_within(text, "\nok 4 - aix x d.4 # SKIP unsupported: needs " NAME
                        "\nok 5 - aix x e.5 # SKIP unspecified: no\n"
                        "not ok 6 ");
    assert_within(text, "\nnot ok 7 - aix x g.7\n  ---\n  severity: error\n");
    assert_within(text, "\nnot ok 8 - aix x h.8 # TODO known \\#1\n  ---\n");
    assert_within(text, "\n  explanation: \"because\"\n  ...\nnot ok 3 ");
    free(text);
}

TEST(a_hostile_name_makes_neither_a_line_nor_a_directive)
{
    struct results run = a_run("x\nok 9 # SKIP\n" HOSTILE, "aix", 1);
    char *text = written(report_tap, &run, 1);

    assert_string_equal(
        text, "TAP version 13\n1..1\n"
              "# aix x\\\\x0aok 9 \\# SKIP\\\\x0a" NAME ": conforms in 1 case\n"
              "ok 1 - aix x\\\\x0aok 9 \\# SKIP\\\\x0a" NAME " a.1\n");
    free(text);
}

TEST(version_14_has_the_same_lines)
{
    struct results run = a_run("x", "aix", TEST_CASES);
    char *older = written(report_tap, &run, 1);
    char *newer = written(report_tap14, &run, 1);

    assert_memory_equal(newer, "TAP version 14\n1..", 18);
    assert_string_equal(strchr(newer, '\n'), strchr(older, '\n'));
    free(older);
    free(newer);
}

TESTS(NULL, NULL)
