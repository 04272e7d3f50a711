/* SPDX-License-Identifier: MIT */
/* Observations of the model that outlive the next one. */
#ifndef CONFORMANCE_KEPT_TEST_H
#define CONFORMANCE_KEPT_TEST_H

#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/diagnosis/evaluate.h"

static inline bool kept_monitors(const struct test_case *c)
{
    for (size_t k = 0; k < c->script.count; k++)
        if (c->script.ops[k].kind == OP_CALL &&
            (c->script.ops[k].call.kind == CALL_MONITOR ||
             c->script.ops[k].call.kind == CALL_MONITOR_LIST))
            return true;
    return false;
}

/* Counts of monitor's, which has no formula: a library has some. */
static inline void kept_count(const struct test_case *c, struct event *event,
                              unsigned char *bytes)
{
    if (event->undetermined && !event->computed && kept_monitors(c) &&
        event->size > 2 * SCRIPT_ZONE) {
        bytes[SCRIPT_ZONE]++;
        event->undetermined = false;
    }
}

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
        if (event->bytes) {
            event->bytes = memcpy(seen->arena + at, event->bytes, event->size);
            kept_count(c, event, (unsigned char *)seen->arena + at);
            at += event->size;
        }
        event->computed = NULL; /* it lies where the next run will */
    }
}

#endif
