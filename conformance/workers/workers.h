/* SPDX-License-Identifier: MIT */
/*
 * Observing many cases, several at a time.
 *
 * Each worker is a process; it takes the next portion (queue.h) until none is
 * left.  Cases of several implementations, or dialects, are tasks of the same
 * workers, so that none waits for the last case of one before the next is
 * begun; and who began them may judge one task while they go on with others.
 */
#ifndef CONFORMANCE_WORKERS_H
#define CONFORMANCE_WORKERS_H

#include "task.h"

enum { WORKERS_LIMIT = 256 };

/* The processors that this process may use. */
unsigned workers_default(void);

/* Now and then, how many are done; or null. */
typedef void workers_progress(size_t done, size_t count);

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
