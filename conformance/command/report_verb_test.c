/* SPDX-License-Identifier: MIT */
#include "conformance/whole/command_test.h"
#include "reference/unit_test.h"
#include "reports/reports.h"

static char directory[] = "/tmp/report.XXXXXX";
static char aix[64], irix[64];

static int record(void **state)
{
    (void)state;
    if (!mkdtemp(directory))
        return -1;
    snprintf(aix, sizeof aix, "%s/aix.jsonl", directory);
    snprintf(irix, sizeof irix, "%s/irix.jsonl", directory);
    free(output_of(WORDS("run", "--dialect", "aix", "--case", "odd-number",
                         "--results", aix, "signal")));
    free(output_of(WORDS("run", "--dialect", "irix", "--case", "region-tie",
                         "--results", irix, "signal")));
    return 0;
}

static int drop(void **state)
{
    char command[80];

    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", directory);
    return system(command);
}

TEST(several_files_are_one_table)
{
    char *text = output_of(WORDS("report", aix, irix));

    assert_has(text, "\ndialect  signal\naix      1 pass\nirix     1 pass\n");
    free(text);
}

TEST(waivers_and_house_rules_are_those_that_are_given)
{
    char bad[64], file[64];
    int held = file_holding("* rounding - known\n");
    struct command command;
    char *text;

    snprintf(bad, sizeof bad, "%s/bad.jsonl", directory);
    snprintf(file, sizeof file, "/proc/%d/fd/%d", (int)getpid(), held);
    command =
        command_with("", WORDS("run", "--dialect", "freebsd", "--case",
                               "odd-number", "--case", "caller-state",
                               "--results", bad, built("mutants/aix.so")));
    assert_int_equal(command.status, 1);
    command_free(&command);
    text = output_of(WORDS("report", "--waivers", file, bad));
    assert_has(text, " as freebsd: does not conform; 1 case waived by /proc/");
    assert_has(text, "\n    waived     known\n");
    free(text);
    text = output_of(WORDS("report", bad));
    assert_has(text, " as freebsd: does not conform: 1 cause, 1 of 2 cases\n");
    free(text);
    close(held);
    ASSERT_USAGE("report: unknown house-rules none; choose from", "report",
                 "--house-rules", "none", bad);
}

TEST(each_format_is_written_by_its_name_and_into_a_directory)
{
    char into[64];

    snprintf(into, sizeof into, "%s/all", directory);
    free(output_of(WORDS("report", "--report", into, aix)));
    for (const struct report_format *f = report_formats; f->name; f++) {
        char *text = output_of(WORDS("report", "--format", f->name, aix));
        char path[128], *whole;
        int file;

        assert_has(text, "signal");
        if (!f->file) {
            free(text);
            continue;
        }
        snprintf(path, sizeof path, "%s/%s", into, f->file);
        file = open(path, O_RDONLY);
        assert_true(file >= 0);
        whole = contents(file);
        assert_string_equal(whole, text);
        free(whole);
        free(text);
    }
}

TEST(the_page_has_lines_of_the_files_that_are_kept)
{
    char *text = output_of(
        WORDS("report", "--format", "html", "--history", directory, aix));

    assert_has(text, "<title>Cases that did not pass, by aix</title>");
    assert_has(text, "<title>Cases that did not pass, by irix</title>");
    assert_has(text, "irix.jsonl, signal: 0 of 1. ");
    free(text);
    ASSERT_USAGE("add --format html", "report", "--history", directory, aix);
    ASSERT_USAGE("without --report", "report", "--format", "html", "--report",
                 directory, "--history", directory, aix);
    ASSERT_USAGE("--history /none: No such", "report", "--format", "html",
                 "--history", "/none", aix);
    ASSERT_USAGE("no file NAME.jsonl is there", "report", "--format", "html",
                 "--history", "/", aix);
}

TEST(a_kept_file_that_is_none_is_refused_by_its_name)
{
    char path[64];
    FILE *file;

    snprintf(path, sizeof path, "%s/worse.jsonl", directory);
    file = fopen(path, "w");
    assert_non_null(file);
    fputs("{}\n", file);
    assert_int_equal(fclose(file), 0);
    ASSERT_USAGE("worse.jsonl:1", "report", "--format", "html", "--history",
                 directory, aix);
    assert_int_equal(unlink(path), 0);
}

TEST(a_file_is_needed_and_no_run_comes_twice)
{
    ASSERT_USAGE("report: which file?", "report");
    ASSERT_USAGE("signal as aix is in ", "report", aix, irix, aix);
    ASSERT_USAGE("unknown format xml; ", "report", "--format", "xml", aix);
    ASSERT_USAGE("/none", "report", "/none");
}

TESTS(record, drop)
