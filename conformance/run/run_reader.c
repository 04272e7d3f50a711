/* SPDX-License-Identifier: MIT */
#include "run_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef HAVE_JANSSON

const char *run_failures_read(struct run_failures *failures, const char *name,
                              const char *text, size_t length)
{
    static char why[300];

    (void)text;
    (void)length;
    *failures = (struct run_failures){0};
    snprintf(why, sizeof why,
             "%.120s: this profilcheck was built without a reader of JSON; "
             "apt-get install libjansson-dev and make it again, or give "
             "--case and --observed",
             name);
    return why;
}

#else

#include <jansson.h>
#include <stdbool.h>

#include "conformance/results/results_file.h"
#include "results_judge.h"

#define SCHEMA "profilcheck.results.1"

static char why[400];

static const char *run_reader_wrong(const char *name, const char *what)
{
    snprintf(why, sizeof why, "%.120s: %.200s", name, what);
    return why;
}

/* Whether there is anything to explain of it. */
static bool is_explained(unsigned verdict)
{
    return verdict_rank(verdict) < verdict_rank(VERDICT_WAIVED) &&
           verdict != VERDICT_ERROR;
}

static char *run_reader_copy(const char *text)
{
    return text ? strdup(text) : NULL;
}

/* Null where it is no string. */
static const char *string_of(json_t *object, const char *member)
{
    return json_string_value(json_object_get(object, member));
}

/* Room for one more: the list doubles. */
static bool run_reader_grow(struct run_failures *failures)
{
    size_t count = failures->count;
    struct run_failure *grown;

    if (count & (count - 1))
        return true;
    grown = realloc(failures->rows, (count ? 2 * count : 1) * sizeof *grown);
    if (grown)
        failures->rows = grown;
    return grown != NULL;
}

/* A case, if there is anything to explain of it. */
static bool run_reader_add(struct run_failures *failures,
                           const char *implementation, const char *dialect,
                           const struct result *row)
{
    struct run_failure *failure;

    if (!is_explained(row->verdict))
        return true;
    if (!run_reader_grow(failures))
        return false;
    failure = &failures->rows[failures->count++];
    *failure = (struct run_failure){
        .implementation = run_reader_copy(implementation),
        .dialect = run_reader_copy(dialect),
        .id = run_reader_copy(row->id),
        .verdict = run_reader_copy(verdict_names[row->verdict]),
        .text = run_reader_copy(row->text),
        .observed = run_reader_copy(row->observed),
        .rank = verdict_rank(row->verdict),
        .index = failures->count};
    return failure->implementation && failure->dialect && failure->id &&
           failure->verdict;
}

/* The cases of one run that did not pass. */
static const char *read_run(struct run_failures *failures, const char *name,
                            json_t *run)
{
    json_t *cases = json_object_get(run, "cases"), *row;
    size_t k;

    if (!json_is_array(cases) ||
        !json_is_string(json_object_get(run, "dialect")) ||
        !json_is_string(json_object_get(run, "implementation")))
        return run_reader_wrong(
            name, "a run has no implementation, dialect or cases");
    json_array_foreach(cases, k, row)
    {
        const char *verdict = string_of(row, "verdict");
        struct result seen = {.id = string_of(row, "id"),
                              .text = (char *)string_of(row, "case"),
                              .observed = (char *)string_of(row, "observed")};

        if (!verdict || !seen.id)
            return run_reader_wrong(name, "a case has no id or no verdict");
        seen.verdict = (uint8_t)verdict_by_name(verdict);
        if (!run_reader_add(failures, string_of(run, "implementation"),
                            string_of(run, "dialect"), &seen) ||
            (is_explained(seen.verdict) &&
             !run_causes_of_json(&failures->rows[failures->count - 1], run,
                                 row)))
            return run_reader_wrong(name, "out of memory");
    }
    return NULL;
}

static const char *read_report(struct run_failures *failures, const char *name,
                               json_t *report)
{
    const char *schema = string_of(report, "schema");
    json_t *runs = json_object_get(report, "runs"), *run;
    const char *problem = NULL;
    size_t k;

    if (!schema || strcmp(schema, SCHEMA) != 0)
        return run_reader_wrong(name,
                                "expected \"schema\": \"" SCHEMA "\", as "
                                "profilcheck run --format json writes it, or a "
                                "file of results");
    if (!runs)
        return read_run(failures, name, report);
    if (!json_is_array(runs))
        return run_reader_wrong(name, "\"runs\" is no array");
    json_array_foreach(runs, k, run)
    {
        problem = problem ? problem : read_run(failures, name, run);
    }
    return problem;
}

/* Equal verdicts stay in the run's order. */
static int by_rank(const void *a, const void *b)
{
    const struct run_failure *one = a, *other = b;

    if (one->rank != other->rank)
        return one->rank < other->rank ? -1 : 1;
    return one->index < other->index ? -1 : one->index > other->index;
}

static const char *read_json(struct run_failures *failures, const char *name,
                             const char *text, size_t length)
{
    json_error_t error;
    json_t *report = json_loadb(text, length, 0, &error);
    const char *problem;

    if (!report) {
        snprintf(why, sizeof why, "%.120s:%d: no JSON: %.120s", name,
                 error.line, error.text);
        return why;
    }
    problem = read_report(failures, name, report);
    json_decref(report);
    return problem;
}

/* What is behind the case that was added last, if it was. */
static bool add_causes(struct run_failures *failures, const struct results *run,
                       const struct result *row)
{
    bool good = true;

    if (!is_explained(row->verdict))
        return true;
    for (size_t k = 0; good && k < row->cause_count; k++)
        good = run_causes_add(&failures->rows[failures->count - 1],
                              &run->causes[row->causes[k]]);
    return good;
}

static const char *run_reader_read_lines(struct run_failures *failures,
                                         const char *name, const char *text,
                                         size_t length)
{
    struct results_file file;
    const char *problem = results_file_read(&file, name, text, length);
    bool good = true;

    problem = problem ? problem : results_file_judge(&file, name);
    if (problem)
        return problem;
    results_file_warn(&file, "explain", name);
    for (size_t r = 0; r < file.count; r++)
        for (size_t k = 0; good && k < file.runs[r].case_count; k++) {
            const struct result *row = &file.runs[r].cases[k];

            good = run_reader_add(failures, file.runs[r].implementation,
                                  file.runs[r].dialect, row) &&
                   add_causes(failures, &file.runs[r], row);
        }
    results_file_free(&file);
    return good ? NULL : run_reader_wrong(name, "out of memory");
}

/* Whether it begins with a line of results. */
static bool is_lines(const char *text, size_t length)
{
    json_t *first = json_loadb(text, length, JSON_DISABLE_EOF_CHECK, NULL);
    bool is = json_object_get(first, "line") != NULL;

    json_decref(first);
    return is;
}

const char *run_failures_read(struct run_failures *failures, const char *name,
                              const char *text, size_t length)
{
    const char *problem;

    *failures = (struct run_failures){0};
    if (is_lines(text, length))
        problem = run_reader_read_lines(failures, name, text, length);
    else
        problem = read_json(failures, name, text, length);
    if (problem)
        run_failures_free(failures);
    else if (failures->count)
        qsort(failures->rows, failures->count, sizeof *failures->rows, by_rank);
    return problem;
}

#endif

void run_failures_free(struct run_failures *failures)
{
    for (size_t k = 0; k < failures->count; k++) {
        struct run_failure *row = &failures->rows[k];

        free(row->implementation);
        free(row->dialect);
        free(row->id);
        free(row->verdict);
        free(row->text);
        free(row->observed);
        run_causes_free(row);
    }
    free(failures->rows);
    *failures = (struct run_failures){0};
}
