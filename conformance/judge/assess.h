/* SPDX-License-Identifier: MIT */
/* From observations to results: judging a whole run, in the cases' order. */
#ifndef CONFORMANCE_ASSESS_H
#define CONFORMANCE_ASSESS_H

#include "conformance/results/results.h"
#include "judge.h"

/* One case of a run. */
struct assessed {
    const struct test_case *c;
    struct observation observation; /* in a batch, perhaps */
    struct observation alone;       /* where has_alone */
    bool has_alone;
    char *unsupported; /* why it was not run; else null */
    const struct difference
        *at_line; /* of a log: at the first line that nothing
                                         permitted explains; or null */
};

/*
 * Judge them all by what they did by themselves, where that was observed, else
 * by what they did in a batch.  One that passes by itself and did something
 * else in a batch is inconsistent, unless some case of the batch is a crash.
 *
 * results' cases, behaviour and summary are filled in; release them with
 * results_free.
 */
void assess(enum dialect dialect, const struct assessed *cases, size_t count,
            struct results *results);

/*
 * Which cases that shared a process are to be observed by themselves: those
 * that did what is not permitted, and, if one of them does something else then,
 * all others; then all are judged.  Next those that contradict others, with the
 * same consequence; if one still does, all others.
 */
struct assess_state {
    enum {
        ASSESS_BATCHES,
        ASSESS_FAILED,
        ASSESS_JUDGED,
        ASSESS_CONTRADICTED,
        ASSESS_ALL,
        ASSESS_OVER
    } step;
    bool judged;   /* by all that was observed */
    size_t wanted; /* so many are to be observed by themselves first */
};

/* Go on until some cases are wanted, whose indices are then in indices, which
 * has room for all, or it is over. */
void assess_step(enum dialect dialect, struct assessed *cases, size_t count,
                 struct assess_state *state, size_t *indices,
                 struct results *results);

/* To observe the cases of these indices alone: sets alone and has_alone.
 * Null, or why it could not. */
typedef const char *assess_look(void *context, struct assessed *cases,
                                const size_t *indices, size_t count);

/* All steps, what is wanted being observed by look; there are no results yet.
 * Null, or what went wrong: results are then released. */
const char *assess_twice(enum dialect dialect, struct assessed *cases,
                         size_t count, assess_look *look, void *context,
                         struct results *results);

#endif
