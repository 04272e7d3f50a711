/* SPDX-License-Identifier: MIT */
#include "shards.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/output.h"
#include "conformance/base/plural.h"
#include "conformance/results/results.h"
#include "conformance/run/rederive.h"
#include "conformance/run/results_judge.h"
#include "shard.h"

int shards_add(struct shards *shards, const char *name)
{
    size_t count = shards->count + 1;
    struct results_file *files = realloc(shards->files, count * sizeof *files);
    const char **names, *problem;

    if (!files)
        return out_of_memory();
    shards->files = files;
    names = realloc(shards->names, count * sizeof *names);
    if (!names)
        return out_of_memory();
    shards->names = names;
    problem = results_file_open(&files[shards->count], name);
    if (problem)
        return complain(STATUS_USAGE, "merge: %s", problem);
    results_file_warn(&files[shards->count], "merge", name);
    names[shards->count++] = name;
    return STATUS_PASS;
}

/* Which shard a file is: all its runs say the same. */
static int which(const struct results_file *file, const char *name,
                 struct shard *shard)
{
    const struct results *first = file->runs;

    if (!first->shard)
        return complain(STATUS_USAGE,
                        "merge: %s: it is no shard; expected "
                        "what profilcheck run --shard I/N --results wrote",
                        name);
    if (!shard_parse(first->shard, shard))
        return complain(STATUS_USAGE,
                        "merge: %s: its shard is %s, expected "
                        "one as 3/8",
                        name, first->shard);
    for (size_t k = 1; k < file->count; k++)
        if (!file->runs[k].shard ||
            strcmp(file->runs[k].shard, first->shard) != 0)
            return complain(STATUS_USAGE,
                            "merge: %s: it holds runs of other "
                            "shards than %s",
                            name, first->shard);
    return STATUS_PASS;
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
            return complain(STATUS_USAGE,
                            "merge: %s is one of %u shards, and "
                            "%s one of %u",
                            shards->names[0], of, shards->names[f], shard.of);
        if (places[shard.number - 1])
            return complain(STATUS_USAGE,
                            "merge: shard %u/%u is there twice: "
                            "%s and %s",
                            shard.number, of,
                            shards->names[places[shard.number - 1] - 1],
                            shards->names[f]);
        places[shard.number - 1] = f + 1;
    }
    for (unsigned k = 0; k < of; k++)
        if (!places[k])
            status = complain(STATUS_USAGE, "merge: shard %u/%u is missing",
                              k + 1, of);
    return status;
}

static int shards_put_in_order(struct shards *shards, const size_t *places)
{
    size_t count = shards->count;
    struct results_file *files = calloc(count, sizeof *files);
    const char **names = calloc(count, sizeof *names);

    if (!files || !names) {
        free(files);
        free(names);
        return out_of_memory();
    }
    for (size_t k = 0; k < count; k++) {
        files[k] = shards->files[places[k] - 1];
        names[k] = shards->names[places[k] - 1];
    }
    free(shards->files);
    free(shards->names);
    shards->files = files;
    shards->names = names;
    return STATUS_PASS;
}

static int arrange(struct shards *shards)
{
    struct shard shard;
    size_t *places;
    int status = which(shards->files, shards->names[0], &shard);

    if (status != STATUS_PASS)
        return status;
    places = calloc(shard.of, sizeof *places);
    if (!places)
        return out_of_memory();
    status = shards_place(shards, places, shard.of);
    if (status == STATUS_PASS)
        status = shards_put_in_order(shards, places);
    free(places);
    return status;
}

static const char *shards_value(const struct named *list, size_t count,
                                const char *name)
{
    for (size_t k = 0; k < count; k++)
        if (strcmp(list[k].name, name) == 0)
            return list[k].value;
    return NULL;
}

/* What is to be the same of all shards of a run. */
static const char *fields[] = {
    "implementation", "dialect",         "backend",       "suite", "version",
    "tables",         "number of cases", "list of cases", "path",  "soname",
    "build-id",       "sha256",          "PROFIL_MAX"};
enum { FIELDS = sizeof fields / sizeof *fields };

static void values(const struct results *run, char number[24],
                   const char *of[FIELDS])
{
    const char *const known[] = {
        run->implementation, run->dialect, run->backend, run->suite,
        run->version,        run->tables,  number,       run->list};
    size_t count = sizeof known / sizeof *known;

    snprintf(number, 24, "%zu", run->whole);
    for (size_t k = 0; k < FIELDS; k++)
        of[k] =
            k < count ? known[k]
            : k + 1 < FIELDS
                ? shards_value(run->identity, run->identity_count, fields[k])
                : shards_value(run->environment, run->environment_count,
                               fields[k]);
}

static int check_run(const struct shards *shards, size_t k, size_t f)
{
    const char *first[FIELDS], *other[FIELDS];
    char numbers[2][24];

    values(&shards->files[0].runs[k], numbers[0], first);
    values(&shards->files[f].runs[k], numbers[1], other);
    for (size_t n = 0; n < FIELDS; n++)
        if (first[n] != other[n] &&
            (!first[n] || !other[n] || strcmp(first[n], other[n]) != 0))
            return complain(STATUS_USAGE,
                            "merge: these are shards of "
                            "different runs: %s is %s in %s, and %s in %s",
                            fields[n], first[n] ? first[n] : "not given",
                            shards->names[0], other[n] ? other[n] : "not given",
                            shards->names[f]);
    return STATUS_PASS;
}

/* It takes the same profilcheck to come to the same verdicts. */
static int check_tool(const struct shards *shards, size_t k)
{
    const struct results *run = &shards->files[0].runs[k];

    if (strcmp(run->version, PROFILCHECK_VERSION) == 0 &&
        strcmp(run->tables, rederive_tables()) == 0)
        return STATUS_PASS;
    return complain(
        STATUS_USAGE,
        "merge: %s was written by profilcheck %s%s; "
        "merge with the one that wrote it, this is " PROFILCHECK_VERSION,
        shards->names[0], run->version,
        strcmp(run->version, PROFILCHECK_VERSION) == 0 ? " with other rules"
                                                       : "");
}

bool shards_partial(const struct shards *shards)
{
    bool partial = false;

    for (size_t f = 0; f < shards->count; f++)
        partial |= shards->files[f].partial;
    return partial;
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
        return complain(STATUS_USAGE,
                        "merge: %s as %s has %zu case%s, and its "
                        "shards hold %zu",
                        first->implementation, first->dialect, whole,
                        plural(whole), held);
    cases = shards_cases(shards, k);
    if (!cases)
        return out_of_memory();
    for (size_t n = 0; status == STATUS_PASS && n < whole; n++)
        if (!cases[n].id && !shards_partial(shards))
            status =
                complain(STATUS_USAGE,
                         "merge: %s as %s: no shard holds "
                         "case %zu of %zu, and one holds another twice",
                         first->implementation, first->dialect, n + 1, whole);
    free(cases);
    return status;
}

int shards_check(struct shards *shards)
{
    int status = arrange(shards);

    for (size_t f = 1; status == STATUS_PASS && f < shards->count; f++)
        if (shards->files[f].count != shards->files[0].count)
            status = complain(STATUS_USAGE,
                              "merge: these are shards of "
                              "different runs: %s holds %zu of them, and %s "
                              "%zu",
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

struct result *shards_cases(const struct shards *shards, size_t k)
{
    size_t whole = shards->files[0].runs[k].whole;
    struct result *cases = calloc(whole + 1, sizeof *cases);

    for (size_t f = 0; cases && f < shards->count; f++) {
        const struct results *run = &shards->files[f].runs[k];

        for (size_t n = 0; n < run->case_count; n++)
            if (run->cases[n].index < whole)
                cases[run->cases[n].index] = run->cases[n];
    }
    return cases;
}

size_t shards_pack(struct result *cases, size_t whole)
{
    size_t held = 0;

    for (size_t k = 0; k < whole; k++)
        if (cases[k].id)
            cases[held++] = cases[k];
    return held;
}

void shards_free(struct shards *shards)
{
    for (size_t f = 0; f < shards->count; f++)
        results_file_free(&shards->files[f]);
    free(shards->files);
    free(shards->names);
}
