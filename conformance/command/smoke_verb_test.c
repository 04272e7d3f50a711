/* SPDX-License-Identifier: MIT */
#include "conformance/whole/command_test.h"
#include "reference/unit_test.h"

/* A program in the shell that answers rightly but where it is told other. */
static void adapter(char *text, size_t size, const char *hello,
                    const char *call, const char *tick, const char *done)
{
    snprintf(text, size,
             "exec:sh -c 'while read -r line; do case $line in "
             "hello*) %s;; call*) %s;; tick*) %s;; done*) %s;; bye) exit;; "
             "*) echo ok;; esac; done'",
             hello ? hello : "echo hello x; echo can profil ticks; echo ok",
             call ? call : "echo = 0", tick ? tick : "echo ok",
             done ? done
                  : "echo counter b 2 = 8; echo counter b 4 = 9; echo ok");
}

static void smokes(int status, const char *words, const char *hello,
                   const char *call, const char *tick, const char *done)
{
    /* Who is to be late is not waited for long; others have all the time. */
    bool late = strstr(words, "in time") || strstr(words, "still being opened");
    char name[600];
    struct command command;

    adapter(name, sizeof name, hello, call, tick, done);
    command = command_with(
        "", WORDS("smoke", "--timeout", late ? "2" : "60", "--", name));
    assert_string_equal(command.err, "");
    assert_has(command.out, words);
    assert_int_equal(command.status, status);
    command_free(&command);
}

TEST(a_right_one_is_told_from_a_wrong_profil)
{
    smokes(0, " as freebsd: it answers, and ticks are counted\n", NULL, NULL,
           NULL, NULL);
    smokes(1, "it answers, but its profil is wrong: ", NULL, NULL, NULL,
           "echo counter b 2 = 9; echo counter b 4 = 9; echo ok");
    /* it takes no notice of fill16= */
    smokes(1, "b[16] is 0, permitted 7", NULL, NULL, NULL,
           "echo \"counters b [ 0 0 1 0 2 0*27 ]\"; echo ok");
    /* and of x2 */
    smokes(1, "b[4] is 8, permitted 9", NULL, NULL, NULL,
           "echo counter b 2 = 8; echo counter b 4 = 8; echo ok");
    smokes(1, "b[2] is 7, permitted 8", NULL, NULL, NULL, "echo ok");
    smokes(1, "returned -1 EINVAL", NULL, "echo = -1 EINVAL", NULL, NULL);
}

TEST(a_wrong_adapter_is_told_from_a_wrong_profil)
{
    smokes(1, "the adapter answered \"zero\" to call profil, expected = and",
           NULL, "echo zero", NULL, NULL);
    smokes(1, "the adapter answered \"ok\" to call profil, expected = and",
           NULL, "echo ok", NULL, NULL);
    smokes(1, "the adapter answered \"= 0\" to tick, expected counter,", NULL,
           NULL, "echo = 0", NULL);
    smokes(1,
           "the adapter's line \"call profil b 32 0x1000 0x8000 = what\": "
           "read what, expected a value",
           NULL, "echo = what", NULL, NULL);
    smokes(1, "the adapter's line \"counter b 99 = 1\": read counter 99", NULL,
           NULL, NULL, "echo counter b 99 = 1; echo ok");
    smokes(1, "the adapter's line \"counter c 1 = 1\": read c, expected", NULL,
           NULL, NULL, "echo counter c 1 = 1; echo ok");
    smokes(1, "expected a line of text", NULL, "head -c 9 /dev/zero; echo",
           NULL, NULL);
    smokes(1, "expected an answer that ends", NULL, NULL, NULL,
           "yes seen disturbed");
    smokes(1, "it can not do the first case: not today", NULL,
           "echo no not today", NULL, NULL);
}

TEST(who_dies_or_is_late_is_told_so)
{
    smokes(1, "it died: killed by SIGSEGV in `tick 0x1008 0x1010 x2`", NULL,
           NULL, "kill -11 $$", NULL);
    smokes(1, "it died: exited with status 3 in `profil b 32", NULL,
           "printf \"= \"; exit 3", NULL, NULL);
    smokes(1, "it died: exited with status 4 in `the end of the case`: why",
           NULL, NULL, NULL, "echo why >&2; exit 4");
    smokes(1, "it died: killed by SIGBUS in `tick 0x1008 0x1010 x2`", NULL,
           NULL, "echo ended signal 7; echo ok", NULL);
    smokes(
        1,
        "it does not answer in time: still running in `tick 0x1008 0x1010 x2`",
        NULL, NULL, "sleep 1000", NULL);
    smokes(
        1,
        "it does not answer in time: still running in `tick 0x1008 0x1010 x2`",
        NULL, NULL, "exec >&-; sleep 1000", NULL);
}

TEST(who_does_not_open_says_why)
{
    smokes(2, "does not open: it answered hello with \"hi\", expected hello",
           "echo hi", NULL, NULL, NULL);
    smokes(2,
           "does not open: it ended before it had answered hello, with "
           "status 3: no",
           "echo no >&2; exit 3", NULL, NULL, NULL);
    smokes(2, "it can fly, which is no word of EXEC.md",
           "echo hello x; echo can fly; echo ok", NULL, NULL, NULL);
    smokes(2, "does not open: it can none of this dialect's calls",
           "echo hello x; echo ok", NULL, NULL, NULL);
    smokes(2, "its machine has not 64-bit addresses",
           "echo hello x; echo machine big 32; echo ok", NULL, NULL, NULL);
    smokes(
        1,
        "it was still being opened after its time limit (is each line flushed",
        "sleep 1000", NULL, NULL, NULL);
}

/* As it is run, alone and among others. */
TEST(an_error_of_an_adapter_costs_no_other_case)
{
    char name[600];
    struct command command;

    adapter(name, sizeof name, NULL,
            "case $line in *0x555555554000*) echo zero;; *) echo = 0;; esac",
            NULL, "echo ok");
    command =
        command_with("", WORDS("run", "--dialect", "freebsd", "--case",
                               "scale-zero", "--case", "offset-above-32-bits",
                               "--case", "off-bad-address-while-off", name));
    assert_int_equal(command.status, 3);
    assert_has(command.out, "error: 1 case, offset-above-32-bits.8a926281: the "
                            "adapter answered \"zero\" to call profil");
    assert_has(command.out, "\n3 cases: 2 pass, 1 error\n");
    command_free(&command);
}

TEST(any_implementation_may_be_asked)
{
    free(output_of(WORDS("smoke", "signal")));
    free(output_of(WORDS("smoke", "--dialect", "irix", "signal")));
    free(output_of(WORDS("smoke", "--dialect", "aix-monitor", "signal")));
    ASSERT_USAGE("unknown implementation", "smoke", "sig");
    ASSERT_USAGE("which implementation?", "smoke");
    ASSERT_USAGE("one implementation at a time", "smoke", "signal", "perf");
}

TESTS(NULL, NULL)
