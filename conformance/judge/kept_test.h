/* SPDX-License-Identifier: MIT */
/* Observations of the model that outlive the next one. */
#ifndef CONFORMANCE_KEPT_TEST_H
#define CONFORMANCE_KEPT_TEST_H

#include <stdlib.h>
#include <string.h>

#include "conformance/language/observation.h"

/* All of an observation in memory of its own, for kept_free. */
static inline bool kept(struct observation *copy, const struct observation *o)
{
    const struct outcome *outcome = &o->outcome;
    size_t bytes = 1, at = 0;

    for (size_t k = 0; k < outcome->count; k++)
        bytes += outcome->events[k].bytes ? outcome->events[k].size : 0;
    *copy = *o;
    copy->outcome.events = calloc(outcome->count + 1, sizeof(struct event));
    copy->arena = malloc(bytes);
    if (!copy->outcome.events || !copy->arena)
        return false;
    for (size_t k = 0; k < outcome->count; k++) {
        struct event *event = &copy->outcome.events[k];

        *event = outcome->events[k];
        event->computed = NULL; /* it lies where the next run will */
        if (!event->bytes)
            continue;
        memcpy(copy->arena + at, event->bytes, event->size);
        event->bytes = copy->arena + at;
        at += event->size;
    }
    return true;
}

static inline void kept_free(struct observation *o)
{
    free(o->outcome.events);
    free(o->arena);
}

#endif
