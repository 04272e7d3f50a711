/* SPDX-License-Identifier: MIT */
#include "record.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Events besides those of the operations: a child's buffers, its end and its
 * crash; the same of the first process. */
enum { EVENTS_A_PROCESS = SCRIPT_BUFFERS + 3 };

static size_t round_up(size_t size)
{
    return (size + 63) / 64 * 64;
}

static size_t processes(const struct test_case *c)
{
    size_t n = 1;

    for (size_t k = 0; k < c->script.count; k++)
        n += c->script.ops[k].kind == OP_FORK;
    return n;
}

static size_t event_capacity(const struct test_case *c)
{
    return c->script.count + processes(c) * EVENTS_A_PROCESS;
}

static size_t arena_capacity(const struct test_case *c)
{
    size_t bytes = 0;

    for (size_t k = 0; k < c->script.count; k++)
        if (c->script.ops[k].kind == OP_BUFFER)
            bytes += (size_t)c->script.ops[k].size + 2 * SCRIPT_ZONE;
    return processes(c) * bytes;
}

size_t record_size(const struct test_case *c)
{
    return round_up(sizeof(struct record)) +
           round_up(event_capacity(c) * sizeof(struct event)) +
           round_up(arena_capacity(c));
}

void recorder_begin(struct recorder *recorder, const struct test_case *c,
                    void *memory)
{
    unsigned char *at = memory;

    recorder->record = memory;
    at += round_up(sizeof(struct record));
    recorder->events = (struct event *)(void *)at;
    recorder->capacity = event_capacity(c);
    at += round_up(recorder->capacity * sizeof(struct event));
    recorder->arena = at;
    recorder->arena_size = arena_capacity(c);
}

void record_event(struct recorder *recorder, const struct event *event)
{
    struct record *record = recorder->record;

    if (record->count >= recorder->capacity) {
        record_end(recorder, ENDED_HARNESS, "more events than expected");
        return;
    }
    recorder->events[record->count] = *event;
    record->count++;
}

const unsigned char *record_bytes(struct recorder *recorder,
                                  const unsigned char *bytes, size_t size)
{
    struct record *record = recorder->record;
    unsigned char *copy;

    if (record->used > recorder->arena_size ||
        size > recorder->arena_size - record->used)
        return NULL;
    copy = recorder->arena + record->used;
    memcpy(copy, bytes, size);
    record->used += size;
    return copy;
}

void record_end(struct recorder *recorder, enum ended ended,
                const char *format, ...)
{
    struct record *record = recorder->record;
    va_list arguments;

    record->ended = (uint8_t)ended;
    va_start(arguments, format);
    vsnprintf(record->note, sizeof record->note, format, arguments);
    va_end(arguments);
}

/* Where an event's bytes are in the copied arena.  What is not inside it was
 * not written by us: the implementation scribbled here. */
static bool place_bytes(const struct recorder *recorder, size_t used,
                        struct event *event, unsigned char *arena)
{
    uintptr_t start = (uintptr_t)recorder->arena;
    uintptr_t at = (uintptr_t)event->bytes;

    if (event->bytes == NULL)
        return true;
    if (at < start || at - start > used || event->size > used - (at - start))
        return false;
    event->bytes = arena + (at - start);
    return true;
}

bool record_read(const struct recorder *recorder,
                 struct observation *observation)
{
    const struct record *record = recorder->record;
    size_t count = record->count, used = record->used;
    struct outcome *outcome = &observation->outcome;

    if (count > recorder->capacity)
        count = 0;
    if (used > recorder->arena_size)
        used = 0;
    memset(observation, 0, sizeof *observation);
    /* room for an exec's end and a crash, which others append */
    outcome->capacity = count + 2;
    outcome->events = malloc(outcome->capacity * sizeof(struct event));
    observation->arena = malloc(used + 1);
    if (!outcome->events || !observation->arena) {
        observation_free(observation);
        return false;
    }
    memcpy(observation->arena, recorder->arena, used);
    memcpy(outcome->events, recorder->events, count * sizeof(struct event));
    while (outcome->count < count &&
           place_bytes(recorder, used, &outcome->events[outcome->count],
                       observation->arena))
        outcome->count++;
    observation->ended = record->ended;
    observation->delivered = record->delivered;
    observation->disturbed = record->disturbed;
    observation->op = record->op;
    observation->stray = record->stray;
    memcpy(observation->note, record->note, sizeof observation->note);
    observation->note[sizeof observation->note - 1] = '\0';
    return true;
}

void observation_free(struct observation *observation)
{
    free(observation->outcome.events);
    free(observation->arena);
    observation->outcome = (struct outcome){0};
    observation->arena = NULL;
}
