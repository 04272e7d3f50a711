/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "conformance/cases/suite.h"
#include "conformance/workers/probe.h"
#include "trial_observe.h"

enum { ROUNDS = 4 };

/* The case of the full suite that a cause names; null where there is none that
 * can be run, or it was. */
static const struct test_case *case_told(const struct trial *trial,
                                         const struct cause *cause)
{
    const char *colon = cause->telling ? strchr(cause->telling, ':') : NULL;
    char id[CASE_ID] = "", why[512];
    const struct test_case *c;

    if (!colon || (size_t)(colon - cause->telling) >= sizeof id)
        return NULL;
    memcpy(id, cause->telling, (size_t)(colon - cause->telling));
    c = case_list_find(&trial->full, id);
    if (!c || !(c->dialects >> trial->dialect & 1) ||
        !probe_case(c, trial->dialect, trial->capabilities, &trial->constants,
                    why, sizeof why))
        return NULL;
    for (size_t k = 0; k < trial->count; k++)
        if (strcmp(trial->cases[k].c->id, id) == 0)
            return NULL;
    return c;
}

/* One more case, in a process of its own. */
static bool trial_tell_add(struct trial *trial, const struct test_case *c)
{
    size_t n = trial->count;
    struct assessed *cases = realloc(trial->cases, (n + 1) * sizeof *cases);
    size_t *portions, *indices;

    if (!cases)
        return false;
    trial->cases = cases;
    portions = realloc(trial->portions, (n + 1) * sizeof *portions);
    if (!portions)
        return false;
    trial->portions = portions;
    indices = realloc(trial->indices, (n + 1) * sizeof *indices);
    if (!indices)
        return false;
    trial->indices = indices;
    cases[n] = (struct assessed){.c = c};
    portions[n] = n ? portions[n - 1] + 1 : 0;
    indices[n] = n;
    trial->count = trial->whole = n + 1;
    return true;
}

/* All that the causes name; how many are new. */
static bool add_told(struct trial *trial, size_t *count)
{
    *count = 0;
    for (size_t k = 0; k < trial->results.cause_count; k++) {
        const struct test_case *c = case_told(trial, &trial->results.causes[k]);

        if (!c)
            continue;
        if (!trial_tell_add(trial, c))
            return false;
        ++*count;
    }
    return true;
}

static bool observe_last(struct trial *trial, unsigned jobs, size_t count)
{
    size_t *indices = calloc(count, sizeof *indices);
    bool good = indices != NULL;

    for (size_t k = 0; good && k < count; k++)
        indices[k] = trial->count - count + k;
    good = good && trial_observe(trial, jobs, indices, count, true);
    free(indices);
    return good;
}

const char *trial_tell(struct trial *trial, unsigned jobs)
{
    const struct recording *recording = trial->recording;
    struct trial_looking looking = {trial, jobs};
    struct case_error error;
    const char *problem = NULL;
    size_t count;

    if (trial->results.cause_count == 0)
        return NULL;
    if (!suite_load(&trial->full, trial->dialect, true, &error) ||
        !suite_for_addresses(&trial->full, 8 * sizeof(void *), &error))
        return "out of memory";
    for (size_t k = 0; k < trial->full.count; k++)
        trial->full.cases[k].script.profil_max = trial->profil_max;
    trial->recording = NULL; /* they are in no plan */
    for (unsigned round = 0; !problem && round < ROUNDS; round++) {
        if (!add_told(trial, &count) ||
            (count && !observe_last(trial, jobs, count)))
            problem = "out of memory";
        if (problem || count == 0)
            break;
        results_free(&trial->results);
        problem = assess_twice(trial->dialect, trial->cases, trial->count,
                               trial_look_alone, &looking, &trial->results);
    }
    trial->recording = recording;
    return problem;
}
