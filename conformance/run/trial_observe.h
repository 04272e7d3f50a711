/* SPDX-License-Identifier: MIT */
/* The cases of a trial, observed: what trial_run is made of. */
#ifndef CONFORMANCE_TRIAL_OBSERVE_H
#define CONFORMANCE_TRIAL_OBSERVE_H

#include "trial.h"

/* Observe the cases of these indices, in company or alone, of which nothing is
 * known from before.  False where memory ran out. */
bool trial_observe(struct trial *trial, unsigned jobs, const size_t *indices,
                   size_t count, bool shared);

struct trial_looking {
    struct trial *trial;
    unsigned jobs;
};

/* An assess_look, whose context is a trial_looking. */
const char *trial_look_alone(void *looking, struct assessed *cases,
                             const size_t *indices, size_t count);

/*
 * After it was judged: where something else would do as well in a cause's
 * place, run the case that would tell, too, and judge all again; as long as
 * there is a new one, and a few times at most.  Null, or what went wrong.
 */
const char *trial_tell(struct trial *trial, unsigned jobs);

#endif
