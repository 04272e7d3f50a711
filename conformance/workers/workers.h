/* SPDX-License-Identifier: MIT */
/*
 * Observing many cases, several at a time.
 *
 * The cases are cut into portions: up to PORTION cases that may share a
 * process, or one that may not.  How they are cut depends on the cases
 * and the backend alone, and so what is observed does not depend on the
 * number of workers.
 * Each worker is a process; it takes the next portion until none is left.
 */
#ifndef CONFORMANCE_WORKERS_H
#define CONFORMANCE_WORKERS_H

#include "conformance/delivery/observe.h"

enum { PORTION = 64, WORKERS_LIMIT = 256 };

/* The processors that this process may use. */
unsigned workers_default(void);

/* Who is told of a run while it goes on.  Null for what is of no interest. */
struct workers_listener {
    /* Now and then, how many are done. */
    void (*progress)(size_t done, size_t count);
    /* As soon as they are there, some cases side by side and what was
     * observed of them: in a process of its own, several perhaps at a time,
     * so that it leaves no trace in the memory of those that are observed. */
    void (*observed)(const void *context, const struct test_case *const *cases,
                     const struct observation *observations, size_t count);
    const void *context; /* of observed */
};

/* The portion of each case, by an ascending number. */
void workers_cut(const struct observe_options *options,
                 const struct test_case *const *cases, size_t count,
                 size_t *portions);

/*
 * Observe all cases into observations, which has room for count.  portions:
 * as workers_cut has them, of all these cases and perhaps others among them,
 * or null: each case is alone.  listener may be null.  A case whose worker
 * died is ENDED_HARNESS.  False: there are no observations to free; errno
 * tells why.
 */
bool workers_observe(const struct observe_options *options,
                     const struct test_case *const *cases,
                     const size_t *portions, size_t count, unsigned workers,
                     struct observation *observations,
                     const struct workers_listener *listener);

#endif
