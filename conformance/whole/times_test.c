/* SPDX-License-Identifier: MIT */
/* How long cases took: JUnit's XML of a run tells it, and nothing else. */
#include <ctype.h>

#include "command_test.h"
#include "reference/unit_test.h"

static char kept[] = "/tmp/times.XXXXXX";

static int keep(void **state)
{
    int file = mkstemp(kept);

    (void)state;
    if (file >= 0)
        close(file);
    return file < 0;
}

static int forget(void **state)
{
    (void)state;
    return unlink(kept);
}

/* The end of a time attribute that begins here, or null. */
static char *after_time(char *at)
{
    static const char name[] = " time=\"";

    if (strncmp(at, name, sizeof name - 1) != 0)
        return NULL;
    at += sizeof name - 1;
    assert_true(isdigit((unsigned char)*at));
    while (isdigit((unsigned char)*at))
        at++;
    assert_int_equal(*at++, '.');
    for (int k = 0; k < 3; k++)
        assert_true(isdigit((unsigned char)*at++));
    assert_int_equal(*at++, '"');
    return at;
}

/* Take all times away.  Returns how many there were. */
static size_t strip_times(char *text)
{
    size_t count = 0;
    char *to = text;

    for (char *at = text, *after; (*to = *at) != '\0';) {
        after = after_time(at);
        count += after != NULL;
        if (after) {
            at = after;
            continue;
        }
        at++;
        to++;
    }
    return count;
}

static size_t times_of_word(const char *text, const char *word)
{
    size_t count = 0;

    while ((text = strstr(text, word))) {
        count++;
        text++;
    }
    return count;
}

/* Of a run, its results kept; its times are counted and taken away. */
static char *junit_of(const char *jobs, size_t *times)
{
    char *text =
        output_of(WORDS("run", "--dialect", "irix", "--jobs", jobs, "--results",
                        kept, "--format", "junit", "signal"));

    *times = strip_times(text);
    return text;
}

TEST(each_case_that_ran_has_a_time_and_so_have_the_suite_and_all)
{
    size_t times;
    char *text = junit_of("2", &times);
    size_t unsupported = times_of_word(text, "message=\"unsupported: ");

    assert_int_equal(times,
                     times_of_word(text, "<testcase ") - unsupported + 2);
    free(text);
}

TEST(but_for_times_runs_and_their_kept_results_give_the_same_bytes)
{
    size_t times;
    char *one = junit_of("1", &times), *two = junit_of("2", &times);
    char *later = output_of(WORDS("report", "--format", "junit", kept));

    assert_string_equal(one, two);
    assert_string_equal(two, later);
    assert_int_equal(strip_times(later), 0);
    free(one);
    free(two);
    free(later);
}

TEST(no_other_format_has_times)
{
    static const char *const formats[] = {"text", "json",     "jsonl",
                                          "tap",  "markdown", "sarif"};

    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++) {
        char *text =
            output_of(WORDS("run", "--dialect", "irix", "--case", "odd-number",
                            "--format", formats[k], "signal"));

        assert_null(strstr(text, "took"));
        assert_null(strstr(text, "time=\""));
        assert_null(strstr(text, "\"time\""));
        free(text);
    }
}

TESTS(keep, forget)
