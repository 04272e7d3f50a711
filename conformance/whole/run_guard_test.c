/* SPDX-License-Identifier: MIT */
/* Runtimes behind -pg that overrun a table. */
#include "command_test.h"

static struct command run_on(const char *library)
{
    return command_with(
        "", WORDS("run", "--dialect", "gmon", built("%s", library)));
}

static void assert_crash(const char *library, const char *words)
{
    struct command command = run_on(library);

    assert_int_equal(command.status, 1);
    assert_has(command.out, words);
    assert_has(command.out, "got        killed by SIGSEGV in `arc");
    assert_has(command.out, " 1 crash");
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
                 "crash: More arcs than had room ended the process");
}

TEST(a_call_from_past_the_table_is_seen)
{
    assert_crash("mutants/overrun-high.so",
                 "crash: A call from highpc ended the process");
}

TEST(a_call_from_past_a_narrower_table_is_seen)
{
    assert_crash("mutants/overrun-narrower.so",
                 "crash: After a second, narrower monstartup a call from "
                 "where profiling was on before ended the process");
}

TESTS(NULL, NULL)
