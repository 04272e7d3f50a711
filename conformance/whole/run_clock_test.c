/* SPDX-License-Identifier: MIT */
/* Clocks that never tick, or whose ticks are no SIGPROF. */
#include "command_test.h"
#include "reference/unit_test.h"

TEST(a_profil_without_ticks_fails)
{
    static const char *const backends[] = {"signal", "clock", "ptrace"};
    const char *path = built("mutants/freebsd-ticks-none.so");

    for (size_t k = 0; k < sizeof backends / sizeof *backends; k++) {
        struct command command = command_with(
            "", WORDS("run", "--dialect", "freebsd", "--case", "odd-scale",
                      "--case", "sleeping", "--backend", backends[k], path));

        assert_int_equal(command.status, 1);
        assert_has(command.err, "returned 0 (errno 0): SIGPROF has no handler, "
                                "no timer was armed, and no tick came\n");
        assert_has(command.out,
                   "fail: No tick ever came while profiling was on; "
                   "freebsd.profil.1 requires");
        assert_has(command.out, "\n2 cases: 1 fail, 1 unspecified\n");
        command_free(&command);
    }
}

/* On a machine so busy that two ticks came for one, it says so. */
static bool unsettled(const char *out)
{
    return strstr(out, "\n1 case: 1 inconclusive\n") != NULL;
}

/* Its signal is not SIGPROF, nor is any timer of SIGPROF its clock. */
TEST(a_clock_that_is_unknown_is_judged_where_that_is_asked)
{
    const char *path = built("mutants/unseen/aix.so");
    struct command command;

    command = command_with(
        "", WORDS("run", "--dialect", "aix", "--case", "odd-number", path));
    assert_int_equal(command.status, 1);
    assert_has(command.out, "unsupported: 1 case: ");
    assert_has(command.out, "its ticks come by other means than SIGPROF: use "
                            "--backend clock\n");
    assert_string_equal(command.err, "profilcheck: run: nothing was judged: "
                                     "every case is unsupported\n");
    command_free(&command);
    command =
        command_with("", WORDS("run", "--dialect", "aix", "--case",
                               "buffer-start", "--backend", "clock", path));
    assert_has(command.out, " as aix, ticks by clock: conforms in 1 case\n");
    if (!unsettled(command.out))
        assert_has(command.out, "\n1 case: 1 pass\n");
    command_free(&command);
    path = built("mutants/unseen/aix-next-even.so");
    command =
        command_with("", WORDS("run", "--dialect", "aix", "--case",
                               "buffer-start", "--backend", "clock", path));
    assert_int_equal(command.status, 1);
    if (!unsettled(command.out))
        assert_has(command.out, "    got        b[3] is 8\n    permitted  7\n");
    command_free(&command);
}

TESTS(NULL, NULL)
