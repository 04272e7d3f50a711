/* SPDX-License-Identifier: MIT */
#include "conformance/whole/command_test.h"
#include "reference/unit_test.h"

static char *mutant(const char *name)
{
    return strdup(built("mutants/%s.so", name));
}

static size_t lines_of(const char *text)
{
    size_t lines = 0;

    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* Compile a C program, all warnings being errors, against a library, and run
 * it: its exit status. */
static int status_of(const char *text, const char *library)
{
    char source[] = "/tmp/shrink_test.XXXXXX.c", program[64], command[9000];
    int file = mkstemps(source, 2), status;

    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    close(file);
    snprintf(program, sizeof program, "%s.out", source);
    snprintf(command, sizeof command,
             "cc -std=c11 -Wall -Wextra -Werror -O1 -o %s %s '%s'", program,
             source, library);
    assert_int_equal(system(command), 0);
    snprintf(command, sizeof command, "%s >/dev/null", program);
    status = system(command);
    unlink(source);
    unlink(program);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The program shows the defect of the mutant, and none of a conforming
 * implementation. */
static void check(const char *dialect, const char *id, const char *name,
                  const char *body, const char *words)
{
    char *wrong = mutant(name), *right = mutant(dialect);
    char *out = output_of(WORDS("shrink", "--dialect", dialect, id, wrong));
    const char *program = strstr(out, "\n\n/* ");

    assert_has(out, body);
    if (!program)
        fail_msg("no program: %s", out);
    program += 2;
    assert_has(program, words);
    assert_in_range(lines_of(program), 1, 40);
    assert_int_equal(status_of(program, wrong), 1);
    assert_int_equal(status_of(program, right), 0);
    free(out);
    free(wrong);
    free(right);
}

TEST(a_wrong_counter_is_shown)
{
    check("freebsd", "odd-number", "aix",
          "buffer b 2\nprofil b 2 0x20000 0x8000\ntick 0x20002\n",
          "freebsd.profil.3 permits 1");
}

TEST(a_pc_that_cannot_be_mapped_is_shown)
{
    check("freebsd", "far-pcs", "freebsd-product-mod-2^64", "tick 0x4000",
          "raise(SIGPWR)");
}

TEST(a_return_value_is_shown)
{
    check("aix", "list-descending", "aix-list-order-unchecked", "] -1 0 0\n",
          "aix.profil.21 permits -1 EINVAL or 0 EINVAL");
}

TEST(a_crash_is_shown)
{
    check("freebsd", "bad-buffer", "freebsd-bad-buffer-crashes",
          "profil bad 1 0x20000 1\n", "WTERMSIG");
}

TEST(what_a_forked_child_lacks_is_shown)
{
    check("hpux", "fork", "hpux-fork-child-off", "fork\ntick 0x20000\nend\n",
          "hpux.profil.9 requires that it counts");
}

TEST(what_exec_kills_is_shown)
{
    check("freebsd", "exec", "freebsd-exec-kills",
          "buffer b 1\nprofil b 1 0x20000 1\nexec\n", "/proc/self/exe");
}

/* By runs of their own, which find the same; and it fails again. */
TEST(case_and_program_are_printed_apart_too)
{
    char *path = mutant("aix"), both[9000];
    char *whole =
        output_of(WORDS("shrink", "--dialect", "freebsd", "odd-number", path));
    char *minimal = output_of(WORDS("shrink", "--dialect", "freebsd",
                                    "--case-only", "odd-number", path));
    char *program = output_of(WORDS("shrink", "--dialect", "freebsd",
                                    "--c-only", "odd-number", path));
    struct command command;

    assert_memory_equal(minimal, "# fail ", 7);
    assert_has(minimal, "\ncase odd-number-min\nbuffer b 2\n");
    assert_memory_equal(program, "/* Odd numbers were rounded up ", 31);
    snprintf(both, sizeof both, "%s\n%s", minimal, program);
    assert_string_equal(whole, both);
    command = command_with(
        minimal, WORDS("run", "--dialect", "freebsd", "--cases", "-", path));
    assert_int_equal(command.status, 1);
    assert_has(command.out, "\nfail: ");
    command_free(&command);
    free(whole);
    free(minimal);
    free(program);
    free(path);
}

TEST(what_does_not_fail_is_not_shrunk)
{
    struct command command = command_with(
        "", WORDS("shrink", "--dialect", "aix", "odd-number", "signal"));

    assert_int_equal(command.status, 1);
    assert_string_equal(command.out, "");
    assert_has(command.err, "there is nothing to shrink, it is: pass");
    command_free(&command);
}

/* It may or may not fail at the time; it comes to an end. */
TEST(an_implementation_that_fails_at_random_is_left)
{
    char *path = mutant("fickle-chance");
    const char *file =
        case_file("case c\nbuffer b 64\nprofil b 64 0x1000 0x8000\n"
                  "tick 0x1003 x9 0x1007 x9 0x100b x9\n");
    struct command command =
        command_with("", WORDS("shrink", "--dialect", "freebsd", "--case-only",
                               "--cases", file, "c", path));

    assert_in_range(command.status, 0, 1);
    command_free(&command);
    free(path);
}

TEST(two_cases_that_contradict_each_other_are_inconsistent)
{
    static const struct {
        const char *name, *cases;
    } rows[] = {
        {"fickle-address",
         "case a\nbuffer b 16\nprofil b 16 0x1000 0xc000\ntick 0x1003\n"
         "case b\nbuffer b 16\nprofil b 16 0x100000 0xc000\ntick 0x100003\n"},
        {"fickle-call",
         "case a\nbuffer b 16\nprofil b 16 0x1000 0xc000\ntick 0x1003\n"
         "case b\nbuffer b 16\nbuffer c 16\nprofil b 16 0x1000 0xc000\n"
         "profil b 16 0x1000 0\n"
         "profil c 16 0x1000 0xc000\ntick 0x1003\nfork\nend\n"},
        {"fickle-thread",
         "case a\nbuffer b 16\nprofil b 16 0x1000 0xc000\ntick 0x1003\n"
         "case b\nbuffer b 16 shared\nprofil b 16 0x1000 0xc000\n"
         "profil b 16 0x1000 0\ntick 0x1003\nfork\nprofil b 16 0x1000 "
         "0xc000\ntick 0x1003\nend\n"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char *path = mutant(rows[k].name), *right = mutant("freebsd");
        struct command command =
            command_with(rows[k].cases, WORDS("run", "--dialect", "freebsd",
                                              "--cases", "-", path));

        assert_int_equal(command.status, 1);
        assert_has(command.out, "inconsistent: ");
        assert_has(command.out, "in rounding");
        command_free(&command);
        command =
            command_with(rows[k].cases, WORDS("run", "--dialect", "freebsd",
                                              "--cases", "-", right));
        assert_int_equal(command.status, 0);
        command_free(&command);
        free(path);
        free(right);
    }
}

TEST(what_cannot_be_shrunk_is_refused)
{
    ASSERT_USAGE("shrink: which case, on which implementation?", "shrink");
    ASSERT_USAGE("shrink: which case, on which", "shrink", "odd-number");
    ASSERT_USAGE("shrink: unknown implementation frob;", "shrink", "exec",
                 "frob");
    ASSERT_USAGE("shrink: unknown case frob; ", "shrink", "frob", "signal");
    ASSERT_USAGE("one of aix irix hpux freebsd glibc is needed", "shrink",
                 "odd-number", "signal");
    ASSERT_USAGE("expected no more than CASE and IMPL", "shrink", "exec",
                 "signal", "libc");
    ASSERT_USAGE("--c-only or --case-only, not both", "shrink", "--c-only",
                 "--case-only", "exec", "signal");
    ASSERT_USAGE("--timeout: read 0, expected seconds", "shrink", "--timeout",
                 "0", "exec", "signal");
    ASSERT_USAGE("unknown dialect vms; choose from", "shrink", "--dialect",
                 "vms", "exec", "signal");
}

TESTS(NULL, NULL)
