/* SPDX-License-Identifier: MIT */
#include "record.h"

#include <stdlib.h>
#include <string.h>

static bool record_put(FILE *file, const void *from, size_t size)
{
    return size == 0 || fwrite(from, size, 1, file) == 1;
}

static bool record_get(FILE *file, void *to, size_t size)
{
    return size == 0 || fread(to, size, 1, file) == 1;
}

/* Bytes of events follow the events, one after the other. */
bool record_write(FILE *file, const struct observation *observation)
{
    const struct outcome *outcome = &observation->outcome;
    bool good = record_put(file, observation, sizeof *observation) &&
                record_put(file, outcome->events,
                           outcome->count * sizeof(struct event));

    for (size_t k = 0; good && k < outcome->count; k++)
        if (outcome->events[k].bytes)
            good = record_put(file, outcome->events[k].bytes,
                              outcome->events[k].size);
    return good;
}

static size_t outcome_size(const struct outcome *outcome)
{
    size_t size = 0;

    for (size_t k = 0; k < outcome->count; k++)
        if (outcome->events[k].bytes)
            size += outcome->events[k].size;
    return size;
}

static bool read_events(FILE *file, struct outcome *outcome, size_t count)
{
    outcome->capacity = count;
    outcome->events = calloc(count + 1, sizeof(struct event));
    if (!outcome->events ||
        !record_get(file, outcome->events, count * sizeof(struct event)))
        return false;
    outcome->count = count;
    return true;
}

static bool read_bytes(FILE *file, struct observation *observation)
{
    struct outcome *outcome = &observation->outcome;
    size_t size = outcome_size(outcome), at = 0;

    observation->arena = malloc(size + 1);
    if (!observation->arena || !record_get(file, observation->arena, size))
        return false;
    for (size_t k = 0; k < outcome->count; k++)
        if (outcome->events[k].bytes) {
            outcome->events[k].bytes = observation->arena + at;
            at += outcome->events[k].size;
        }
    return true;
}

bool record_read(FILE *file, struct observation *observation)
{
    size_t count;

    if (!record_get(file, observation, sizeof *observation)) {
        memset(observation, 0, sizeof *observation);
        return false;
    }
    count = observation->outcome.count;
    observation->outcome = (struct outcome){0};
    observation->arena = NULL;
    if (read_events(file, &observation->outcome, count) &&
        read_bytes(file, observation))
        return true;
    observation_free(observation);
    return false;
}
