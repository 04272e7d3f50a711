/* SPDX-License-Identifier: MIT */
/*
 * The portions of all cases that are to be observed, and the order in which
 * workers take them.
 *
 * First comes one of each task: what hangs is known then.  Next are those of
 * many ticks, whosever they are, the longest first: taken last, one of them
 * would leave the other workers with nothing to do.  All others come in the order
 * of the tasks and their cases, for what is known of an implementation that hangs
 * is known from the cases before (hung.h).
 *
 * Cases are numbered through all tasks, and so are portions.
 */
#ifndef CONFORMANCE_QUEUE_H
#define CONFORMANCE_QUEUE_H

#include "portions.h"
#include "task.h"

struct queue_portion {
    struct portion cases;
    size_t task;
    uint64_t ticks;
    bool begins; /* its task */
};

struct queue_task {
    size_t first_case, first_portion;
};

struct queue {
    struct queue_portion *portions;
    size_t count;
    const struct queue_portion **turns; /* all of them, as they are taken */
    struct queue_task *tasks; /* and one more, at which the last one ends */
};

/* Of many ticks. */
bool queue_is_long(const struct queue_portion *portion);

/* False where memory ran out. */
bool queue_make(struct queue *queue, const struct workers_task *tasks,
                size_t count);

void queue_free(struct queue *queue);

#endif
