/* SPDX-License-Identifier: MIT */
#include "conformance/whole/results_test.h"
#include "conformance/words_test.h"
#include "reference/unit_test.h"

static char good[64], bad[64];

static void put(char path[64], const char *text)
{
    snprintf(path, 64, "/proc/%d/fd/%d", (int)getpid(), file_holding(text));
}

static int make_both(void **state)
{
    char path[4096], *text = results_of("freebsd", "signal", 0);

    (void)state;
    put(good, text);
    free(text);
    snprintf(path, sizeof path, "%s", built("mutants/aix.so"));
    text = results_of("freebsd", path, 1);
    put(bad, text);
    free(text);
    return 0;
}

TEST(nothing_changed_between_equal_files)
{
    char *out;

    skip_without_json();
    out = output_of(WORDS("compare", bad, bad));
    assert_string_equal(out,
                        "causes: 0 new, 0 gone, 3 the same; cases: 0 worse, "
                        "0 better, 0 changed, 0 appeared, 0 vanished\n");
    free(out);
}

static size_t lines_of(const char *text)
{
    size_t count = 0;

    while ((text = strchr(text, '\n'))) {
        text++;
        count++;
    }
    return count;
}

TEST(a_new_cause_is_told_and_its_end)
{
    struct command command;

    skip_without_json();
    command = command_with("", WORDS("compare", good, bad));
    assert_int_equal(command.status, 1);
    assert_has(command.out, "mutants/aix.so as freebsd, was signal:\n");
    assert_has(command.out, "\nnew: fail: Odd numbers were rounded up");
    assert_has(command.out, "\n    got        b[3] is 0\n"
                            "    permitted  1\n");
    assert_null(strstr(command.out, "odd-number."));
    assert_has(command.out, "\nbehaviour: scale-above: low-16, was EINVAL\n");
    assert_null(strstr(command.out, "\nbehaviour: rounding"));
    assert_has(command.out, "causes: 3 new, 0 gone, 0 the same; ");
    assert_true(lines_of(command.out) <= 24);
    command_free(&command);
    command = command_with("", WORDS("compare", bad, good));
    assert_int_equal(command.status, 0);
    assert_has(command.out, "\ngone: Odd numbers were rounded up");
    assert_has(command.out, "causes: 0 new, 3 gone, 0 the same; ");
    command_free(&command);
}

TEST(the_page_marks_what_is_new_gone_and_the_same)
{
    struct command command;
    char *out;

    skip_without_json();
    command = command_with("", WORDS("compare", "--format", "html", good, bad));
    assert_int_equal(command.status, 1);
    assert_has(command.out, "<p>Causes of each run: 3 new, 0 gone, 0 the same");
    assert_int_equal(occurrences(command.out, "<b class=\"tag bad\">new</b>"),
                     3);
    command_free(&command);
    out = output_of(WORDS("compare", "--format", "html", bad, good));
    assert_has(out, "<b class=\"tag good\">gone</b> <bdi>");
    assert_has(out, "as freebsd: Odd numbers were rounded up");
    assert_int_equal(occurrences(out, ">gone</b>"), 3);
    free(out);
    out = output_of(WORDS("compare", "--format", "html", bad, bad));
    assert_int_equal(occurrences(out, "<b class=\"tag open\">same</b>"), 3);
    free(out);
    ASSERT_USAGE("unknown format xml", "compare", "--format", "xml", good, bad);
}

TEST(each_case_is_told_where_that_is_asked_for)
{
    struct command command;

    skip_without_json();
    command = command_with("", WORDS("compare", "--verbose", bad, good));
    assert_has(command.out, "\nbetter: odd-number.7138d1de: pass, was fail\n");
    assert_has(command.out, "\nbehaviour: rounding: ");
    command_free(&command);
    command = command_with("", WORDS("compare", "--verbose", bad, bad));
    assert_has(command.out, "\nsame: fail: Odd numbers were rounded up");
    command_free(&command);
}

TEST(cases_that_only_one_has_appear_and_vanish)
{
    char one[64], *text;
    struct command command;

    skip_without_json();
    temporary(one);
    free(output_of(WORDS("run", "--dialect", "freebsd", "--case", "odd-number",
                         "--results", one, "signal")));
    command = command_with("", WORDS("compare", good, one));
    assert_int_equal(command.status, 0);
    assert_has(command.out, "signal as freebsd:\nvanished: 76 cases, which "
                            "were ");
    command_free(&command);
    command = command_with("", WORDS("compare", "--verbose", good, one));
    assert_has(command.out, "\nvanished: odd-scale.");
    command_free(&command);
    command = command_with("", WORDS("compare", one, bad));
    assert_int_equal(command.status, 1);
    assert_has(command.out, "\nnew: fail: Odd numbers were rounded up");
    assert_has(command.out,
               "\nnew, in cases that were not judged before: fail: Scale 1 ");
    assert_has(command.out, " 76 appeared, ");
    command_free(&command);
    text = results_of("aix", "signal", 0);
    put(one, text);
    free(text);
    command = command_with("", WORDS("compare", good, one));
    assert_has(command.out, "vanished: signal as freebsd: the whole run\n");
    command_free(&command);
}

TEST(a_cause_that_more_cases_show_is_the_same)
{
    char one[64];
    struct command command;

    skip_without_json();
    temporary(one);
    command = command_with("", WORDS("run", "--dialect", "freebsd", "--case",
                                     "odd-number", "--results", one,
                                     built("mutants/aix.so")));
    assert_int_equal(command.status, 1);
    command_free(&command);
    command = command_with("", WORDS("compare", one, bad));
    assert_has(command.out,
               "\nsame, in 5 cases more: fail: Odd numbers were rounded up");
    assert_has(command.out, "\n  such as scale-65535.");
    command_free(&command);
    command = command_with("", WORDS("compare", bad, one));
    assert_int_equal(command.status, 0);
    assert_has(command.out, "\nsame, in 5 cases fewer: fail: ");
    assert_has(command.out, "\nnot judged any more: Scale 1 ");
    assert_has(command.out, "causes: 0 new, 0 gone, 1 the same; ");
    command_free(&command);
}

TEST(what_is_waived_is_no_failure)
{
    char waivers[64];
    struct command command;

    skip_without_json();
    put(waivers, "# known\n* unit - repaired soon\n* rounding - too\n");
    command =
        command_with("", WORDS("compare", "--waivers", waivers, bad, bad));
    assert_int_equal(command.status, 0);
    assert_has(command.out, "\nsame: waived, was fail: Odd numbers ");
    assert_has(command.out, " 8 better, ");
    command_free(&command);
}

TEST(other_words_are_refused)
{
    ASSERT_USAGE("compare: which two files?", "compare", "a");
    ASSERT_USAGE("compare: which two files?", "compare", "a", "b", "c");
}

TESTS(make_both, NULL)
