/* SPDX-License-Identifier: MIT */
#include "results_test.h"

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

static void nothing_changed_between_equal_files(void **state)
{
    char *out;

    (void)state;
    skip_without_json();
    out = output_of(WORDS("compare", bad, bad));
    assert_string_equal(out, "0 worse, 0 better, 0 changed, 0 appeared, "
                             "0 vanished\n");
    free(out);
}

static void a_regression_is_told_and_its_end(void **state)
{
    struct command command;

    (void)state;
    skip_without_json();
    command = command_with("", WORDS("compare", good, bad));
    assert_int_equal(command.status, 1);
    assert_has(command.out, "mutants/aix.so freebsd odd-number.7138d1de: "
                            "fail, was pass: ");
    assert_has(command.out, "\nbehaviour: ");
    command_free(&command);
    command = command_with("", WORDS("compare", bad, good));
    assert_int_equal(command.status, 0);
    assert_has(command.out, "better: signal freebsd odd-number.7138d1de: "
                            "pass, was fail\n");
    command_free(&command);
}

static void cases_that_only_one_has_appear_and_vanish(void **state)
{
    char one[64], *text;
    struct command command;

    (void)state;
    skip_without_json();
    temporary(one);
    free(output_of(WORDS("run", "--dialect", "freebsd", "--case", "odd-number",
                         "--results", one, "signal")));
    command = command_with("", WORDS("compare", good, one));
    assert_int_equal(command.status, 0);
    assert_has(command.out, "vanished: signal freebsd odd-scale.");
    command_free(&command);
    command = command_with("", WORDS("compare", one, bad));
    assert_int_equal(command.status, 1);
    assert_has(command.out, "appeared: ");
    command_free(&command);
    text = results_of("aix", "signal", 0);
    put(one, text);
    free(text);
    command = command_with("", WORDS("compare", good, one));
    assert_has(command.out, "vanished: signal freebsd: the whole run\n");
    command_free(&command);
}

static void what_is_waived_is_no_failure(void **state)
{
    char waivers[64];
    struct command command;

    (void)state;
    skip_without_json();
    put(waivers, "# known\n* * - repaired soon\n");
    command =
        command_with("", WORDS("compare", "--waivers", waivers, bad, bad));
    assert_int_equal(command.status, 0);
    assert_has(command.out, "better: ");
    assert_has(command.out, ": waived, was fail: repaired soon\n");
    command_free(&command);
}

static void other_words_are_refused(void **state)
{
    (void)state;
    ASSERT_USAGE("compare: which two files?", "compare", "a");
    ASSERT_USAGE("compare: which two files?", "compare", "a", "b", "c");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_changed_between_equal_files),
        cmocka_unit_test(a_regression_is_told_and_its_end),
        cmocka_unit_test(cases_that_only_one_has_appear_and_vanish),
        cmocka_unit_test(what_is_waived_is_no_failure),
        cmocka_unit_test(other_words_are_refused),
    };

    return cmocka_run_group_tests(tests, make_both, NULL);
}
