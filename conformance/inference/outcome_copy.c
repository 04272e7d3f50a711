/* SPDX-License-Identifier: MIT */
#include "outcome_copy.h"

#include <stdlib.h>
#include <string.h>

#include "reference/computed.h"

/* The event gets a copy of what it points to.  False: out of memory, and it
 * points to what is its own, or nothing. */
static bool own(struct event *event)
{
    const struct computed *computed = event->computed;
    const unsigned char *bytes = event->bytes;
    unsigned char *own = bytes ? malloc(event->size) : NULL;
    struct computed *own_computed = computed ? malloc(sizeof *computed) : NULL;

    event->bytes = own;
    event->computed = own_computed;
    if ((bytes && !own) || (computed && !own_computed))
        return false;
    if (bytes)
        memcpy(own, bytes, event->size);
    if (computed)
        *own_computed = *computed;
    return true;
}

bool outcome_copy(struct outcome *copy, const struct outcome *outcome)
{
    *copy = (struct outcome){
        .events = malloc((outcome->count + 1) * sizeof *copy->events)};
    if (copy->events == NULL)
        return false;
    for (size_t i = 0; i < outcome->count; i++) {
        copy->events[copy->count++] = outcome->events[i];
        if (!own(&copy->events[i]))
            return false;
    }
    return true;
}

void outcome_copy_free(struct outcome *copy)
{
    for (size_t i = 0; i < copy->count; i++) {
        free((void *)copy->events[i].bytes);
        free((void *)copy->events[i].computed);
    }
    free(copy->events);
}
