/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/workers/workers.h"
#include "trial.h"

/* A hash of the ids of all cases, in order. */
static void sum_up(struct trial *trial)
{
    struct sha256 sum;

    sha256_begin(&sum);
    for (size_t k = 0; k < trial->count; k++)
        sha256_add(&sum, trial->cases[k].c->id,
                   strlen(trial->cases[k].c->id) + 1);
    sha256_end_hex(&sum, trial->digest);
}

/* Only the cases of a shard stay. */
static bool keep_shard(struct trial *trial, struct shard *shard)
{
    bool *mine = calloc(trial->count + 1, sizeof *mine);
    size_t kept = 0;

    if (!mine || !shard_choose(shard, trial->portions, trial->count, mine)) {
        free(mine);
        return false;
    }
    snprintf(trial->shard, sizeof trial->shard, "%u/%u", shard->number,
             shard->of);
    trial->results.shard = trial->shard;
    trial->results.whole = trial->whole;
    trial->results.list = trial->digest;
    for (size_t k = 0; k < trial->count; k++)
        if (mine[k]) {
            trial->cases[kept] = trial->cases[k];
            trial->portions[kept] = trial->portions[k];
            trial->indices[kept++] = k;
        }
    trial->count = kept;
    free(mine);
    return true;
}

bool trial_cut(struct trial *trial, struct shard *shard)
{
    const struct test_case **cases = calloc(trial->count + 1, sizeof *cases);

    trial->whole = trial->count;
    sum_up(trial);
    trial->portions = calloc(trial->count + 1, sizeof *trial->portions);
    trial->indices = calloc(trial->count + 1, sizeof *trial->indices);
    for (size_t k = 0; cases && k < trial->count; k++)
        cases[k] = trial->cases[k].c;
    if (!cases || !trial->portions || !trial->indices) {
        free(cases);
        return false;
    }
    task_cut(&trial->observe, cases, trial->count, trial->portions);
    free(cases);
    return !shard->of || keep_shard(trial, shard);
}
