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
        cmocka_unit_test(a_file_is_needed_and_no_run_comes_twice),
    };

    return cmocka_run_group_tests(tests, record, drop);
}
