/* SPDX-License-Identifier: MIT */
#include "run_reader.h"

#include <stdlib.h>
#include <string.h>

#ifndef HAVE_JANSSON

const char *run_failures_read(struct run_failures *failures, const char *name,
                              FILE *in)
{
    static char why[300];

    (void)in;
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

#define SCHEMA "profilcheck.results.1"

/* The verdicts that there is anything to explain of, the worst first. */
static const char *const ranks[] = {"crash", "fail", "inconsistent", "timeout",
                                    "inconclusive"};
enum { RANKS = sizeof ranks / sizeof *ranks };

static char why[400];

static const char *wrong(const char *name, const char *what)
{
    snprintf(why, sizeof why, "%.120s: %.200s", name, what);
    return why;
}

static unsigned rank_of(const char *verdict)
{
    unsigned rank = 0;

    while (rank < RANKS && strcmp(ranks[rank], verdict) != 0)
        rank++;
    return rank;
}

/* A copy of a member that is a string; null where it is none. */
static char *string_of(json_t *object, const char *member)
{
    const char *value = json_string_value(json_object_get(object, member));

    return value ? strdup(value) : NULL;
}

static bool add(struct run_failures *failures, json_t *run, json_t *row,
                unsigned rank)
{
    struct run_failure *grown =
        realloc(failures->rows, (failures->count + 1) * sizeof *failures->rows);
    struct run_failure *failure;

    if (!grown)
        return false;
    failures->rows = grown;
    failure = &grown[failures->count++];
    *failure =
        (struct run_failure){.implementation = string_of(run, "implementation"),
                             .dialect = string_of(run, "dialect"),
                             .id = string_of(row, "id"),
                             .verdict = string_of(row, "verdict"),
                             .text = string_of(row, "case"),
                             .observed = string_of(row, "observed"),
                             .rank = rank,
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
        return wrong(name, "a run has no implementation, dialect or cases");
    json_array_foreach(cases, k, row)
    {
        const char *verdict =
            json_string_value(json_object_get(row, "verdict"));

        if (!verdict || !json_is_string(json_object_get(row, "id")))
            return wrong(name, "a case has no id or no verdict");
        if (rank_of(verdict) < RANKS &&
            !add(failures, run, row, rank_of(verdict)))
            return wrong(name, "out of memory");
    }
    return NULL;
}

static const char *read_report(struct run_failures *failures, const char *name,
                               json_t *report)
{
    const char *schema = json_string_value(json_object_get(report, "schema"));
    json_t *runs = json_object_get(report, "runs"), *run;
    const char *problem = NULL;
    size_t k;

    if (!schema || strcmp(schema, SCHEMA) != 0)
        return wrong(name, "expected \"schema\": \"" SCHEMA "\", as "
                           "profilcheck run --format json writes it");
    if (!runs)
        return read_run(failures, name, report);
    if (!json_is_array(runs))
        return wrong(name, "\"runs\" is no array");
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

const char *run_failures_read(struct run_failures *failures, const char *name,
                              FILE *in)
{
    json_error_t error;
    json_t *report = json_loadf(in, 0, &error);
    const char *problem;

    *failures = (struct run_failures){0};
    if (!report) {
        snprintf(why, sizeof why, "%.120s:%d: no JSON: %.120s", name,
                 error.line, error.text);
        for (char *c = why; *c; c++)
            *c = (unsigned char)*c < 0x20 || *c == 0x7f ? '?' : *c;
        return why;
    }
    problem = read_report(failures, name, report);
    json_decref(report);
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
    }
    free(failures->rows);
    *failures = (struct run_failures){0};
}
