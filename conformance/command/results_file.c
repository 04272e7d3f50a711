/* SPDX-License-Identifier: MIT */
#include "results_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/whole_file.h"
#include "results_line.h"

static char why[600];

const char *results_file_open(struct results_file *file, const char *name)
{
    bool standard = strcmp(name, "-") == 0;
    struct whole_file bytes;
    const char *problem;

    *file = (struct results_file){0};
    name = standard ? "standard input" : name;
    if (!whole_file_read(&bytes, standard ? NULL : name)) {
        snprintf(why, sizeof why, "%.400s: %s", name, strerror(errno));
        return why;
    }
    problem = results_file_read(file, name, bytes.text, bytes.length);
    free(bytes.text);
    return problem;
}

static const char *wrong(const char *name, size_t number, const char *what)
{
    snprintf(why, sizeof why, "%.300s:%zu: %.250s", name, number, what);
    return why;
}

/* Room for one more in a list that grows by doubling. */
static bool grow(void **list, size_t count, size_t size)
{
    void *grown;

    if (count & (count - 1))
        return true;
    grown = realloc(*list, (count ? 2 * count : 1) * size);
    if (!grown)
        return false;
    *list = grown;
    return true;
}

/* The next line of a file, with what it becomes a part of. */
static const char *take(struct results_file *file, struct results_run *state,
                        const char *text, size_t length)
{
    const char *problem;
    void *line;

    if (!length || text[length - 1] != '\n')
        return "the line is cut off: the file is not whole";
    if (!grow((void **)&file->lines, file->line_count, sizeof *file->lines))
        return "out of memory";
    problem = results_line_parse(text, length, &line);
    if (problem)
        return problem;
    file->lines[file->line_count++] = line;
    if (!state->open) {
        if (!grow((void **)&file->runs, file->count, sizeof *file->runs))
            return "out of memory";
        file->runs[file->count++] = (struct results){0};
    }
    return results_line_take(&file->runs[file->count - 1], state, line, text,
                             length);
}

/* Each run of a file is of another implementation or dialect. */
static const char *check_last(const struct results_file *file)
{
    const struct results *last = &file->runs[file->count - 1];

    for (size_t k = 0; k + 1 < file->count; k++)
        if (strcmp(file->runs[k].implementation, last->implementation) == 0 &&
            strcmp(file->runs[k].dialect, last->dialect) == 0)
            return "the run is in the file twice";
    return NULL;
}

const char *results_file_read(struct results_file *file, const char *name,
                              const char *text, size_t length)
{
    const char *problem = NULL, *end = text + length;
    struct results_run state = {0};
    size_t number = 0;

    *file = (struct results_file){0};
    while (!problem && text < end) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        const char *next = newline ? newline + 1 : end;
        bool was_open = state.open;

        number++;
        problem = take(file, &state, text, (size_t)(next - text));
        if (!problem && !was_open)
            problem = check_last(file);
        text = next;
    }
    if (!problem && number == 0)
        problem = "it is empty; expected the lines that profilcheck run "
                  "--results writes";
    if (!problem && state.unjudged)
        problem = "the file ends with what was observed, before any verdict: "
                  "its run was killed, or is not over";
    else if (!problem && state.open)
        problem = "the file ends before the footer of its run: it is not "
                  "whole";
    if (!problem)
        return NULL;
    problem = wrong(name, number, problem);
    results_file_free(file);
    return problem;
}

void results_file_free(struct results_file *file)
{
    for (size_t k = 0; k < file->count; k++)
        results_line_free(&file->runs[k]);
    for (size_t k = 0; k < file->line_count; k++)
        results_line_drop(file->lines[k]);
    free(file->runs);
    free(file->lines);
    *file = (struct results_file){0};
}
