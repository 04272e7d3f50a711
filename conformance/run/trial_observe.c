/* SPDX-License-Identifier: MIT */
#include "trial_observe.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/workers/workers.h"
#include "progress.h"

static bool observe_unknown(struct trial *trial, unsigned jobs,
                            const size_t *indices, size_t count, bool shared)
{
    const struct test_case **cases = calloc(count + 1, sizeof *cases);
    size_t *portions = calloc(count + 1, sizeof *portions);
    struct observation *observations = calloc(count + 1, sizeof *observations);
    const struct workers_listener listener = {
        .progress = progress_show,
        .observed = trial->recording ? recording_observed : NULL,
        .context = trial->recording};
    bool good = cases && portions && observations;

    for (size_t k = 0; good && k < count; k++) {
        cases[k] = trial->cases[indices[k]].c;
        portions[k] = trial->portions[indices[k]];
    }
    progress_begin(dialect_table[trial->dialect].name);
    good = good &&
           workers_observe(&trial->observe, cases, shared ? portions : NULL,
                           count, jobs, observations, &listener);
    progress_end();
    for (size_t k = 0; good && k < count; k++) {
        struct assessed *a = &trial->cases[indices[k]];

        if (shared)
            a->observation = observations[k];
        else
            a->alone = observations[k];
        a->has_alone = !shared;
    }
    free(cases);
    free(portions);
    free(observations);
    return good;
}

bool trial_observe(struct trial *trial, unsigned jobs, const size_t *indices,
                   size_t count, bool shared)
{
    size_t *unknown = calloc(count + 1, sizeof *unknown);
    bool good = unknown != NULL;

    if (good) {
        memcpy(unknown, indices, count * sizeof *unknown);
        count =
            resume_recall(&trial->known, trial->cases, unknown, count, shared);
    }
    if (good && count)
        good = observe_unknown(trial, jobs, unknown, count, shared);
    free(unknown);
    return good;
}

const char *trial_look_alone(void *context, struct assessed *cases,
                             const size_t *indices, size_t count)
{
    const struct trial_looking *looking = context;

    (void)cases;
    return trial_observe(looking->trial, looking->jobs, indices, count, false)
               ? NULL
               : "out of memory";
}
