/* SPDX-License-Identifier: MIT */
#include "results_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "results_line.h"
#include "results_part.h"

static char why[600];

/* How far it was read. */
struct results_reading {
    struct results_file *file;
    struct results_run state; /* of the run that is read */
    size_t at;                /* its index */
};

static const char *results_file_wrong(const char *name, size_t number,
                                      const char *what)
{
    snprintf(why, sizeof why, "%.300s:%zu: %.250s", name, number, what);
    return why;
}

/* Room for one more in a list that grows by doubling. */
static bool results_file_grow(void **list, size_t count, size_t size)
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

static bool add_run(struct results_reading *r)
{
    struct results_file *file = r->file;

    if (!results_file_grow((void **)&file->runs, file->count,
                           sizeof *file->runs) ||
        !results_file_grow((void **)&file->left, file->count,
                           sizeof *file->left))
        return false;
    r->at = file->count++;
    file->runs[r->at] = (struct results){0};
    file->left[r->at] = (struct results_left){0};
    return true;
}

static void drop_run(struct results_reading *r, size_t k)
{
    struct results_file *file = r->file;
    size_t after = file->count - k - 1;

    results_line_free(&file->runs[k]);
    memmove(&file->runs[k], &file->runs[k + 1], after * sizeof *file->runs);
    memmove(&file->left[k], &file->left[k + 1], after * sizeof *file->left);
    file->count--;
    r->at -= r->at > k;
}

static bool same_run(const struct results *a, const struct results *b)
{
    return strcmp(a->implementation, b->implementation) == 0 &&
           strcmp(a->dialect, b->dialect) == 0;
}

/* What was observed of the same run before; count: nothing. */
static size_t earlier(const struct results_reading *r)
{
    const struct results_file *file = r->file;
    size_t k = 0;

    while (k < file->count && (k == r->at || !file->left[k].unjudged ||
                               !same_run(&file->runs[k], &file->runs[r->at])))
        k++;
    return k;
}

static const char *take_line(struct results_reading *r, void *line,
                             const char *text, size_t length)
{
    if (!r->state.open && !add_run(r))
        return "out of memory";
    return results_line_take(&r->file->runs[r->at], &r->state, line, text,
                             length);
}

/* Lines of a run that was over may be cut off: then what was observed of it
 * counts. */
static void drop_cut(struct results_reading *r)
{
    if (r->state.open && !r->file->left[r->at].unjudged)
        drop_run(r, r->at);
    r->state.open = false;
}

static const char *take_plan(struct results_reading *r, void *line)
{
    size_t before;

    if (!r->state.open || r->file->runs[r->at].case_count)
        return "a plan that no header goes before";
    before = earlier(r);
    if (before < r->file->count) {
        drop_run(r, r->at);
        r->at = before;
    }
    return results_part_plan(&r->file->left[r->at], line);
}

/* What was observed, in the run that it names, or else in the last one. */
static const char *take_observed(struct results_reading *r, void *line)
{
    struct results_file *file = r->file;
    size_t k = r->state.open ? r->at : file->count;
    const char *implementation, *dialect;

    if (results_part_whose(line, &implementation, &dialect))
        for (k = 0; k < file->count; k++)
            if (file->left[k].unjudged &&
                strcmp(file->runs[k].implementation, implementation) == 0 &&
                strcmp(file->runs[k].dialect, dialect) == 0)
                break;
    return k < file->count && file->left[k].unjudged
               ? results_part_observed(&file->runs[k], line)
               : "an observation that no plan goes before";
}

/* A line of FILE.part. */
static const char *results_file_take_part(struct results_reading *r, void *line,
                                          const char *text, size_t length)
{
    const char *kind = results_part_kind(line), *problem;
    size_t before;

    if (strcmp(kind, "header") == 0)
        drop_cut(r);
    else if (strcmp(kind, "plan") == 0)
        return take_plan(r, line);
    else if (strcmp(kind, "observation") == 0)
        return take_observed(r, line);
    else if (r->state.open && r->file->left[r->at].unjudged)
        return "\"line\": expected observation or header";
    problem = take_line(r, line, text, length);
    before = problem || r->state.open ? r->file->count : earlier(r);
    if (before < r->file->count)
        drop_run(r, before);
    return problem;
}

/* Each run of a file is of another implementation or dialect. */
static const char *check_last(const struct results_file *file, size_t last)
{
    for (size_t k = 0; k < last; k++)
        if (same_run(&file->runs[k], &file->runs[last]))
            return "the run is in the file twice";
    return NULL;
}

/* The next line of a file, with what it becomes a part of. */
static const char *results_file_take(struct results_reading *r,
                                     const char *text, size_t length)
{
    struct results_file *file = r->file;
    bool was_open = r->state.open, cut = text[length - 1] != '\n';
    const char *problem;
    void *line = NULL;

    if (cut && !file->partial)
        return "the line is cut off: the file is not whole";
    if (!results_file_grow((void **)&file->lines, file->line_count,
                           sizeof *file->lines))
        return "out of memory";
    problem = cut ? NULL : results_line_parse(text, length, &line);
    if (!line && file->partial &&
        (!problem || strcmp(problem, "out of memory") != 0))
        return NULL;
    if (problem)
        return problem;
    file->lines[file->line_count++] = line;
    if (file->line_count == 1 &&
        strcmp(results_part_kind(line), "command") == 0) {
        file->partial = true;
        return results_part_command(file, line);
    }
    if (file->partial)
        return results_file_take_part(r, line, text, length);
    problem = take_line(r, line, text, length);
    return problem || was_open ? problem : check_last(file, r->at);
}

/* After the last line. */
static const char *end_part(struct results_reading *r)
{
    struct results_file *file = r->file;
    const char *problem = NULL;

    drop_cut(r);
    if (!file->count)
        return "its run was killed before anything was observed: run it again";
    for (size_t k = 0; !problem && k < file->count; k++) {
        if (file->left[k].unjudged)
            results_part_end(&file->runs[k]);
        problem = check_last(file, k);
    }
    return problem;
}

static const char *end(struct results_reading *r)
{
    if (r->file->partial)
        return end_part(r);
    if (!r->file->line_count)
        return "it is empty; expected the lines that profilcheck run "
               "--results writes";
    if (r->state.open)
        return "the file ends before the footer of its run: it is not whole";
    return NULL;
}

const char *results_file_read(struct results_file *file, const char *name,
                              const char *text, size_t length)
{
    const char *problem = NULL, *stop = text + length;
    struct results_reading r = {.file = file};
    size_t number = 0;

    *file = (struct results_file){0};
    while (!problem && text < stop) {
        const char *newline = memchr(text, '\n', (size_t)(stop - text));
        const char *next = newline ? newline + 1 : stop;

        number++;
        problem = results_file_take(&r, text, (size_t)(next - text));
        text = next;
    }
    if (!problem)
        problem = end(&r);
    if (!problem)
        return NULL;
    problem = results_file_wrong(name, number, problem);
    results_file_free(file);
    return problem;
}

void results_file_free(struct results_file *file)
{
    for (size_t k = 0; k < file->count; k++) {
        if (file->left[k].judged)
            results_free(&file->runs[k]);
        results_line_free(&file->runs[k]);
    }
    for (size_t k = 0; k < file->line_count; k++)
        results_line_drop(file->lines[k]);
    free(file->runs);
    free(file->left);
    free((void *)file->arguments);
    free(file->lines);
    *file = (struct results_file){0};
}
