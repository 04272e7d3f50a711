/* SPDX-License-Identifier: MIT */
#include "merge_run.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/output.h"
#include "conformance/base/plural.h"
#include "conformance/explain/annotate.h"
#include "conformance/run/environment.h"
#include "conformance/run/recorded.h"
#include "conformance/run/rederive.h"
#include "reports/reports.h"

/* What is told of the machines of one run, in strings of its own. */
struct machines {
    struct named *rows;
    char **values;
    size_t count;
};

/* Whether a shard before this one tells the same. */
static bool told_before(const struct shards *shards, size_t run, size_t row,
                        size_t file)
{
    const struct named *own = &shards->files[file].runs[run].environment[row];

    for (size_t f = 0; f < file; f++)
        if (strcmp(shards->files[f].runs[run].environment[row].value,
                   own->value) == 0)
            return true;
    return false;
}

/* What is not the same on all machines is told of each, once. */
static char *values_of(const struct shards *shards, size_t run, size_t row)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);

    if (!out)
        return NULL;
    for (size_t f = 0; f < shards->count; f++)
        if (!told_before(shards, run, row, f))
            fprintf(out, "%s%s", f ? "; " : "",
                    shards->files[f].runs[run].environment[row].value);
    return fclose(out) == 0 ? text : NULL;
}

/* But for the row of a shard that was killed, which is its own. */
static size_t rows_of(const struct results *run)
{
    size_t count = run->environment_count;

    return count && strcmp(run->environment[count - 1].name, "partial") == 0
               ? count - 1
               : count;
}

static bool same_names(const struct results *a, const struct results *b)
{
    bool same = rows_of(a) == rows_of(b);

    for (size_t k = 0; same && k < rows_of(a); k++)
        same = strcmp(a->environment[k].name, b->environment[k].name) == 0;
    return same;
}

static const char *merge_describe(struct machines *machines,
                                  const struct shards *shards, size_t run,
                                  const char *delivery, size_t held)
{
    const struct results *first = &shards->files[0].runs[run];

    for (size_t f = 1; f < shards->count; f++)
        if (!same_names(first, &shards->files[f].runs[run]))
            return "its shards tell other things of their environment";
    machines->rows =
        calloc(first->environment_count + 2, sizeof *machines->rows);
    machines->values =
        calloc(first->environment_count + 2, sizeof *machines->values);
    if (!machines->rows || !machines->values)
        return "out of memory";
    for (size_t k = 0; k < rows_of(first); k++) {
        const char *name = first->environment[k].name;

        machines->values[machines->count] = strcmp(name, "delivery") == 0
                                                ? strdup(delivery)
                                                : values_of(shards, run, k);
        if (!machines->values[machines->count])
            return "out of memory";
        machines->rows[k] =
            (struct named){name, machines->values[machines->count++]};
    }
    if (!shards_partial(shards))
        return NULL;
    if (asprintf(&machines->values[machines->count], "%zu of %zu case%s", held,
                 first->whole, plural(first->whole)) < 0)
        return "out of memory";
    machines->rows[machines->count] =
        (struct named){"partial", machines->values[machines->count]};
    machines->count++;
    return NULL;
}

static void machines_free(struct machines *machines)
{
    for (size_t k = 0; k < machines->count; k++)
        free(machines->values[k]);
    free(machines->values);
    free(machines->rows);
}

/* What the shards looked at. */
struct recall {
    bool *looked;
    bool partial; /* a shard was killed before it looked at all */
};

/* In place of the second look: shards looked at all that it could be. */
static const char *recall_looks(void *context, struct assessed *cases,
                                const size_t *indices, size_t count)
{
    const struct recall *shards = context;

    for (size_t k = 0; k < count; k++) {
        static char why[200];

        if (!shards->looked[indices[k]] && !shards->partial) {
            snprintf(why, sizeof why, "%.100s was not observed alone",
                     cases[indices[k]].c->id);
            return why;
        }
        cases[indices[k]].has_alone = shards->looked[indices[k]];
    }
    return NULL;
}

/* Judged as one run would have been, by what it would have observed. */
static const char *merge_judge(struct recorded *recorded, bool partial,
                               struct results *results)
{
    bool *looked = calloc(recorded->count + 1, sizeof *looked);
    struct recall shards = {looked, partial};
    const char *problem;

    if (!looked)
        return "out of memory";
    for (size_t k = 0; k < recorded->count; k++) {
        looked[k] = recorded->cases[k].has_alone;
        recorded->cases[k].has_alone = false;
    }
    problem = assess_twice(recorded->dialect, recorded->cases, recorded->count,
                           recall_looks, &shards, results);
    free(looked);
    if (!problem && !annotate(recorded->dialect, recorded->cases, results))
        problem = "out of memory";
    return problem;
}

static void delivery_of(const struct recorded *recorded,
                        char text[ENVIRONMENT_DELIVERY])
{
    unsigned delivered = 0;

    for (size_t k = 0; k < recorded->count; k++)
        delivered |= recorded->cases[k].observation.delivered;
    environment_delivery(delivered, text);
}

/* The header of the whole is that of a shard, but for the machines and for
 * what it says of the shard. */
static void merge_head(struct results *results, const struct results *shard,
                       const struct machines *machines, const char *date)
{
    results->version = shard->version;
    results->commit = shard->commit;
    results->command = shard->command;
    results->source = shard->source;
    results->tables = shard->tables;
    results->suite = shard->suite;
    results->date = date;
    results->identity = shard->identity;
    results->identity_count = shard->identity_count;
    results->implementation = shard->implementation;
    results->dialect = shard->dialect;
    results->backend = shard->backend;
    results->environment = machines->rows;
    results->environment_count = machines->count;
}

/* The day of the last shard of a run; null: none has one. */
static const char *last_day(const struct shards *shards, size_t k)
{
    const char *last = NULL;

    for (size_t f = 0; f < shards->count; f++) {
        const char *day = shards->files[f].runs[k].date;

        if (day && (!last || strcmp(day, last) > 0))
            last = day;
    }
    return last;
}

int merge_run(const struct shards *shards, size_t k, struct waivers *waivers,
              FILE *out)
{
    struct results whole = shards->files[0].runs[k], results = {0};
    char delivery[ENVIRONMENT_DELIVERY];
    struct machines machines = {0};
    struct recorded recorded = {0};
    const char *problem = "out of memory";
    int status;

    whole.cases = shards_cases(shards, k);
    whole.case_count = whole.cases ? shards_pack(whole.cases, whole.whole) : 0;
    if (whole.cases)
        problem = recorded_parse(&recorded, &whole);
    if (!problem)
        problem = merge_judge(&recorded, shards_partial(shards), &results);
    delivery_of(&recorded, delivery);
    if (!problem)
        problem =
            merge_describe(&machines, shards, k, delivery, whole.case_count);
    merge_head(&results, &whole, &machines, last_day(shards, k));
    if (!problem)
        waivers_settle(waivers, (enum house_policy)whole.house_policy,
                       &results);
    if (!problem && !report_lines(&results, out))
        problem = "out of memory";
    status = problem ? complain(STATUS_USAGE, "merge: %s as %s: %s",
                                whole.implementation, whole.dialect, problem)
                     : results_status(&results);
    results_free(&results);
    machines_free(&machines);
    recorded_free(&recorded);
    free(whole.cases);
    return status;
}
