/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conformance/base/output.h"
#include "conformance/base/put_file.h"
#include "publish.h"
#include "recorded.h"
#include "reports/runs.h"

/* Whether there is a plain file of that name, or none. */
static bool publish_can_replace(const char *directory, const char *name)
{
    struct stat about;
    char *path = memory_format("%s/%s", directory, name);
    bool can = lstat(path, &about) != 0 || S_ISREG(about.st_mode);

    free(path);
    return can;
}

int publish_begin(const char *directory)
{
    int failed = mkdir(directory, 0777) == 0 || errno == EEXIST ? 0 : errno;
    struct stat about;

    if (!failed && stat(directory, &about) != 0)
        failed = errno;
    else if (!failed && !S_ISDIR(about.st_mode))
        failed = ENOTDIR;
    else if (!failed && access(directory, W_OK | X_OK) != 0)
        failed = errno;
    if (failed)
        return complain(
            STATUS_USAGE,
            "--report %s: %s; name a directory that can be written or created",
            directory, strerror(failed));
    for (const struct report_format *f = report_formats; f->name; f++)
        if (f->file && !publish_can_replace(directory, f->file))
            return complain(STATUS_USAGE,
                            "--report %s: %s exists and is not a plain file; "
                            "name another directory",
                            directory, f->file);
    return STATUS_PASS;
}

struct publish_format {
    const struct report_format *format;
    const struct results *runs;
    size_t count;
};

static void publish_write(FILE *out, const void *context)
{
    const struct publish_format *p = context;

    report_write(p->format, p->runs, p->count, out);
}

static int publish_put(const char *directory,
                       const struct report_format *format,
                       const struct results *runs, size_t count)
{
    struct publish_format whole = {format, runs, count};
    char *path = memory_format("%s/%s", directory, format->file);
    int failed = put_file_whole(path, publish_write, &whole);

    if (failed)
        complain(STATUS_HARNESS, "--report %s/%s: %s", directory, format->file,
                 strerror(failed));
    free(path);
    return failed ? STATUS_HARNESS : STATUS_PASS;
}

int publish(const char *directory, const struct results *runs, size_t count)
{
    int status = STATUS_PASS;

    for (const struct report_format *f = report_formats;
         f->name && status == STATUS_PASS; f++)
        if (f->file)
            status = publish_put(directory, f, runs, count);
    return status;
}

static int is_kept(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);

    return length > 6 && strcmp(entry->d_name + length - 6, ".jsonl") == 0;
}

static int entries_by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void history_add(struct history *history, const char *name,
                        const struct results *run)
{
    MEMORY_ADD(history->points, history->count) = (struct report_point){
        .kept = memory_text(name),
        .implementation = memory_text(run->implementation),
        .dialect = memory_text(run->dialect),
        .bad = report_state(run).bad,
        .cases = run->case_count};
}

static const char *history_file(struct history *history, const char *directory,
                                const char *name)
{
    char *path = memory_format("%s/%s", directory, name);
    struct results_file file = {0};
    const char *problem = results_file_open(&file, path);

    for (size_t k = 0; !problem && k < file.count; k++)
        history_add(history, name, &file.runs[k]);
    results_file_free(&file);
    free(path);
    return problem;
}

const char *history_read(struct history *history, const char *directory)
{
    static char text[400];
    struct dirent **entries = NULL;
    int count = scandir(directory, &entries, is_kept, entries_by_name);
    const char *problem = NULL;

    if (count < 0) {
        snprintf(text, sizeof text, "%.300s: %s", directory, strerror(errno));
        return text;
    }
    if (count == 0) {
        snprintf(text, sizeof text,
                 "%.300s: it has no NAME.jsonl, as profilcheck run --results "
                 "writes them",
                 directory);
        problem = text;
    }
    for (int k = 0; k < count; k++) {
        if (!problem)
            problem = history_file(history, directory, entries[k]->d_name);
        free(entries[k]);
    }
    free(entries);
    return problem;
}
