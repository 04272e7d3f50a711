/* SPDX-License-Identifier: MIT */
/* What an implementation leaves behind when it is turned off is named. */
#include <sys/stat.h>

#include "command_test.h"
#include "reference/unit_test.h"

TEST(what_is_left_behind_is_named)
{
    static const struct {
        const char *leak, *words;
    } rows[] = {
        {"interval_timer", "did not put ITIMER_PROF back"},
        {"posix_timer", "left a POSIX timer"},
        {"descriptor", "left a descriptor: 3 -> /dev/null"},
        {"thread", "left a thread: profilcheck"},
        {"child", "left a child process: profilcheck"},
        {"zombie", "left a child process: profilcheck"},
        {"quiet_child", "left a child process: profilcheck"},
        {"grandchild", "left a child process: profilcheck"},
        {"interruption", "let a system call that a tick interrupted fail "
                         "(EINTR)"},
    };
    static const char input[] =
        "buffer b 16; caller set; profil b 16 0x1000 0x8000; "
        "profil b 16 0x1000 0; caller check: ";

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const char *path = built("mutants/leaves-%s.so", rows[k].leak);
        char line[512], *out;

        out = output_of(WORDS("run", "--dialect", "freebsd", "--case",
                              "caller-state", path));
        snprintf(line, sizeof line, "%s%s\n", input, rows[k].words);
        assert_has(out, "; breaks 1 house rule: decency.1\nhouse rule: ");
        assert_has(out, line);
        free(out);
    }
}

TEST(what_is_the_callers_is_not_to_be_destroyed)
{
    static const struct {
        const char *what, *words;
    } rows[] = {
        {"mask", "did not put the signal mask back"},
        {"closed_descriptor", "closed a descriptor: 2"},
        {"replaced_descriptor", "replaced a descriptor: 2 -> /dev/zero; left "
                                "a descriptor: 3 -> /dev/zero"},
        {"disposition", "changed what becomes of signal 14"},
        {"alarms", "took the caller's alarm (ITIMER_REAL)"},
        {"directory", "changed the working directory"},
        {"variable", "changed the environment"},
        {"limit", "changed the limit of resource 7"},
        {"creation_mask", "changed the umask: 022 to 000"},
        {"mapping", "unmapped or changed 1 mapped file"},
        {"error_number", "changed errno in a tick"},
    };

    umask(022);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const char *path = built("mutants/destroys-%s.so", rows[k].what);
        struct command command = command_with(
            "", WORDS("run", "--dialect", "freebsd", "--case", "caller-state",
                      "--house-rules", "fail", path));

        assert_int_equal(command.status, 1);
        assert_has(command.out, "\nfail: ");
        assert_has(command.out, "What belonged to the caller was destroyed");
        assert_has(command.out, rows[k].words);
        command_free(&command);
    }
}

/* Of one that keeps all there is no such line. */
TEST(who_leaves_nothing_behind_passes)
{
    const char *path = built("mutants/freebsd.so");
    char *out;

    out = output_of(
        WORDS("run", "--dialect", "freebsd", "--case", "caller-state", path));
    assert_memory_not_equal(out, "unspecified", 11);
    assert_has(out, "\n1 case: 1 pass\n");
    free(out);
}

TEST(our_own_leave_nothing_behind)
{
    static const char *const names[] = {"signal", "perf", "ptrace"};

    for (size_t k = 0; k < 3; k++) {
        char *out = output_of(WORDS("run", "--case", "caller-state", "--case",
                                    "caller-state-sprofil", names[k]));

        assert_null(strstr(out, " unspecified\n"));
        assert_null(strstr(out, "caller-state.4dedc316"));
        free(out);
    }
}

/* Its timer is gone with exec, and so nothing is to be seen there. */
TEST(ticks_of_a_helper_after_exec_are_waited_for)
{
    struct command command =
        command_with("", WORDS("run", "--dialect", "freebsd", "--case", "exec",
                               built("mutants/helper.so")));

    assert_int_equal(command.status, 0);
    assert_has(command.out, "\nhouse rule: The exec'ed program was killed");
    command_free(&command);
    command = command_with("", WORDS("run", "--dialect", "freebsd", "--case",
                                     "exec", "--house-rules", "fail",
                                     built("mutants/helper.so")));
    assert_int_equal(command.status, 1);
    assert_has(command.out, "The exec'ed program was killed by SIGPROF");
    command_free(&command);
}

TESTS(NULL, NULL)
