/* SPDX-License-Identifier: MIT */
#include "trial_next.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/output.h"
#include "conformance/host/host.h"
#include "conformance/workers/probe.h"

enum { ROUNDS = 4 };

int trial_try(struct trial *trial, bool *alive, char *why, size_t why_size)
{
    enum smoke smoke = trial->observe.learnt.smoke;

    snprintf(why, why_size, "%s", trial->observe.learnt.why);
    if (smoke == SMOKE_USAGE)
        return complain(STATUS_USAGE, "%s: %s", trial->observe.open.path, why);
    if (smoke == SMOKE_HARNESS)
        return complain(STATUS_HARNESS, "%s: it could not be tried: %s",
                        trial->observe.open.path, why);
    if (smoke == SMOKE_SILENT)
        complain(STATUS_FAIL, "%s as %s: %s", trial->observe.open.path,
                 trial->observe.open.dialect, why);
    *alive = smoke == SMOKE_READY || smoke == SMOKE_SILENT;
    return STATUS_PASS;
}

/* A case of one whose process ended when it was opened, as that does. */
static void trial_note_death(const struct learnt *learnt,
                             struct observation *observation)
{
    *observation =
        (struct observation){.ended = learnt->ended, .status = learnt->status};
    if (learnt->ended != ENDED_SIGNAL && learnt->ended != ENDED_EXIT)
        snprintf(observation->note, sizeof observation->note, "%.190s",
                 learnt->why);
}

static void trial_note_deaths(struct trial *trial)
{
    for (size_t k = 0; k < trial->count; k++)
        trial_note_death(&trial->observe.learnt, &trial->cases[k].observation);
}

/* All that can be run. */
static int look_at_all(struct trial *trial)
{
    struct trial_look *look = &trial->look;
    char why[512];
    bool alive;
    int status = trial_try(trial, &alive, why, sizeof why);

    if (status != STATUS_PASS)
        return status;
    look->indices = calloc(trial->count + 1, sizeof *look->indices);
    look->shared = true;
    if (!look->indices)
        return out_of_memory();
    if (trial->observe.learnt.smoke == SMOKE_DIED) {
        trial_note_deaths(trial);
        return STATUS_PASS;
    }
    for (size_t k = 0; k < trial->count; k++) {
        struct assessed *a = &trial->cases[k];

        if (alive &&
            probe_case(a->c, trial->dialect, trial->capabilities,
                       &trial->constants, why, sizeof why) &&
            !host_breaks(a->c, trial->observe.backend, why, sizeof why)) {
            look->indices[look->count++] = k;
            continue;
        }
        a->unsupported = strdup(why);
        if (!a->unsupported)
            return out_of_memory();
    }
    return STATUS_PASS;
}

static void look_at_company(struct trial *trial)
{
    struct trial_look *look = &trial->look;

    look->shared = false;
    for (size_t k = 0; k < trial->count; k++)
        if (trial->cases[k].observation.batched)
            look->indices[look->count++] = k;
}

static bool judge_shard(struct trial *trial)
{
    if (!assess(trial->dialect, trial->cases, trial->count, &trial->results))
        return false;
    for (size_t k = 0; k < trial->count; k++)
        trial->results.cases[k].index = trial->indices[k];
    return true;
}

/* Where it is over, that is the next step. */
static bool trial_judge(struct trial *trial)
{
    struct trial_look *look = &trial->look;

    look->shared = false;
    if (!assess_step(trial->dialect, trial->cases, trial->count,
                     &trial->assessing, look->indices, &trial->results))
        return false;
    look->count = trial->assessing.wanted;
    if (trial->assessing.step == ASSESS_OVER)
        trial->step = TRIAL_JUDGED;
    return true;
}

static const char *trial_tell_round(struct trial *trial)
{
    const char *problem = trial->rounds++ < ROUNDS ? trial_tell(trial) : NULL;

    trial->step = TRIAL_OVER;
    if (trial->look.count) {
        results_free(&trial->results);
        trial->assessing = (struct assess_state){0};
        trial->recording = NULL; /* they are in no plan */
        trial->step = TRIAL_SEEN;
    }
    return problem;
}

int trial_next(struct trial *trial, bool tell)
{
    const char *problem = NULL;
    int status = STATUS_PASS;

    trial->look.count = 0;
    while (status == STATUS_PASS && !trial->look.count &&
           trial->step != TRIAL_OVER)
        switch (trial->step) {
        case TRIAL_NEW:
            status = look_at_all(trial);
            trial->step = *trial->shard ? TRIAL_SHARD : TRIAL_SEEN;
            break;
        case TRIAL_SHARD:
            look_at_company(trial);
            trial->step = TRIAL_SHARD_ALONE;
            break;
        case TRIAL_SHARD_ALONE:
            status = judge_shard(trial) ? STATUS_PASS : out_of_memory();
            trial->step = TRIAL_OVER;
            break;
        case TRIAL_SEEN:
            status = trial_judge(trial) ? STATUS_PASS : out_of_memory();
            break;
        case TRIAL_JUDGED:
            problem = tell ? trial_tell_round(trial) : NULL;
            if (!tell)
                trial->step = TRIAL_OVER;
            if (problem)
                status = complain(STATUS_HARNESS, "%s", problem);
            break;
        case TRIAL_OVER: break;
        }
    return status;
}
