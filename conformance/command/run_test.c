/* SPDX-License-Identifier: MIT */
#include "conformance/whole/command_test.h"

#include "conformance/results/results.h"
#include "conformance/whole/json_reader_test.h"
#include "conformance/words_test.h"
#include "reference/unit_test.h"

/* A number of the summary of a report as JSON. */
static size_t counted(const char *json, const char *verdict)
{
    const char *summary = strstr(json, "\"summary\": {");
    char name[32];

    assert_non_null(summary);
    snprintf(name, sizeof name, "\"%s\": ", verdict);
    summary = strstr(summary, name);
    assert_non_null(summary);
    return strtoul(summary + strlen(name), NULL, 10);
}

static void check_counts(const char *json)
{
    size_t sum = 0;

    for (size_t v = 0; v < VERDICTS; v++) {
        char words[64];
        size_t count = counted(json, verdict_names[v]);

        snprintf(words, sizeof words, "\"verdict\": \"%s\"", verdict_names[v]);
        assert_int_equal(occurrences(json, words), count);
        sum += count;
    }
    assert_true(sum > 0);
    assert_int_equal(occurrences(json, "\"verdict\": \""), sum);
}

TEST(a_report_as_json_is_one_object_that_adds_up)
{
    struct command command = command_with(
        "", WORDS("run", "--dialect", "aix", "--format", "json", "signal"));

    assert_int_equal(command.status, 0);
    assert_true(json_is_one_object(command.out));
    check_counts(command.out);
    assert_int_equal(counted(command.out, "fail"), 0);
    assert_has(command.out, "\"implementation\": \"signal\"");
    assert_has(command.out, "\"dialect\": \"aix\"");
    assert_has(command.out, "\"rounding\": [\"up\"]");
    command_free(&command);
}

TEST(all_dialects_are_one_object_too)
{
    struct command command =
        command_with("", WORDS("run", "--format=json", "--case", "odd-number",
                               "--case", "region-tie", "signal"));

    assert_int_equal(command.status, 0);
    assert_true(json_is_one_object(command.out));
    assert_int_equal(occurrences(command.out, "\"summary\": {"), 5);
    assert_int_equal(occurrences(command.out, "{\"id\": \"odd-number."), 5);
    assert_int_equal(occurrences(command.out, "{\"id\": \"region-tie."), 2);
    command_free(&command);
}

/* Rounding up is what freebsd's manual forbids. */
TEST(a_failure_is_the_status_and_the_first_line)
{
    const char *path = built("mutants/aix.so");
    struct command command;

    command = command_with(
        "", WORDS("run", "--dialect", "freebsd", "--case", "odd-number", path));
    assert_int_equal(command.status, 1);
    assert_has(command.out,
               ".so as freebsd: does not conform: 1 cause, 1 of 1 case\n"
               "fail: Odd numbers were rounded up to the next counter, or: ");
    assert_has(command.out, "; freebsd.profil.3 permits fractions to be "
                            "dropped or the distance to be halved first\n"
                            "  1 case: odd-number.");
    assert_has(command.out, "\n    got        b[0] is 0\n"
                            "    permitted  1\n");
    assert_has(command.out, "\n1 case: 1 fail\n");
    assert_string_equal(command.err, "");
    command_free(&command);

    command = command_with("", WORDS("run", "--dialect", "freebsd", "--case",
                                     "odd-number", "--format", "json", path));
    assert_int_equal(command.status, 1);
    assert_true(json_is_one_object(command.out));
    check_counts(command.out);
    assert_int_equal(counted(command.out, "fail"), 1);
    command_free(&command);
}

TEST(the_same_run_gives_the_same_report)
{
    char *once =
        output_of(WORDS("run", "--dialect", "irix", "--jobs", "1", "--case",
                        "region-tie", "--case", "exec", "signal"));
    char *twice =
        output_of(WORDS("run", "--dialect", "irix", "--jobs", "2", "--case",
                        "region-tie", "--case", "exec", "signal"));

    assert_string_equal(once, twice);
    assert_has(once, "2 cases: 2 pass\n");
    free(once);
    free(twice);
}

TEST(cases_of_a_file_are_run_in_place_of_the_suite)
{
    const char *file = case_file("case mine\nbuffer b 16\n"
                                 "profil b 16 0x1000 0x8000\ntick 0x1008\n");
    char *out =
        output_of(WORDS("run", "--dialect", "hpux", "--cases", file, "signal"));
    struct command command;

    assert_has(out, "\n1 case: 1 pass\n");
    free(out);
    out = output_of(WORDS("run", "--dialect", "hpux", "--cases", file,
                          "--suite", "quick", "--case", "mine", "--case",
                          "odd-number", "--format", "json", "signal"));
    assert_int_equal(occurrences(out, "{\"id\": "), 2);
    free(out);
    command = command_with("case piped\nprofil null 0 0 0\n",
                           WORDS("run", "--dialect", "aix", "--cases", "-",
                                 "--format", "json", "signal"));
    assert_int_equal(command.status, 0);
    assert_has(command.out, "{\"id\": \"piped.");
    command_free(&command);
}

TEST(a_malformed_case_is_named_with_file_and_line)
{
    const char *file = case_file("case good\nprofil null 0 0 0\n\n"
                                 "case bad\nbuffer b 8\nfrob\n");
    char expected[128];

    snprintf(expected, sizeof expected,
             "profilcheck: %s:6: read frob, expected an operation", file);
    ASSERT_USAGE(expected, "run", "--cases", file, "signal");
    assert_refused_with("case c\nprofil null 0 0 0177777\n", 2,
                        ":2: read 0177777, expected",
                        WORDS("run", "--cases", "-", "signal"));
    ASSERT_USAGE("/nonexistent/x.case: ", "run", "--cases",
                 "/nonexistent/x.case", "signal");
}

TEST(a_dialect_without_a_case_is_left_out_and_named)
{
    char *out = output_of(WORDS("run", "--case", "region-tie", "signal"));

    assert_int_equal(occurrences(out, "\n1 case: 1 pass\n"), 2);
    assert_has(out, "\nnot judged as aix: none of the cases is meant for "
                    "it\n");
    free(out);
    ASSERT_USAGE("signal as aix: none of the cases is meant for it", "run",
                 "--dialect", "aix", "--case", "region-tie", "signal");
}

TEST(what_cannot_be_run_is_refused)
{
    ASSERT_USAGE("run: which implementation?", "run");
    ASSERT_USAGE("run: unknown implementation frob;", "run", "frob");
    ASSERT_USAGE("/nonexistent.so", "run", "--dialect", "aix",
                 "/nonexistent.so");
    ASSERT_USAGE("run: signal is named twice", "run", "signal", "libc",
                 "signal");
    ASSERT_USAGE("run: unknown implementation frob;", "run", "signal", "frob");
    ASSERT_USAGE("/nonexistent.so", "run", "--dialect", "aix", "signal",
                 "/nonexistent.so");
    ASSERT_USAGE("libc as aix: ", "run", "--dialect", "aix", "signal", "libc");
    ASSERT_USAGE("run: --backend: perf takes its ticks by a mechanism of its "
                 "own",
                 "run", "--backend", "ptrace", "signal", "perf");
    ASSERT_USAGE("unknown dialect vms; choose from aix, irix", "run",
                 "--dialect", "vms", "signal");
    ASSERT_USAGE("--case: unknown case frob; ", "run", "--case", "frob",
                 "signal");
    ASSERT_USAGE("libc as aix: ", "run", "--dialect", "aix", "--case",
                 "region-tie", "libc");
}

TEST(a_wrong_option_is_refused_with_what_was_expected)
{
    static const struct {
        const char *option, *value, *words;
    } rows[] = {
        {"--frob", "1", "run: unknown option --frob;"},
        {"--suite", "slow", "unknown suite slow; choose from quick, full"},
        {"--format", "xml", "unknown format xml; choose from json, html, "},
        {"--jobs", "0", "--jobs: read 0, expected a number from 1 to 256"},
        {"--jobs", "257", "--jobs: read 257, expected"},
        {"--timeout", "0", "--timeout: read 0, expected seconds from 0.01"},
        {"--timeout", "3601", "--timeout: read 3601, expected seconds"},
        {"--timeout", "1s", "--timeout: read 1s, expected seconds"},
        {"--timeout", "", "--timeout: read nothing, expected seconds"},
        {"--timeout", "nan", "--timeout: read nan, expected seconds"},
        {"--shard", "0/8",
         "--shard: read 0/8, expected a shard and their "
         "number, as 3/8"},
        {"--shard", "9/8", "--shard: read 9/8, expected a shard"},
        {"--set", "PROF_FAST", "--set: read PROF_FAST, expected PROF_USHORT=N"},
        {"--set", "PROF_FAST=", "--set: read PROF_FAST=, expected"},
        {"--set", "PROF_FAST=4294967296", "--set: read PROF_FAST=42"},
        {"--set", "PROF_FASTER=1", "--set: read PROF_FASTER=1, expected"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        ASSERT_USAGE(rows[k].words, "run", rows[k].option, rows[k].value,
                     "signal");
    ASSERT_USAGE("unknown backend moon; choose from signal, ptrace, clock",
                 "run", "signal", "--backend", "moon");
    ASSERT_USAGE("--suite live: no --cases and no --backend", "run", "--suite",
                 "live", "--backend", "ptrace", "signal");
    ASSERT_USAGE("--suite live: no --cases and no --backend", "run", "--suite",
                 "live", "--cases", "-", "signal");
    ASSERT_USAGE("--suite laws: no --cases and no --backend clock", "run",
                 "--suite", "laws", "--backend", "clock", "signal");
    ASSERT_USAGE("--suite laws: no --cases and no --backend clock", "run",
                 "--suite", "laws", "--cases", "-", "signal");
    ASSERT_USAGE("--case: unknown case frob; ", "run", "--suite", "live",
                 "--dialect", "aix", "--case", "frob", "signal");
    ASSERT_USAGE("--shard: not with --suite live, which", "run", "--suite",
                 "live", "--shard", "1/2", "signal");
    ASSERT_USAGE("--shard: not with --suite laws, which", "run", "--suite",
                 "laws", "--shard", "1/2", "signal");
    ASSERT_USAGE("--shard: no --shrink with it", "run", "--shrink", "1",
                 "--shard", "1/2", "signal");
    ASSERT_USAGE("--shard: no --waivers with it: give them to profilcheck "
                 "merge",
                 "run", "--waivers", "none", "--shard", "1/2", "signal");
    ASSERT_USAGE("run: option needs a value: --case", "run", "signal",
                 "--case");
}

TEST(the_live_suite_tells_figures_of_passes_too)
{
    char *out = output_of(WORDS("run", "--suite", "live", "--dialect", "aix",
                                "--case", "live-exec", "signal"));

    assert_has(out, "pass: live-exec: H0: the new program lives");
    assert_has(out, "(aix.profil.16)\n");
    assert_has(out, "\n1 case: 1 pass\n");
    free(out);
    out = output_of(WORDS("run", "--suite", "live", "--dialect", "aix",
                          "--case", "live-exec", "--format", "json", "signal"));
    assert_true(json_is_one_object(out));
    assert_has(out, "\"exec\"");
    free(out);
}

/* With a width flag of 0, no call can be made without one. */
TEST(constants_are_as_they_were_set)
{
    struct command command;
    const char *path = built("mutants/irix.so");
    char *out;

    out = output_of(
        WORDS("run", "--dialect", "irix", "--case", "no-width-flag", path));
    assert_has(out, "\n1 case: 1 pass\n");
    free(out);
    command =
        command_with("", WORDS("run", "--dialect", "irix", "--case",
                               "no-width-flag", "--set", "PROF_UINT=0", path));
    assert_int_equal(command.status, 1);
    assert_has(command.out, "needs flags without a width");
    assert_has(command.err, "nothing was judged");
    command_free(&command);
    command =
        command_with("", WORDS("run", "--dialect", "irix", "--case", "count-65",
                               "--set", "PROFIL_MAX=65", path));
    assert_int_equal(command.status, 1);
    assert_has(command.out, "returned -1 E2BIG\n    permitted  returned 0\n");
    command_free(&command);
}

TEST(laws_find_without_the_model)
{
    const char *path = built("mutants/fickle-address.so");
    struct command command;
    char *out;

    out = output_of(WORDS("run", "--suite", "laws", "--dialect", "irix",
                          "--dialect", "freebsd", "signal"));
    assert_has(out, "\n7 cases: 7 pass\n");
    assert_has(out, "\n5 cases: 5 pass\n");
    free(out);
    command = command_with("", WORDS("run", "--suite", "laws", "--dialect",
                                     "freebsd", "--case", "law-place", "--case",
                                     "law-parts-add-up", path));
    assert_int_equal(command.status, 1);
    assert_has(command.out,
               "fail: law-place: buffer r0 128; profil r0 128 0x40000 "
               "0xc001; stream seed=1 n=200 over=");
    assert_has(command.out,
               ": not so that program and regions may lie anywhere, in ");
    assert_has(command.out, "\n2 cases: 1 pass, 1 fail\n");
    command_free(&command);
    path = built("mutants/freebsd-ticks-none.so");
    command = command_with("", WORDS("run", "--suite", "laws", "--dialect",
                                     "freebsd", "--case", "law-place", path));
    assert_int_equal(command.status, 1);
    assert_has(command.out, "nothing is counted of 8 streams");
    command_free(&command);
}

TEST(a_law_of_calls_that_are_absent_is_unsupported)
{
    struct command command =
        command_with("", WORDS("run", "--suite", "laws", "--dialect", "glibc",
                               built("readme-profil.so")));

    assert_has(command.out,
               "unsupported: 7 cases: needs sprofil, which is absent\n");
    assert_has(command.out, "\n7 cases: 7 unsupported\n");
    command_free(&command);
}

TEST(several_implementations_come_to_one_table)
{
    struct command command = command_with(
        "", WORDS("run", "--case", "scale-zero", "--case", "region-tie",
                  "--dialect", "freebsd", "--dialect", "irix", "signal", "libc",
                  built("mutants/irix.so")));

    assert_int_equal(command.status, 1);
    assert_has(command.out, "libc as freebsd: does not conform: 1 cause, 1 of "
                            "1 case\n");
    assert_has(command.out, "\n\ndialect  libc    /");
    assert_has(command.out, "\nfreebsd  1 fail  1 pass\n"
                            "irix     -       2 pass\n"
                            "\nControls, profilcheck's own:\n"
                            "signal as irix: conforms in all 2 cases\n"
                            "signal as freebsd: conforms in 1 case\n"
                            "libc not judged as irix: ");
    assert_int_equal(occurrences(command.out, "dialect  "), 1);
    assert_null(strstr(command.out, "not judged as aix"));
    command_free(&command);
}

/* Without --dialect a library of another system is accused of nothing. */
TEST(a_library_is_judged_by_the_dialect_that_it_fits_best)
{
    static const char *const names[] = {
        "aix", "irix", "hpux", "freebsd", "glibc", "aix-monitor", "gmon"};
    char said[64];

    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        char *out = output_of(
            WORDS("run", "--quiet", built("mutants/%s.so", names[k])));

        snprintf(said, sizeof said, "/%s.so as %s", names[k], names[k]);
        assert_has(out, said);
        assert_has(out, ": conforms in ");
        assert_int_equal(occurrences(out, " as "), 1);
        free(out);
    }
}

TEST(what_nobody_asked_for_is_offered_and_fails_nobody)
{
    char *out = output_of(WORDS("run", built("mutants/freebsd.so")));

    assert_has(out, "\n\nBy dialects that it fits less; --dialect D judges by "
                    "one of them:\n");
    assert_has(out, "/freebsd.so as aix: does not conform: ");
    assert_int_equal(occurrences(out, "\nfail: "), 0);
    free(out);
    out = output_of(
        WORDS("run", "--format", "junit", built("mutants/freebsd.so")));
    assert_int_equal(occurrences(out, "<testsuite "), 1);
    assert_has(out, "failures=\"0\"");
    free(out);
    out = output_of(
        WORDS("run", "--format", "json", built("mutants/freebsd.so")));
    assert_int_equal(occurrences(out, "\"role\": \"subject\""), 1);
    assert_true(occurrences(out, "\"role\": \"offered\"") > 3);
    free(out);
}

TEST(each_may_be_named_with_its_dialect)
{
    char freebsd[4200], irix[4200], *out;

    snprintf(freebsd, sizeof freebsd, "freebsd:%s",
             built("mutants/freebsd.so"));
    snprintf(irix, sizeof irix, "irix:%s", built("mutants/irix.so"));
    out = output_of(WORDS("run", "--quiet", freebsd, irix));
    assert_has(out, "/freebsd.so as freebsd: conforms in ");
    assert_has(out, "/irix.so as irix: conforms in ");
    assert_int_equal(occurrences(out, " as "), 2);
    free(out);
    out = output_of(WORDS("run", "--quiet", "--case", "odd-number",
                          "hpux:signal", "aix:signal"));
    assert_string_equal(out, "signal as aix: conforms in 1 case\n"
                             "signal as hpux: conforms in 1 case\n");
    free(out);
    ASSERT_USAGE("run: signal is named twice", "run", "hpux:signal",
                 "hpux:signal");
    ASSERT_USAGE("run: signal is named twice", "run", "hpux:signal", "signal");
    ASSERT_USAGE("unknown implementation vms:signal;", "run", "vms:signal");
}

TEST(several_end_in_a_table)
{
    char *out = output_of(WORDS("run", "--dialect", "freebsd", "--case",
                                "scale-zero", "--dialect", "all", "signal"));
    char *several;
    const char *path = built("mutants/aix.so");

    assert_has(out, "\ndialect  signal\naix      1 pass\n");
    free(out);
    several = output_of(WORDS("run", "--dialect", "aix", "--case", "scale-zero",
                              "--case", "below-offset-16-bit",
                              built("mutants/irix.so"), path));
    assert_has(several, "\n\ndialect  /");
    free(several);
}

TEST(several_as_json_are_one_object_with_a_run_each)
{
    const char *path = built("mutants/aix.so");
    struct command command;

    command = command_with("", WORDS("run", "--format", "json", "--dialect",
                                     "freebsd", "--case", "odd-number",
                                     "signal", path));
    assert_int_equal(command.status, 1);
    assert_true(json_is_one_object(command.out));
    assert_int_equal(occurrences(command.out, "\"summary\": {"), 2);
    assert_int_equal(occurrences(command.out, "\"implementation\": "), 2);
    assert_has(command.out, "\"implementation\": \"signal\"");
    assert_has(command.out, "mutants/aix.so\"");
    command_free(&command);
}

TESTS(NULL, NULL)
