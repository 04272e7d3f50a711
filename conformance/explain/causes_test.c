/* SPDX-License-Identifier: MIT */
#include "conformance/whole/results_test.h"
#include "reference/unit_test.h"

static struct command run_on(const char *id, const char *results)
{
    return command_with("",
                        WORDS("run", "--dialect", "freebsd", "--suite", "full",
                              "--case", "odd-number", "--case", id, "--results",
                              results, built("mutants/aix.so")));
}

TEST(where_two_names_are_left_the_telling_case_is_given)
{
    char id[100], path[64];
    struct command command;

    temporary(path);
    command = run_on("odd-number", path);

    assert_has(command.out, ", or: The lowest bits of distance and scale");
    assert_has(command.out, "\n  this would tell: ");
    assert_int_equal(sscanf(strstr(command.out, "tell: "), "tell: %99[^:]", id),
                     1);
    command_free(&command);
    command = run_on(id, path);
    assert_has(command.out, "fail: Odd numbers were rounded up to the next "
                            "counter; freebsd.profil.3");
    assert_null(strstr(command.out, "would tell"));
    command_free(&command);
}

TEST(the_telling_case_is_recorded_and_derived_again)
{
    char path[64], *text, *copy;
    struct command command;

    skip_without_json();
    temporary(path);
    command = run_on("odd-number", path);
    command_free(&command);
    text = text_of_file(path);
    command = command_with(text, WORDS("verify", "-"));
    assert_int_equal(command.status, 0);
    command_free(&command);
    copy = edited(text, "\"telling\": \"", "\"telling\": \"not ");
    seal(copy);
    command = command_with(copy, WORDS("verify", "-"));
    assert_int_equal(command.status, 1);
    command_free(&command);
    command = command_with(text, WORDS("report", "--format", "json", "-"));
    assert_has(command.out, "\"telling\": \"");
    command_free(&command);
    free(copy);
    free(text);
}

TESTS(NULL, NULL)
