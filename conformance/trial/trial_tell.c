/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "conformance/cases/suite.h"
#include "conformance/workers/probe.h"
#include "trial_next.h"

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
    size_t *portions, *indices, *wanted;

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
    wanted = realloc(trial->look.indices, (n + 2) * sizeof *wanted);
    if (!wanted)
        return false;
    trial->look.indices = wanted;
    cases[n] = (struct assessed){.c = c};
    portions[n] = n ? portions[n - 1] + 1 : 0;
    indices[n] = n;
    wanted[trial->look.count++] = n;
    trial->look.shared = true;
    trial->count = trial->whole = n + 1;
    return true;
}

static bool load_full(struct trial *trial)
{
    struct case_error error;

    if (trial->full.count)
        return true;
    if (!suite_load(&trial->full, trial->dialect, true, &error) ||
        !suite_for_addresses(&trial->full, 8 * sizeof(void *), &error))
        return false;
    for (size_t k = 0; k < trial->full.count; k++)
        trial->full.cases[k].script.profil_max = trial->profil_max;
    return true;
}

const char *trial_tell(struct trial *trial)
{
    const struct results *results = &trial->results;

    if (results->cause_count && !load_full(trial))
        return "out of memory";
    for (size_t k = 0; k < results->cause_count; k++) {
        const struct test_case *c = case_told(trial, &results->causes[k]);

        if (c && !trial_tell_add(trial, c))
            return "out of memory";
    }
    return NULL;
}
