/* SPDX-License-Identifier: MIT */
#include "conformance/whole/command_test.h"
#include "reference/unit_test.h"

static void judged(const char *log, int status, const char *const *words)
{
    struct command command = command_with(log, words);

    assert_string_equal(command.err, "");
    if (command.status != status)
        fail_msg("status %d of %s", command.status, command.out);
    command_free(&command);
}

/* What is printed of a log on standard input begins so. */
static void tells(const char *log, int status, const char *first)
{
    struct command command = command_with(log, WORDS("judge"));

    assert_string_equal(command.err, "");
    assert_int_equal(command.status, status);
    if (strncmp(command.out, first, strlen(first)) != 0)
        fail_msg("\"%s\" does not begin \"%s\"", command.out, first);
    command_free(&command);
}

#define HEAD "trace 1\ndialect freebsd\nbuffer b 16\n"
#define ON   "call profil b 16 0x1000 0x8000 = 0\n"

TEST(the_first_line_is_named_after_which_nothing_is_left)
{
    tells(HEAD ON "pc 0x1004\ncounter 1 = 1\n", 0,
          "standard input: freebsd explains every line: 1 case\n");
    tells(HEAD ON "pc 0x1004 x2\ncounter 1 = 1\n", 1,
          "standard input:6: counter 1 = 1: freebsd permits only 2");
    tells(HEAD ON "pc 0x1004\n", 1,
          "standard input:5: b[1] is 0: freebsd permits only 1");
    tells(HEAD "call profil bad 16 0x1000 0x8000 = -1 EINVAL\n", 1,
          "standard input:4: call profil bad 16 0x1000 0x8000 = -1 EINVAL: "
          "freebsd permits only -1 EFAULT or 0 (freebsd.profil.7)\n");
    tells(HEAD ON "pc 0x1004\nended signal 11\n", 1,
          "standard input:6: ended signal 11: freebsd lets no process end "
          "there");
    tells(HEAD ON "pc 0x1004\nended timeout\n", 1,
          "standard input:6: still running in `tick 0x1004` after its time "
          "limit\n");
}

TEST(what_is_known_is_waived_and_does_not_conform)
{
    const char *log = HEAD ON "pc 0x1004 x2\ncounter 1 = 1\n";
    char file[64];
    int held = file_holding("* rounding - x\n* ticks - known\n");
    struct command command;

    snprintf(file, sizeof file, "/proc/%d/fd/%d", (int)getpid(), held);
    command = command_with(log, WORDS("judge", "--waivers", file));
    assert_int_equal(command.status, 0);
    assert_has(command.out, "standard input as freebsd: does not conform; 1 "
                            "case waived by /proc/");
    assert_has(command.out, "\nwaived: ");
    command_free(&command);
    close(held);
    ASSERT_USAGE("judge: --waivers: none: No such file", "judge", "--waivers",
                 "none", "-");
}

TEST(a_house_rule_fails_where_that_is_asked_for)
{
    static const char log[] = HEAD ON "exec\nseen exec killed\n";
    struct command command = command_with(log, WORDS("judge"));

    assert_int_equal(command.status, 0);
    assert_has(command.out, "\nhouse rule: The exec'ed program was killed ");
    command_free(&command);
    command = command_with(log, WORDS("judge", "--house-rules", "fail"));
    assert_int_equal(command.status, 1);
    assert_has(command.out, "\nfail: The exec'ed program was killed ");
    command_free(&command);
    ASSERT_USAGE("judge: unknown house-rules none; choose from", "judge",
                 "--house-rules", "none", "-");
}

TEST(logs_of_other_tools_are_taken_as_they_are)
{
    static const char log[] =
        "execve(\"p\") = 0\n"
        "[pid 7] profil(0x5000, 16, 0x1000, 0x8000) = 0 <0.1>\n"
        "[0000000000001004] --- SIGPROF {si_signo=SIGPROF} ---\n";
    char text[400];
    struct command command = command_with(
        log, WORDS("judge", "--from", "strace", "--dialect", "freebsd"));

    assert_int_equal(command.status, 1);
    assert_has(command.out, "was not seen; what was seen is permitted");
    command_free(&command);
    snprintf(text, sizeof text, "%scounter 1 = 2\n", log);
    command = command_with(
        text, WORDS("judge", "--from", "ltrace", "--dialect", "freebsd"));
    assert_int_equal(command.status, 1);
    assert_has(command.out, "standard input:4: counter 1 = 2: freebsd permits "
                            "only 1");
    command_free(&command);
    command = command_with(
        "x\n", WORDS("judge", "--from", "strace", "--dialect", "freebsd"));
    assert_int_equal(command.status, 2);
    assert_has(command.err, "it has no call of profil");
    command_free(&command);
}

/* The system call behind a void function returns 0. */
TEST(of_a_void_function_0_says_that_it_returned)
{
    static const char log[] = "trace 1\nbuffer b 16\n" ON;

    judged(log, 0, WORDS("judge", "--dialect", "hpux"));
    judged("trace 1\nbuffer b 16\ncall profil b 16 0x1000 0x8000 = 1\n", 1,
           WORDS("judge", "--dialect", "hpux"));
}

/* In the order of lines, whatever that of counters is. */
TEST(lines_of_counters_may_stand_in_any_order)
{
    tells(HEAD ON "pc 0x1004 0x1008\ncounter 2 = 5\ncounter 1 = 5\n", 1,
          "standard input:6: counter 2 = 5: freebsd permits only 1");
    tells(HEAD ON "pc 0x1004 0x1008\ncounter 2 = 1\ncounter 1 = 5\n", 1,
          "standard input:7: counter 1 = 5: freebsd permits only 1");
    tells(HEAD ON "pc 0x1004\ncounters [ 0 2 0*6 ]\n", 1,
          "standard input:6: b[1] is 2: freebsd permits only 1");
}

/* Rounding is open: each of these is permitted, not both. */
TEST(each_case_is_judged_in_the_light_of_all)
{
    static const char down[] = "case down\nbuffer b 64\n"
                               "call profil b 64 0x1000 0xc000 = 0\n"
                               "pc 0x1003\ncounter 1 = 1\n";
    static const char other[] = "case other\nbuffer b 64\n"
                                "call profil b 64 0x1000 0xc000 = 0\n"
                                "pc 0x1003\ncounter 0 = 1\n";
    char log[500];

    snprintf(log, sizeof log, "trace 1\ndialect freebsd\n%s", down);
    judged(log, 0, WORDS("judge"));
    snprintf(log, sizeof log, "trace 1\ndialect freebsd\n%s", other);
    judged(log, 0, WORDS("judge"));
    snprintf(log, sizeof log, "trace 1\ndialect freebsd\n%s%s", down, other);
    judged(log, 1, WORDS("judge"));
}

TEST(the_dialect_is_the_logs_or_the_options)
{
    static const char scale_one[] = "trace 1\nbuffer b 64\n"
                                    "call profil b 64 0x1000 1 = 0\n"
                                    "pc 0x1004\ncounter 0 = 1\n";
    char log[200];

    assert_refused_with(scale_one, 2, "by which dialect?", WORDS("judge"));
    judged(scale_one, 0, WORDS("judge", "--dialect", "freebsd"));
    judged(scale_one, 1, WORDS("judge", "--dialect", "hpux", "-"));
    snprintf(log, sizeof log, "trace 1\ndialect hpux%s", scale_one + 7);
    judged(log, 1, WORDS("judge"));
    judged(log, 0, WORDS("judge", "--dialect", "freebsd"));
}

TEST(nothing_judged_is_not_conformance)
{
    tells("trace 1\ndialect aix\ncase x\nunsupported no such call\n", 1,
          "standard input: nothing was judged: every case is unsupported\n");
    tells("trace 1\ndialect aix\nbuffer b 16\n"
          "call sprofil [ b 16 0 2 ] 1 null 0 = 0\n",
          1, "standard input: nothing was judged: every case is unsupported\n");
}

TEST(what_can_not_be_read_is_usage)
{
    assert_refused_with(HEAD "call profil c 8 0 0 = 0\n", 2,
                        "standard input:4: read c, expected",
                        WORDS("judge", "-"));
    assert_refused_with("trace 1\n", 2, "it tells of no call", WORDS("judge"));
    assert_refused_with("", 2, "expected trace 1", WORDS("judge"));
    ASSERT_USAGE("/nonexistent/x: No such file", "judge", "/nonexistent/x");
    ASSERT_USAGE("one log at a time, not a and b", "judge", "a", "b");
    ASSERT_USAGE("unknown dialect", "judge", "--dialect", "vax");
}

TESTS(NULL, NULL)
