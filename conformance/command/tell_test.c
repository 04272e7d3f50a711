/* SPDX-License-Identifier: MIT */
/* The case that would tell is run where that is asked for. */
#include "command_test.h"

#define MUTANT "mutants/glibc-product-mod-2^32.so"

static struct command judge(const char *tell)
{
    return command_with("", WORDS("run", "--dialect", "glibc", "--case",
                                  "region-far-pcs", "--format", "text", tell,
                                  built(MUTANT)));
}

static void a_case_that_tells_is_run_and_what_it_refutes_is_gone(void **state)
{
    static const char pc[] = "Only the low 32 bits of a pc were kept";
    static const char product[] =
        "The product of distance and scale was cut to 32 bits";
    struct command plain = judge("--verbose"), told = judge("--tell");

    (void)state;
    assert_int_equal(plain.status, 1);
    assert_has(plain.out, pc);
    assert_has(plain.out, product);
    assert_has(plain.out, "this would tell: ");
    assert_has(plain.out, "\n1 case: 1 fail\n");
    assert_int_equal(told.status, 1);
    assert_null(strstr(told.out, pc));
    assert_has(told.out, product);
    assert_has(told.out, "\n2 cases: 2 fail\n");
    command_free(&plain);
    command_free(&told);
}

/* What it adds is recorded with the rest. */
static void what_was_told_is_verified(void **state)
{
    char name[] = "/tmp/told-XXXXXX";
    int file = mkstemp(name);
    struct command command;

    (void)state;
    assert_true(file >= 0);
    close(file);
    command = command_with("", WORDS("run", "--tell", "--dialect", "glibc",
                                     "--case", "region-far-pcs", "--results",
                                     name, built(MUTANT)));
    assert_int_equal(command.status, 1);
    command_free(&command);
    command = command_with("", WORDS("verify", name));
    assert_int_equal(command.status, 0);
    assert_has(command.out, "2 cases");
    command_free(&command);
    unlink(name);
}

static void only_a_whole_run_of_cases_can_tell(void **state)
{
    struct command command =
        command_with("", WORDS("run", "--tell", "--shard", "1/2", "signal"));

    (void)state;
    assert_int_equal(command.status, 2);
    assert_has(command.err, "--tell: only with cases, and not with --shard");
    command_free(&command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_case_that_tells_is_run_and_what_it_refutes_is_gone),
        cmocka_unit_test(what_was_told_is_verified),
        cmocka_unit_test(only_a_whole_run_of_cases_can_tell),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
