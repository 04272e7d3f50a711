/* SPDX-License-Identifier: MIT */
/*
 * Observing many cases, several at a time.
 *
 * The cases are cut into portions: up to PORTION cases that may share a
 * process and have no more than PORTION_TICKS ticks together, or one.  How
 * they are cut depends on the cases and the backend alone, and so what is
 * observed does not depend on the number of workers.
 *
 * Each worker is a process; it takes the next portion (queue.h) until none is
 * left.  Cases of several implementations, or dialects, are tasks of the same
 * workers, so that none waits for the last case of one before the next is
 * begun; and who began them may judge one task while they go on with others.
 */
#ifndef CONFORMANCE_WORKERS_H
#define CONFORMANCE_WORKERS_H

#include "conformance/delivery/observe.h"

enum { PORTION = 64, PORTION_TICKS = 4096, WORKERS_LIMIT = 256 };

/* The processors that this process may use. */
unsigned workers_default(void);

/* Cases to be observed, which stay where they are until the workers ended. */
struct workers_task {
    const struct observe_options *options;
    const struct test_case *const *cases;
    /* As workers_cut has them, of all these cases and perhaps others among
     * them; or null: each case is alone. */
    const size_t *portions;
    size_t count;
    /* As soon as they are there, some cases side by side and what was
     * observed of them: in a process of its own, several perhaps at a time,
     * so that it leaves no trace in the memory of those that are observed.
     * Null: it is of no interest. */
    void (*observed)(const void *context, const struct test_case *const *cases,
                     const struct observation *observations, size_t count);
    const void *context; /* of observed */
};

/* Now and then, how many are done; or null. */
typedef void workers_progress(size_t done, size_t count);

/* The portion of each case, by an ascending number. */
void workers_cut(const struct observe_options *options,
                 const struct test_case *const *cases, size_t count,
                 size_t *portions);

struct workers;

/* Begin to observe the cases of all tasks.  Null: errno tells why. */
struct workers *workers_begin(const struct workers_task *tasks, size_t count,
                              unsigned workers);

/* Wait until a task is done, and take what was observed into observations,
 * which has room for its cases; once for each.  A case whose worker died is
 * ENDED_HARNESS. */
void workers_wait(struct workers *workers, size_t task,
                  workers_progress *progress, struct observation *observations);

/* After all were waited for. */
void workers_end(struct workers *workers);

/* All of it for one task.  False: there are no observations to free; errno
 * tells why. */
bool workers_observe(const struct workers_task *task, unsigned workers,
                     workers_progress *progress,
                     struct observation *observations);

#endif
