/* SPDX-License-Identifier: MIT */
/*
 * What is to be observed, cut into portions: up to PORTION cases that may share
 * a process and have no more than PORTION_TICKS ticks together, or one.  How
 * they are cut depends on the cases and the backend alone, and so what is
 * observed does not depend on the number of workers.
 */
#ifndef CONFORMANCE_TASK_H
#define CONFORMANCE_TASK_H

#include "conformance/delivery/observation.h"

enum { PORTION = 64, PORTION_TICKS = 4096 };

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
    /* As soon as they are there, some cases side by side and what was
     * observed of them: in a process of its own, several perhaps at a time,
     * so that it leaves no trace in the memory of those that are observed.
     * Null: it is of no interest. */
    void (*observed)(const void *context, const struct test_case *const *cases,
                     const struct observation *observations, size_t count);
    const void *context; /* of observed */
};

#endif
