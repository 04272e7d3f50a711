/* SPDX-License-Identifier: MIT */
/* Observations of the model that outlive the next one. */
#ifndef CONFORMANCE_KEPT_TEST_H
#define CONFORMANCE_KEPT_TEST_H

#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/diagnosis/evaluate.h"

/* What the model does in a case, in memory of its own, for
 * observation_free. */
static inline void simulate_kept(struct workspace *w, const struct test_case *c,
                                 const struct behaviour *behaviour,
                                 struct observation *seen)
{
    struct outcome *outcome = &seen->outcome;
    const struct event *events;
    size_t bytes = 1, at = 0;

    simulate(w, c, behaviour, seen);
    events = outcome->events;
    outcome->events = memory_new(outcome->count + 1, sizeof *events);
    for (size_t k = 0; k < outcome->count; k++)
        bytes += events[k].bytes ? events[k].size : 0;
    seen->arena = memory_new(bytes, 1);
    for (size_t k = 0; k < outcome->count; k++) {
        struct event *event = &outcome->events[k];

        *event = events[k];
        event->computed = NULL; /* it lies where the next run will */
        if (!event->bytes)
            continue;
        event->bytes = memcpy(seen->arena + at, event->bytes, event->size);
        at += event->size;
    }
}

#endif
