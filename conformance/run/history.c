/* SPDX-License-Identifier: MIT */
#include "history.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/grow.h"
#include "reports/runs.h"
#include "results_judge.h"

static const char lacking[] = "out of memory";

static int is_kept(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);

    return length > 6 && strcmp(entry->d_name + length - 6, ".jsonl") == 0;
}

static int entries_by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static const char *history_add(struct history *history, const char *name,
                               const struct results *run)
{
    struct report_point *points = grow(history->points, history->count,
                                       &history->capacity, sizeof *points);
    struct report_point *point;

    if (!points)
        return lacking;
    history->points = points;
    point = &points[history->count++];
    *point =
        (struct report_point){.kept = strdup(name),
                              .implementation = strdup(run->implementation),
                              .dialect = strdup(run->dialect),
                              .bad = report_state(run).bad,
                              .cases = run->case_count};
    return point->kept && point->implementation && point->dialect ? NULL
                                                                  : lacking;
}

static const char *history_file(struct history *history, const char *directory,
                                const char *name)
{
    size_t size = strlen(directory) + strlen(name) + 2;
    char *path = malloc(size);
    struct results_file file = {0};
    const char *problem = lacking;

    if (!path)
        return problem;
    snprintf(path, size, "%s/%s", directory, name);
    problem = results_file_open(&file, path);
    for (size_t k = 0; !problem && k < file.count; k++)
        problem = history_add(history, name, &file.runs[k]);
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
                 "%.300s: no file NAME.jsonl is there, as profilcheck run "
                 "--results writes them",
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

void history_free(struct history *history)
{
    for (size_t k = 0; k < history->count; k++) {
        free((void *)history->points[k].kept);
        free((void *)history->points[k].implementation);
        free((void *)history->points[k].dialect);
    }
    free(history->points);
    *history = (struct history){0};
}
