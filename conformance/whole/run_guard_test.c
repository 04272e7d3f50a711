/* SPDX-License-Identifier: MIT */
/* Runtimes behind -pg that overrun a table. */
#include "command_test.h"

static struct command run_on(const char *library)
{
    return command_with(
        "", WORDS("run", "--dialect", "gmon", built("%s", library)));
}

static void assert_crash(const char *library, const char *words,
                         const char *crashes)
{
    struct command command = run_on(library);

    assert_int_equal(command.status, 1);
    assert_has(command.out, words);
    assert_has(command.out, "got        killed by SIGSEGV in `arc");
    assert_has(command.out, crashes);
    command_free(&command);
}

TEST(a_runtime_that_keeps_to_its_tables_conforms)
{
    struct command command = run_on("mutants/overrun-nothing.so");

    assert_int_equal(command.status, 0);
    command_free(&command);
}

TEST(more_arcs_than_a_table_holds_are_seen)
{
    assert_crash("mutants/overrun-full.so",
                 "crash: More arcs than had room ended the process",
                 " 2 crash");
}

TEST(a_call_from_past_the_table_is_seen)
{
    assert_crash("mutants/overrun-high.so",
                 "crash: A call from highpc ended the process", " 1 crash");
}

TEST(a_call_from_past_a_narrower_table_is_seen)
{
    assert_crash("mutants/overrun-narrower.so",
                 "crash: After a second, narrower monstartup a call from "
                 "where profiling was on before ended the process",
                 " 1 crash");
}

TEST(more_arcs_than_an_odd_range_has_room_for_are_seen)
{
    assert_crash("mutants/overrun-odd.so",
                 "crash: More arcs than had room ended the process, where the "
                 "range is not",
                 " 1 crash");
}

TEST(ticks_that_are_counted_as_calls_are_seen)
{
    struct command command = run_on("mutants/overrun-ticks.so");

    assert_int_equal(command.status, 1);
    assert_has(command.out, "fail: Ticks outside of the range were counted in "
                            "the table of calls");
    assert_has(command.out, "1 fail");
    command_free(&command);
}

/* Of moncontrol while nothing is profiled no sentence says anything. */
TEST(a_runtime_that_goes_on_after_cleanup_conforms)
{
    struct command command =
        command_with("", WORDS("run", "--dialect", "gmon", "--suite", "full",
                               built("mutants/overrun-resumes.so")));

    assert_has(command.out, ": conforms");
    assert_int_equal(command.status, 0);
    command_free(&command);
}

TESTS(NULL, NULL)
