/* SPDX-License-Identifier: MIT */
#include "conformance/whole/results_test.h"
#include "reference/unit_test.h"

static void verified(const char *text, int status, const char *words)
{
    struct command command = command_with(text, WORDS("verify", "-"));

    assert_int_equal(command.status, status);
    assert_has(status == 2 ? command.err : command.out, words);
    command_free(&command);
}

/* That edit, sealed by whoever made it. */
static void forged(const char *text, const char *from, const char *to,
                   int status, const char *words)
{
    char *copy = edited(text, from, to);

    seal(copy);
    verified(copy, status, words);
    free(copy);
}

TEST(what_runs_recorded_is_derived_again)
{
    char path[4096], *text;

    skip_without_json();
    snprintf(path, sizeof path, "%s", built("mutants/aix.so"));
    text = results_of("freebsd", path, 1);
    verified(text, 0, " of 1 run: as recorded\n");
    assert_has(text, "\"explanation\": \"b[");
    assert_has(text,
               "\"histogram\": {\"buffer\": \"b\", \"width\": 2, \"size\":");
    free(text);
    text = results_of("all", "libc", 1);
    verified(text, 0, " runs: as recorded\n");
    free(text);
}

TEST(what_is_waived_is_held_against_the_file)
{
    char path[4096], file[64], *text;
    int held = file_holding("* rounding - known\n");
    struct command command;

    skip_without_json();
    snprintf(path, sizeof path, "%s", built("mutants/aix.so"));
    text = results_of("freebsd", path, 1);
    snprintf(file, sizeof file, "/proc/%d/fd/%d", (int)getpid(), held);
    command = command_with(text, WORDS("verify", "--waivers", file, "-"));
    assert_int_equal(command.status, 1);
    assert_has(command.out, ": recorded fail; observed is waived\n");
    command_free(&command);
    free(text);
    close(held);
    ASSERT_USAGE("verify: --waivers: none: No such file", "verify", "--waivers",
                 "none", "-");
}

TEST(a_forged_verdict_or_observation_is_found)
{
    char *text = results_of("aix", "signal", 0);

    skip_without_json();
    forged(text, "\"id\": \"odd-number.7138d1de\"",
           "\"id\": \"odd-number.7138d1df\"", 2, "is that of another case");
    forged(text, "buffer 0 64 [ 0 1 0 2 4 0 8 0*25 ]",
           "buffer 0 64 [ 9 1 0 2 4 0 8 0*25 ]", 1,
           "recorded pass; observed is fail");
    forged(text, "\"observed\": \"1 call", "\"observed\": \"1 cull", 2,
           "column ");
    forged(text, "\"observed\": \"1 call", "\"seen\": \"1 call", 2,
           "what was observed is not recorded");
    forged(text, "\"case\": \"case ", "\"case\": \"cose ", 2, "read cose");
    forged(text, "\"standing\": \"required\"", "\"standing\": \"forbidden\"", 1,
           "recorded forbidden; observed is not so");
    forged(text, "\"dialect\": \"aix\"", "\"dialect\": \"axi\"", 2,
           "its dialect is none of");
    free(text);
}

/* That edit of the header makes one of the live suite, sealed. */
TEST(runs_of_the_live_suite_are_passed_over)
{
    char *text = results_of("aix", "signal", 0), *live, *both;

    skip_without_json();
    live = edited(text, "\"suite\": \"quick\"", "\"suite\": \"live\"");
    seal(live);
    verified(live, 2,
             "all of it is of the live suite or of laws, whose "
             "samples are not recorded");
    both = edited(live, "\"implementation\": \"signal\"",
                  "\"implementation\": \"other\"");
    seal(both);
    both = realloc(both, strlen(both) + strlen(text) + 1);
    assert_non_null(both);
    strcat(both, text);
    verified(both, 0,
             " of 1 run: as recorded; not 1 of the live suite or of "
             "laws\n");
    free(text);
    free(live);
    free(both);
}

TEST(other_words_are_found)
{
    ASSERT_USAGE("verify: which file?", "verify");
    ASSERT_USAGE("verify: none.jsonl: No such file", "verify", "none.jsonl");
}

TESTS(NULL, NULL)
