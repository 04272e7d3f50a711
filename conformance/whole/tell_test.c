/* SPDX-License-Identifier: MIT */
/* The case that would tell is run where that is asked for. */
#include "command_test.h"
#include "reference/unit_test.h"

#define MUTANT "mutants/glibc-product-mod-2^32.so"

static struct command judge(const char *tell)
{
    return command_with("", WORDS("run", "--dialect", "glibc", "--case",
                                  "region-far-pcs", "--format", "text", tell,
                                  built(MUTANT)));
}

TEST(a_case_that_tells_is_run_and_what_it_refutes_is_gone)
{
    static const char pc[] = "Only the low 32 bits of a pc were kept";
    static const char product[] =
        "The product of distance and scale was cut to 32 bits";
    struct command plain = judge("--verbose"), told = judge("--tell");

    assert_int_equal(plain.status, 1);
    assert_has(plain.out, pc);
    assert_has(plain.out, product);
    assert_has(plain.out, "this would tell: ");
    assert_has(plain.out, "\n1 case: 1 fail\n");
    assert_int_equal(told.status, 1);
    assert_null(strstr(told.out, pc));
    assert_has(told.out, product);
    assert_null(strstr(told.out, "\n1 case: ")); /* however many tell */
    assert_has(told.out, " cases: ");
    command_free(&plain);
    command_free(&told);
}

/* What it adds is recorded with the rest. */
TEST(what_was_told_is_verified)
{
    char name[] = "/tmp/told-XXXXXX";
    int file = mkstemp(name);
    struct command command;

    assert_true(file >= 0);
    close(file);
    command = command_with("", WORDS("run", "--tell", "--dialect", "glibc",
                                     "--case", "region-far-pcs", "--results",
                                     name, built(MUTANT)));
    assert_int_equal(command.status, 1);
    command_free(&command);
    command = command_with("", WORDS("verify", name));
    assert_int_equal(command.status, 0);
    assert_null(strstr(command.out, " 1 case "));
    assert_has(command.out, " cases of 1 run: as recorded");
    command_free(&command);
    unlink(name);
}

TEST(only_a_whole_run_of_cases_can_tell)
{
    struct command command =
        command_with("", WORDS("run", "--tell", "--shard", "1/2", "signal"));

    assert_int_equal(command.status, 2);
    assert_has(command.err, "--tell: only with cases, and not with --shard");
    command_free(&command);
}

TESTS(NULL, NULL)
