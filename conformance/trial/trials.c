/* SPDX-License-Identifier: MIT */
#include "trials.h"

#include <stdio.h>
#include <stdlib.h>

#include "conformance/base/output.h"
#include "conformance/run/progress.h"
#include "conformance/workers/workers.h"
#include "trial_checks.h"
#include "trial_next.h"

/* What one trial wants to see, of which nothing is known from before. */
struct seeing {
    const struct test_case **cases;
    size_t *portions;
    struct observation *observations;
};

struct round {
    struct trial *const *trials;
    size_t count;
    const struct trial_settings *settings;
    struct seeing *seeing;      /* of each */
    struct workers_task *tasks; /* the same, for the workers */
};

static bool round_begin_one(struct round *round, size_t k)
{
    struct trial *trial = round->trials[k];
    struct trial_look *look = &trial->look;
    struct seeing *seeing = &round->seeing[k];

    look->count = resume_recall(&trial->known, trial->cases, look->indices,
                                look->count, look->shared);
    seeing->cases = calloc(look->count + 1, sizeof *seeing->cases);
    seeing->portions = calloc(look->count + 1, sizeof *seeing->portions);
    seeing->observations =
        calloc(look->count + 1, sizeof *seeing->observations);
    if (!seeing->cases || !seeing->portions || !seeing->observations)
        return false;
    for (size_t i = 0; i < look->count; i++) {
        seeing->cases[i] = trial->cases[look->indices[i]].c;
        seeing->portions[i] = trial->portions[look->indices[i]];
    }
    round->tasks[k] = (struct workers_task){
        .options = &trial->observe,
        .cases = seeing->cases,
        .portions = look->shared ? seeing->portions : NULL,
        .count = look->count,
        .observed = trial->recording ? recording_observed : NULL,
        .context = trial->recording};
    return true;
}

static bool round_begin(struct round *round)
{
    bool good = true;

    round->seeing = calloc(round->count, sizeof *round->seeing);
    round->tasks = calloc(round->count, sizeof *round->tasks);
    if (!round->seeing || !round->tasks)
        return false;
    for (size_t k = 0; good && k < round->count; k++)
        good = round_begin_one(round, k);
    return good;
}

static void round_end(struct round *round)
{
    for (size_t k = 0; round->seeing && k < round->count; k++) {
        free(round->seeing[k].cases);
        free(round->seeing[k].portions);
        free(round->seeing[k].observations);
    }
    free(round->seeing);
    free(round->tasks);
    round->seeing = NULL;
    round->tasks = NULL;
}

static void round_take(const struct round *round, size_t k)
{
    struct trial *trial = round->trials[k];

    for (size_t i = 0; i < trial->look.count; i++) {
        struct assessed *a = &trial->cases[trial->look.indices[i]];
        struct observation seen = round->seeing[k].observations[i];

        if (trial->look.shared)
            a->observation = seen;
        else
            a->alone = seen;
        a->has_alone = !trial->look.shared;
    }
}

/* Observe what all of them want to see, and judge each as soon as its cases
 * are there. */
static int round_run(struct round *round)
{
    const struct trial_settings *settings = round->settings;
    int status = STATUS_PASS;
    struct workers *workers =
        workers_begin(round->tasks, round->count, settings->jobs);

    if (!workers)
        return out_of_memory();
    for (size_t k = 0; k < round->count; k++) {
        struct trial *trial = round->trials[k];
        int ended;

        workers_wait(workers, k, progress_show, round->seeing[k].observations);
        round_take(round, k);
        ended = status == STATUS_PASS ? trial_next(trial, settings->tell)
                                      : STATUS_PASS;
        if (ended != STATUS_PASS)
            status = ended;
    }
    workers_end(workers);
    return status;
}

/* Those that are not over yet. */
static size_t still_looking(struct trial *const *trials, size_t count,
                            struct trial **looking)
{
    size_t n = 0;

    for (size_t k = 0; k < count; k++)
        if (trials[k]->look.count)
            looking[n++] = trials[k];
    return n;
}

static int rounds_run(struct trial *const *trials, size_t count,
                      struct trial **looking,
                      const struct trial_settings *settings)
{
    int status = STATUS_PASS;
    size_t n;

    for (size_t k = 0; status == STATUS_PASS && k < count; k++)
        status = trial_next(trials[k], settings->tell);
    while (status == STATUS_PASS &&
           (n = still_looking(trials, count, looking)) != 0) {
        struct round round = {looking, n, settings, NULL, NULL};

        status = round_begin(&round) ? round_run(&round) : out_of_memory();
        round_end(&round);
    }
    return status;
}

static const char *progress_name(struct trial *const *trials, size_t count)
{
    static char several[40];

    if (count == 1)
        return dialect_table[trials[0]->dialect].name;
    snprintf(several, sizeof several, "%zu runs", count);
    return several;
}

static int cases_run(struct trial *const *trials, size_t count,
                     const struct trial_settings *settings)
{
    struct trial **looking = calloc(count + 1, sizeof *looking);
    int status;

    if (!looking)
        return out_of_memory();
    progress_begin(progress_name(trials, count));
    status = rounds_run(trials, count, looking, settings);
    progress_end();
    free(looking);
    for (size_t k = 0; status == STATUS_PASS && k < count; k++)
        trial_add_delivery(trials[k]);
    return status;
}

int trials_run(struct trial *const *trials, size_t count,
               const struct trial_settings *settings)
{
    int status = STATUS_PASS;

    if (!settings->live && !settings->laws)
        return count ? cases_run(trials, count, settings) : STATUS_PASS;
    for (size_t k = 0; status == STATUS_PASS && k < count; k++)
        status = trial_checks_run(trials[k], settings);
    return status;
}
