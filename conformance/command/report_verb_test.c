/* SPDX-License-Identifier: MIT */
#include "command_test.h"
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

static void several_files_are_one_table(void **state)
{
    char *text = output_of(WORDS("report", aix, irix));

    (void)state;
    assert_has(text, "\ndialect  signal\naix      1 pass\nirix     1 pass\n");
    free(text);
}

static void
each_format_is_written_by_its_name_and_into_a_directory(void **state)
{
    char into[64];

    (void)state;
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

static void the_page_has_lines_of_the_files_that_are_kept(void **state)
{
    char *text = output_of(
        WORDS("report", "--format", "html", "--history", directory, aix));

    (void)state;
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

static void a_kept_file_that_is_none_is_refused_by_its_name(void **state)
{
    char path[64];
    FILE *file;

    (void)state;
    snprintf(path, sizeof path, "%s/worse.jsonl", directory);
    file = fopen(path, "w");
    assert_non_null(file);
    fputs("{}\n", file);
    assert_int_equal(fclose(file), 0);
    ASSERT_USAGE("worse.jsonl:1", "report", "--format", "html", "--history",
                 directory, aix);
    assert_int_equal(unlink(path), 0);
}

static void a_file_is_needed_and_no_run_comes_twice(void **state)
{
    (void)state;
    ASSERT_USAGE("report: which file?", "report");
    ASSERT_USAGE("signal as aix is in ", "report", aix, irix, aix);
    ASSERT_USAGE("unknown format xml; ", "report", "--format", "xml", aix);
    ASSERT_USAGE("/none", "report", "/none");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_files_are_one_table),
        cmocka_unit_test(
            each_format_is_written_by_its_name_and_into_a_directory),
        cmocka_unit_test(the_page_has_lines_of_the_files_that_are_kept),
        cmocka_unit_test(a_kept_file_that_is_none_is_refused_by_its_name),
        cmocka_unit_test(a_file_is_needed_and_no_run_comes_twice),
    };

    return cmocka_run_group_tests(tests, record, drop);
}
