/* SPDX-License-Identifier: MIT */
#include "journal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "observed.h"
#include "reference/gmon/counts.h"

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

/* Of what an event tells of a file. */
enum { FILE_BYTES_MOST = sizeof(union file_left) };

static size_t arena_capacity(const struct test_case *c)
{
    size_t bytes = 0;

    for (size_t k = 0; k < c->script.count; k++)
        if (c->script.ops[k].kind == OP_BUFFER)
            bytes += (size_t)c->script.ops[k].size + 2 * SCRIPT_ZONE;
        else if (c->script.ops[k].kind == OP_FILE ||
                 c->script.ops[k].kind == OP_EXIT ||
                 c->script.ops[k].kind == OP_PROFILE)
            bytes += FILE_BYTES_MOST;
    return processes(c) * bytes;
}

size_t journal_size(const struct test_case *c)
{
    return round_up(sizeof(struct journal)) +
           round_up(event_capacity(c) * sizeof(struct event)) +
           round_up(arena_capacity(c));
}

void journal_begin(struct journal_writer *writer, const struct test_case *c,
                   void *memory)
{
    unsigned char *at = memory;

    writer->journal = memory;
    at += round_up(sizeof(struct journal));
    writer->events = (struct event *)(void *)at;
    writer->capacity = event_capacity(c);
    at += round_up(writer->capacity * sizeof(struct event));
    writer->arena = at;
    writer->arena_size = arena_capacity(c);
}

void journal_event(struct journal_writer *writer, const struct event *event)
{
    struct journal *journal = writer->journal;

    if (journal->count >= writer->capacity) {
        journal_end(writer, ENDED_HARNESS, "more events than expected");
        return;
    }
    writer->events[journal->count] = *event;
    journal->count++;
}

const unsigned char *journal_bytes(struct journal_writer *writer,
                                   const unsigned char *bytes, size_t size)
{
    struct journal *journal = writer->journal;
    unsigned char *copy;

    if (journal->used > writer->arena_size ||
        size > writer->arena_size - journal->used)
        return NULL;
    copy = writer->arena + journal->used;
    memcpy(copy, bytes, size);
    journal->used += size;
    return copy;
}

void journal_end(struct journal_writer *writer, enum ended ended,
                 const char *format, ...)
{
    struct journal *journal = writer->journal;
    va_list arguments;

    journal->ended = (uint8_t)ended;
    va_start(arguments, format);
    vsnprintf(journal->note, sizeof journal->note, format, arguments);
    va_end(arguments);
}

/* Whether such an event has bytes, and so many. */
static bool size_fits(const struct event *event)
{
    return event->kind == EVENT_BUFFER
               ? event->size >= 2 * SCRIPT_ZONE
               : event->size > 0 && event->size == observed_file_size(event);
}

/* Where an event's bytes are in the copied arena.  What is not inside it was
 * not written by us: the implementation scribbled here. */
static bool place_bytes(const struct journal_writer *writer, size_t used,
                        struct event *event, unsigned char *arena)
{
    uintptr_t start = (uintptr_t)writer->arena;
    uintptr_t at = (uintptr_t)event->bytes;

    if (event->bytes == NULL)
        return true;
    if (!size_fits(event) || at < start || at - start > used ||
        event->size > used - (at - start))
        return false;
    event->bytes = arena + (at - start);
    return true;
}

/* A truth value that was written over is no value at all. */
static void make_plain(struct event *event)
{
    unsigned char byte;

    memcpy(&byte, &event->undetermined, 1);
    event->undetermined = byte & 1;
}

bool journal_read(const struct journal_writer *writer,
                  struct observation *observation)
{
    const struct journal *journal = writer->journal;
    size_t count = journal->count, used = journal->used;
    struct outcome *outcome = &observation->outcome;

    if (count > writer->capacity)
        count = 0;
    if (used > writer->arena_size)
        used = 0;
    memset(observation, 0, sizeof *observation);
    /* room for an exec's end or a file, and a crash, which others append */
    outcome->capacity = count + 2;
    outcome->events = malloc(outcome->capacity * sizeof(struct event));
    observation->arena = malloc(used + FILE_BYTES_MOST);
    if (!outcome->events || !observation->arena) {
        observation_free(observation);
        return false;
    }
    memcpy(observation->arena, writer->arena, used);
    observation->spare = observation->arena + used;
    memcpy(outcome->events, writer->events, count * sizeof(struct event));
    for (size_t k = 0; k < count; k++)
        make_plain(&outcome->events[k]);
    while (outcome->count < count &&
           place_bytes(writer, used, &outcome->events[outcome->count],
                       observation->arena))
        outcome->count++;
    observation->ended = journal->ended;
    observation->delivered = journal->delivered;
    observation->disturbed = journal->disturbed & 1;
    observation->op = journal->op;
    observation->stray = journal->stray;
    memcpy(observation->note, journal->note, sizeof observation->note);
    observation->note[sizeof observation->note - 1] = '\0';
    return true;
}

void observation_free(struct observation *observation)
{
    free(observation->outcome.events);
    free(observation->arena);
    observation->outcome = (struct outcome){0};
    observation->arena = observation->spare = NULL;
}
