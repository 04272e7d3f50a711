/* SPDX-License-Identifier: MIT */
/*
 * Observing many cases, several at a time.
 *
 * Each worker is a process; it takes the next portion of cases until none is
 * left.  Cases of several implementations, or dialects, are tasks of the same
 * workers, so that none waits for the last case of one before the next is
 * begun; and who began them may judge one task while they go on with others.
 */
#ifndef CONFORMANCE_WORKERS_H
#define CONFORMANCE_WORKERS_H

#include "conformance/language/observation.h"

/*
 * Cases are cut into portions: up to PORTION that may share a process and have
 * no more than PORTION_TICKS ticks together, or one.  How they are cut depends
 * on the cases and the backend alone, and so what is observed does not depend
 * on the number of workers.
 */
enum { PORTION = 64, PORTION_TICKS = 4096, WORKERS_LIMIT = 256 };

/* The portion of each case, by an ascending number. */
void task_cut(const struct observe_options *options,
              const struct test_case *const *cases, size_t count,
              size_t *portions);

/* Cases to be observed, which stay where they are until the workers ended. */
struct workers_task {
    const struct observe_options *options;
    const struct test_case *const *cases;
    /* As task_cut has them, of all these cases and perhaps others among
     * them; or null: each case is alone. */
    const size_t *portions;
    size_t count;
    /* The same functions as those of the task before, as another dialect calls
     * them: what hung there is known here. */
    bool goes_on;
    /* As soon as they are there, some cases side by side and what was
     * observed of them: in a process that ends with it, several perhaps at a
     * time.  Null: it is of no interest. */
    void (*observed)(const void *context, const struct test_case *const *cases,
                     const struct observation *observations, size_t count);
    const void *context; /* of observed */
};

/* The processors that this process may use. */
unsigned workers_default(void);

/* Now and then, how many are done; or null. */
typedef void workers_progress(size_t done, size_t count);

struct workers;

/* Begin to observe the cases of all tasks. */
struct workers *workers_begin(const struct workers_task *tasks, size_t count,
                              unsigned workers);

/* Wait until a task is done, and take what was observed into observations,
 * which has room for its cases; once for each, in their order.  A case whose
 * worker died is ENDED_HARNESS. */
void workers_wait(struct workers *workers, size_t task,
                  workers_progress *progress, struct observation *observations);

/* After all were waited for. */
void workers_end(struct workers *workers);

/* All of it for one task. */
void workers_observe(const struct workers_task *task, unsigned workers,
                     workers_progress *progress,
                     struct observation *observations);

#endif
