/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "conformance/base/output.h"
#include "conformance/base/plural.h"
#include "conformance/diagnosis/text.h"
#include "conformance/judge/causes.h"
#include "conformance/results/fields.h"
#include "environment.h"
#include "recorded.h"
#include "shard.h"
#include "shards.h"

#define refuse(...) complain(STATUS_USAGE, "merge: " __VA_ARGS__)

int shards_add(struct shards *shards, const char *name)
{
    int status;

    shards->files =
        memory_grow(shards->files, shards->count, sizeof *shards->files);
    status = results_file_take(&shards->files[shards->count], "merge", name);
    if (status != STATUS_PASS)
        return status;
    MEMORY_ADD(shards->names, shards->count) = name;
    return STATUS_PASS;
}

/* Which shard a file is: all its runs say the same. */
static int which(const struct results_file *file, const char *name,
                 struct shard *shard)
{
    const struct results *first = file->runs;
    const char *expected;

    if (!first->shard)
        return refuse("%s: it is not a shard; expected a file that "
                      "profilcheck run --shard I/N --results wrote",
                      name);
    expected = shard_parse(first->shard, shard);
    if (expected)
        return refuse("%s: its shard is %s, expected %s", name, first->shard,
                      expected);
    for (size_t k = 1; k < file->count; k++)
        if (!results_agree(first, &file->runs[k], "shard"))
            return refuse("%s: it has runs of other shards than %s", name,
                          first->shard);
    return STATUS_PASS;
}

/* Whether each of them is there; all that are not are named. */
static int refuse_missing(const size_t *places, unsigned of)
{
    char missing[200] = "";
    unsigned count = 0;

    for (unsigned k = 0; k < of; k++)
        if (!places[k])
            text_add(missing, sizeof missing, "%s%u/%u", count++ ? ", " : "",
                     k + 1, of);
    return count ? refuse("shard%s %s %s missing", plural(count), missing,
                          count > 1 ? "are" : "is")
                 : STATUS_PASS;
}

/* Where each shard is among the files, from 1; 0: it is missing. */
static int shards_place(const struct shards *shards, size_t *places,
                        unsigned of)
{
    struct shard shard;
    int status;

    for (size_t f = 0; f < shards->count; f++) {
        status = which(&shards->files[f], shards->names[f], &shard);
        if (status != STATUS_PASS)
            return status;
        if (shard.of != of)
            return refuse("%s is one of %u shards, and %s one of %u",
                          shards->names[0], of, shards->names[f], shard.of);
        if (places[shard.number - 1])
            return refuse(
                "shard %u/%u was given twice: %s and %s", shard.number, of,
                shards->names[places[shard.number - 1] - 1], shards->names[f]);
        places[shard.number - 1] = f + 1;
    }
    return refuse_missing(places, of);
}

static void shards_put_in_order(struct shards *shards, const size_t *places)
{
    size_t count = shards->count;
    struct results_file *files = memory_new(count, sizeof *files);
    const char **names = memory_new(count, sizeof *names);

    for (size_t k = 0; k < count; k++) {
        files[k] = shards->files[places[k] - 1];
        names[k] = shards->names[places[k] - 1];
    }
    free(shards->files);
    free(shards->names);
    shards->files = files;
    shards->names = names;
}

static int arrange(struct shards *shards)
{
    struct shard shard;
    size_t *places;
    int status = which(shards->files, shards->names[0], &shard);

    if (status != STATUS_PASS)
        return status;
    places = memory_new(shard.of, sizeof *places);
    status = shards_place(shards, places, shard.of);
    if (status == STATUS_PASS)
        shards_put_in_order(shards, places);
    free(places);
    return status;
}

/* What is to be the same of all shards of a run, and what it is called. */
static const char *const same[][2] = {
    {"implementation", "implementation"},
    {"dialect", "dialect"},
    {"backend", "backend"},
    {"suite", "suite"},
    {"version", "version"},
    {"tables", "tables"},
    {"whole", "number of cases"},
    {"list", "list of cases"},
    {"path", "path"},
    {"soname", "soname"},
    {"build-id", "build-id"},
    {"sha256", "sha256"},
    {"PROFIL_MAX", "PROFIL_MAX"},
};

static int check_run(const struct shards *shards, size_t k, size_t f)
{
    const struct results *first = &shards->files[0].runs[k];
    const struct results *other = &shards->files[f].runs[k];
    char numbers[2][24];

    snprintf(numbers[0], sizeof *numbers, "%zu", first->whole);
    snprintf(numbers[1], sizeof *numbers, "%zu", other->whole);
    for (size_t n = 0; n < sizeof same / sizeof *same; n++) {
        bool whole = strcmp(same[n][0], "whole") == 0;
        const char *one = whole ? numbers[0] : results_text(first, same[n][0]);
        const char *two = whole ? numbers[1] : results_text(other, same[n][0]);

        if (one && two ? strcmp(one, two) != 0 : one != two)
            return refuse("these are shards of different runs: %s is %s in %s, "
                          "and %s in %s",
                          same[n][1], one ? one : "not given", shards->names[0],
                          two ? two : "not given", shards->names[f]);
    }
    return STATUS_PASS;
}

/* Only the same profilcheck gives the same verdicts. */
static int check_tool(const struct shards *shards, size_t k)
{
    const struct results *run = &shards->files[0].runs[k];

    if (strcmp(run->version, PROFILCHECK_VERSION) == 0 &&
        strcmp(run->tables, rederive_tables()) == 0)
        return STATUS_PASS;
    return refuse(
        "%s was written by profilcheck %s%s; use that version to merge it: "
        "this is " PROFILCHECK_VERSION,
        shards->names[0], run->version,
        strcmp(run->version, PROFILCHECK_VERSION) == 0 ? " with other rules"
                                                       : "");
}

/* Whether the run of some shard was killed: then cases may be missing. */
static bool shards_partial(const struct shards *shards)
{
    bool partial = false;

    for (size_t f = 0; f < shards->count; f++)
        partial |= shards->files[f].partial;
    return partial;
}

/* After it: the cases of run k of all files, in the order of the whole run.
 * What they point to is the files'. */
static struct result *shards_cases(const struct shards *shards, size_t k)
{
    size_t whole = shards->files[0].runs[k].whole;
    struct result *cases = memory_new(whole, sizeof *cases);

    for (size_t f = 0; f < shards->count; f++) {
        const struct results *run = &shards->files[f].runs[k];

        for (size_t n = 0; n < run->case_count; n++)
            if (run->cases[n].index < whole)
                cases[run->cases[n].index] = run->cases[n];
    }
    return cases;
}

/* Each case of the whole run is in one shard, at an index of its own. */
static int check_cases(const struct shards *shards, size_t k)
{
    const struct results *first = &shards->files[0].runs[k];
    size_t whole = first->whole, held = 0;
    struct result *cases;
    int status = STATUS_PASS;

    for (size_t f = 0; f < shards->count; f++)
        held += shards->files[f].runs[k].case_count;
    if (!shards_partial(shards) && held != whole)
        return refuse("%s as %s has %zu case%s, and its shards hold %zu",
                      first->implementation, first->dialect, whole,
                      plural(whole), held);
    cases = shards_cases(shards, k);
    for (size_t n = 0; status == STATUS_PASS && n < whole; n++)
        if (!cases[n].id && !shards_partial(shards))
            status =
                refuse("%s as %s: no shard holds case %zu of %zu, and one "
                       "holds another twice",
                       first->implementation, first->dialect, n + 1, whole);
    free(cases);
    return status;
}

int shards_check(struct shards *shards)
{
    int status = arrange(shards);

    for (size_t f = 1; status == STATUS_PASS && f < shards->count; f++)
        if (shards->files[f].count != shards->files[0].count)
            status = refuse("these are shards of different runs: %s holds %zu "
                            "of them, and %s %zu",
                            shards->names[0], shards->files[0].count,
                            shards->names[f], shards->files[f].count);
    for (size_t k = 0; status == STATUS_PASS && k < shards->files[0].count;
         k++) {
        for (size_t f = 1; status == STATUS_PASS && f < shards->count; f++)
            status = check_run(shards, k, f);
        if (status == STATUS_PASS)
            status = check_tool(shards, k);
        if (status == STATUS_PASS)
            status = check_cases(shards, k);
    }
    return status;
}

/* Of a run of which a shard was killed: those that it has, side by side.
 * Returns their number. */
static size_t shards_pack(struct result *cases, size_t whole)
{
    size_t held = 0;

    for (size_t k = 0; k < whole; k++)
        if (cases[k].id)
            cases[held++] = cases[k];
    return held;
}

bool shards_judged(const struct shards *shards)
{
    for (size_t f = 0; f < shards->count; f++)
        for (size_t k = 0; k < shards->files[f].count; k++)
            if (results_judged(&shards->files[f].runs[k]) > 0)
                return true;
    return false;
}

void shards_free(struct shards *shards)
{
    for (size_t f = 0; f < shards->count; f++)
        results_file_free(&shards->files[f]);
    free(shards->files);
    free(shards->names);
}

/* What is not the same on all machines is listed for each, once. */
static char *values_of(const struct shards *shards, struct arena *arena,
                       size_t run, size_t row)
{
    struct memory_stream text;
    FILE *out = memory_stream(&text);
    char *values, *kept;

    for (size_t f = 0; f < shards->count; f++) {
        const char *value = shards->files[f].runs[run].environment[row].value;
        size_t before = 0;

        while (strcmp(shards->files[before].runs[run].environment[row].value,
                      value) != 0)
            before++;
        if (before == f)
            fprintf(out, "%s%s", f ? "; " : "", value);
    }
    values = memory_stream_end(&text);
    kept = arena_text(arena, values);
    free(values);
    return kept;
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
    bool are = rows_of(a) == rows_of(b);

    for (size_t k = 0; are && k < rows_of(a); k++)
        are = strcmp(a->environment[k].name, b->environment[k].name) == 0;
    return are;
}

/* The environment of run k, and in how far it is whole. */
static const char *merge_environment(const struct shards *shards, size_t k,
                                     struct arena *arena, const char *delivery,
                                     size_t held, struct results *results)
{
    const struct results *first = &shards->files[0].runs[k];
    size_t count = rows_of(first);
    struct named *rows = arena_new(arena, count + 1, sizeof *rows);
    char partial[64];

    for (size_t f = 1; f < shards->count; f++)
        if (!same_names(first, &shards->files[f].runs[k]))
            return "its shards were run in different environments";
    for (size_t n = 0; n < count; n++) {
        const char *name = first->environment[n].name;

        rows[n] = (struct named){name, strcmp(name, "delivery") == 0
                                           ? arena_text(arena, delivery)
                                           : values_of(shards, arena, k, n)};
    }
    if (shards_partial(shards)) {
        snprintf(partial, sizeof partial, "%zu of %zu case%s", held,
                 first->whole, plural(first->whole));
        rows[count++] = (struct named){"partial", arena_text(arena, partial)};
    }
    results->environment = rows;
    results->environment_count = count;
    return NULL;
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
        if (!shards->looked[indices[k]] && !shards->partial)
            return problem_of("%.100s was not observed by itself",
                              cases[indices[k]].c->id);
        cases[indices[k]].has_alone = shards->looked[indices[k]];
    }
    return NULL;
}

/* Judged as one run would have been, by what it would have observed. */
static const char *merge_judge(struct recorded *recorded, bool partial,
                               struct results *results)
{
    bool *looked = memory_new(recorded->count, sizeof *looked);
    struct recall shards = {looked, partial};
    const char *problem;

    for (size_t k = 0; k < recorded->count; k++) {
        looked[k] = recorded->cases[k].has_alone;
        recorded->cases[k].has_alone = false;
    }
    problem = assess_twice(recorded->dialect, recorded->cases, recorded->count,
                           recall_looks, &shards, results);
    free(looked);
    if (!problem)
        annotate(recorded->dialect, recorded->cases, results);
    return problem;
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

/* The header of the whole is that of a shard, but for what that says of the
 * shard, and of its machine and day. */
static struct results merge_head(const struct shards *shards, size_t k)
{
    struct results head = shards->files[0].runs[k];

    head.shard = head.list = head.waivers = NULL;
    head.whole = 0;
    head.date = last_day(shards, k);
    return head;
}

int merge_run(const struct shards *shards, size_t k, struct waivers *waivers,
              FILE *out)
{
    struct results whole = shards->files[0].runs[k], judged = {0}, results;
    char delivery[ENVIRONMENT_DELIVERY];
    struct recorded recorded = {0};
    struct arena arena = {NULL};
    const char *problem;
    int status;

    whole.cases = shards_cases(shards, k);
    whole.case_count = shards_pack(whole.cases, whole.whole);
    problem = recorded_parse(&recorded, &whole);
    if (!problem)
        problem = merge_judge(&recorded, shards_partial(shards), &judged);
    results = merge_head(shards, k);
    results_take(&results, &judged);
    environment_delivery(recorded.cases, recorded.count, delivery);
    if (!problem)
        problem = merge_environment(shards, k, &arena, delivery,
                                    whole.case_count, &results);
    if (!problem) {
        waivers_settle(waivers, (enum house_policy)whole.house_policy,
                       &results);
        results_write_run(&results, out);
    }
    status = problem ? refuse("%s as %s: %s", whole.implementation,
                              whole.dialect, problem)
                     : results_status(&results);
    if (status == STATUS_PASS && shards_partial(shards))
        status = STATUS_FAIL;
    results_free(&results);
    arena_free(&arena);
    recorded_free(&recorded);
    free(whole.cases);
    return status;
}
