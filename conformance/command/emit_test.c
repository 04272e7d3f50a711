/* SPDX-License-Identifier: MIT */
#include "conformance/whole/command_test.h"
#include "reference/unit_test.h"

#include <sys/stat.h>

static unsigned lines_with(const char *text, const char *words)
{
    unsigned n = 0;

    for (; (text = strstr(text, words)) != NULL; text++)
        n++;
    return n;
}

TEST(the_head_says_what_it_holds)
{
    struct command command =
        command_with("", WORDS("emit", "--dialect", "freebsd"));

    assert_int_equal(command.status, 0);
    assert_string_equal(command.err, "");
    assert_has(command.out, "\n *     profilcheck emit --dialect freebsd\n");
    assert_has(command.out, "\n * It judges by freebsd: ");
    assert_has(command.out, "\n * It holds 75 cases of the suite quick, for "
                            "addresses of\n * 64 bits;");
    assert_has(command.out, "\n * 2 cases are not here, being for addresses");
    assert_int_equal(lines_with(command.out, "\nstatic const char *const ops"),
                     75);
    assert_has(command.out, "\nenum { TESTS = 75 };\n");
    command_free(&command);
}

TEST(cases_are_chosen_by_name_and_width)
{
    struct command command =
        command_with("", WORDS("emit", "--dialect", "irix", "--case", "fork",
                               "--case", "odd-number", "--address", "32"));

    assert_int_equal(command.status, 0);
    assert_has(command.out, "\n#define EMIT_BITS    32\n");
    assert_has(command.out, "\nenum { TESTS = 2 };\n");
    assert_has(command.out, "{\"fork.");
    assert_has(command.out, "{\"odd-number.");
    command_free(&command);
}

TEST(a_file_of_cases_is_read)
{
    struct command command =
        command_with("case mine\nbuffer b 16\nprofil b 16 0x1000 0x8000\n",
                     WORDS("emit", "--dialect", "hpux", "--cases", "-"));

    assert_int_equal(command.status, 0);
    assert_has(command.out, " 1 case of a file of cases");
    assert_has(command.out, "{\"mine.");
    command_free(&command);
}

TEST(it_writes_a_file)
{
    char name[] = "/tmp/emitXXXXXX";
    int file = mkstemp(name);
    struct command command =
        command_with("", WORDS("emit", "--dialect", "aix", "--case",
                               "odd-number", "--output", name));
    struct stat there;

    assert_int_equal(command.status, 0);
    assert_string_equal(command.out, "");
    assert_int_equal(fstat(file, &there), 0);
    assert_true(there.st_size > 40000);
    close(file);
    unlink(name);
    command_free(&command);
}

TEST(what_cannot_be_written_is_usage)
{
    ASSERT_USAGE("emit: --dialect: which one?", "emit");
    ASSERT_USAGE("aix-monitor has neither profil nor sprofil", "emit",
                 "--dialect", "aix-monitor");
    ASSERT_USAGE("it takes no words", "emit", "--dialect", "aix", "signal");
    ASSERT_USAGE("unknown address 48", "emit", "--dialect", "aix", "--address",
                 "48");
    ASSERT_USAGE("unknown suite live", "emit", "--dialect", "aix", "--suite",
                 "live");
    ASSERT_USAGE("no-such", "emit", "--dialect", "aix", "--case", "no-such");
    ASSERT_USAGE("there is no case of hpux for addresses of 16 bits", "emit",
                 "--dialect", "hpux", "--case", "far-pcs", "--address", "16");
    ASSERT_USAGE("--output: /nowhere/check.c: No such file", "emit",
                 "--dialect", "hpux", "--output", "/nowhere/check.c");
    ASSERT_USAGE("/nowhere/a.case", "emit", "--dialect", "hpux", "--cases",
                 "/nowhere/a.case");
}

TESTS(NULL, NULL)
