/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <sys/stat.h>

#include "conformance/command/verbs.h"
#include "conformance/whole/command_test.h"
#include "publish.h"
#include "reference/unit_test.h"
#include "reports/reports.h"

static char directory[] = "/tmp/publish.XXXXXX";

static int make_directory(void **state)
{
    (void)state;
    strcpy(directory, "/tmp/publish.XXXXXX");
    return mkdtemp(directory) ? 0 : -1;
}

static int remove_directory(void **state)
{
    char command[80];

    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", directory);
    return system(command);
}

static const char *inside(const char *name)
{
    static char path[4096];

    snprintf(path, sizeof path, "%s/%s", directory, name);
    return path;
}

static size_t files_in(const char *path)
{
    DIR *listing = opendir(path);
    size_t count = 0;

    assert_non_null(listing);
    for (struct dirent *entry; (entry = readdir(listing));)
        count +=
            strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(listing);
    return count;
}

static char *read_file(const char *path)
{
    int file = open(path, O_RDONLY);

    assert_true(file >= 0);
    return contents(file);
}

static size_t files(void)
{
    size_t count = 0;

    for (const struct report_format *f = report_formats; f->name; f++)
        count += f->file != NULL;
    return count;
}

/* Two runs of the same take times of their own. */
static char *without_times(char *text)
{
    static const char time[] = " time=\"";

    for (char *at = text; (at = strstr(at, time)) != NULL;)
        for (at += sizeof time - 1; *at && *at != '"'; at++)
            *at = '?';
    return text;
}

/* The directory is made, and holds what --format writes. */
TEST_WITH(a_run_writes_every_format, make_directory, remove_directory)
{
    char into[64];
    char *text;

    strcpy(into, inside("new"));
    text = output_of(WORDS("run", "--dialect", "aix", "--case", "odd-number",
                           "--report", into, "signal"));
    assert_has(text, "1 case: 1 pass\n");
    free(text);
    assert_int_equal(files_in(into), files());
    for (const struct report_format *f = report_formats; f->name; f++) {
        char path[128], *file;

        if (!f->file)
            continue;
        snprintf(path, sizeof path, "%s/%s", into, f->file);
        file = without_times(read_file(path));
        text = without_times(
            output_of(WORDS("run", "--dialect", "aix", "--case", "odd-number",
                            "--format", f->name, "signal")));
        assert_string_equal(file, text);
        free(text);
        free(file);
    }
}

TEST_WITH(a_file_can_be_read_by_whom_the_mask_lets, make_directory,
          remove_directory)
{
    struct stat about;
    mode_t mask = umask(027);

    assert_int_equal(publish(directory, NULL, 0), STATUS_PASS);
    umask(mask);
    assert_int_equal(stat(inside("report.md"), &about), 0);
    assert_int_equal(about.st_mode & 0777, 0640);
}

/* Whoever has the old one open sees it to its end. */
TEST_WITH(a_file_is_replaced_whole, make_directory, remove_directory)
{
    struct stat before, after;
    FILE *old = fopen(inside("junit.xml"), "w");

    assert_non_null(old);
    assert_int_equal(fstat(fileno(old), &before), 0);
    assert_int_equal(publish(directory, NULL, 0), STATUS_PASS);
    assert_int_equal(fstat(fileno(old), &after), 0);
    assert_int_equal(after.st_size, 0);
    assert_int_equal(stat(inside("junit.xml"), &after), 0);
    assert_int_not_equal(after.st_ino, before.st_ino);
    fclose(old);
}

TEST_WITH(what_cannot_be_written_leaves_nothing_behind, make_directory,
          remove_directory)
{
    assert_int_equal(mkdir(inside("report.json"), 0777), 0);
    assert_int_equal(publish(directory, NULL, 0), STATUS_HARNESS);
    assert_int_equal(files_in(directory), 1);
}

TEST_WITH(a_directory_that_cannot_be_is_refused_before_the_run, make_directory,
          remove_directory)
{
    FILE *file = fopen(inside("file"), "w");

    assert_non_null(file);
    fclose(file);
    ASSERT_USAGE(": Not a directory; name a directory that can be written",
                 "run", "--report", inside("file"), "signal");
    ASSERT_USAGE(": No such file or directory", "run", "--report",
                 inside("a/b"), "signal");
    ASSERT_USAGE("--report", "run", "signal", "--report");
}

TESTS(NULL, NULL)
