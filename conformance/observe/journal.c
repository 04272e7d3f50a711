/* SPDX-License-Identifier: MIT */
#include "journal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/language/observed.h"
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

/* Of what an event says of a file. */
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
    return round_up(2 * sizeof(struct journal_sealed)) +
           round_up(event_capacity(c) * sizeof(struct event)) +
           round_up(event_capacity(c) * sizeof(uint64_t)) +
           round_up(arena_capacity(c));
}

void journal_begin(struct journal_writer *writer, const struct test_case *c,
                   void *memory)
{
    unsigned char *at = memory;

    memset(&writer->journal, 0, sizeof writer->journal);
    writer->key = seal_key_new();
    writer->shared = memory;
    at += round_up(2 * sizeof(struct journal_sealed));
    writer->events = (struct event *)(void *)at;
    writer->capacity = event_capacity(c);
    at += round_up(writer->capacity * sizeof(struct event));
    writer->seals = (uint64_t *)(void *)at;
    at += round_up(writer->capacity * sizeof(uint64_t));
    writer->arena = at;
    writer->arena_size = arena_capacity(c);
    journal_seal(writer);
}

/* Where the seals of a state and of an event are, as numbers. */
enum { STATE_PLACE = 0, EVENT_PLACE = 1 };

void journal_seal(struct journal_writer *writer)
{
    struct journal *journal = &writer->journal;
    struct journal_sealed *shared = &writer->shared[++journal->turn % 2];

    memcpy(&shared->journal, journal, sizeof *journal);
    shared->seal = seal_of(&writer->key, STATE_PLACE, journal, sizeof *journal);
}

bool journal_take(struct journal_writer *writer)
{
    struct journal_sealed last = {.journal.turn = 0};

    for (unsigned k = 0; k < 2; k++) {
        struct journal_sealed one;

        memcpy(&one, &writer->shared[k], sizeof one);
        if (one.seal == seal_of(&writer->key, STATE_PLACE, &one.journal,
                                sizeof one.journal) &&
            one.journal.turn > last.journal.turn)
            last = one;
    }
    writer->journal = last.journal;
    if (last.journal.turn)
        return true;
    writer->journal.state = JOURNAL_FINISHED;
    journal_end(writer, ENDED_FORGED, "%s", JOURNAL_WRITTEN_OVER);
    return false;
}

/* Of an event, and the bytes that it points to in the arena. */
static uint64_t seal_event(const struct journal_writer *writer, size_t k,
                           const struct event *event,
                           const unsigned char *bytes)
{
    uint64_t seal =
        seal_of(&writer->key, EVENT_PLACE + k, event, sizeof *event);

    return bytes ? seal_of(&writer->key, seal, bytes, event->size) : seal;
}

void journal_event(struct journal_writer *writer, const struct event *event)
{
    struct journal *journal = &writer->journal;
    struct event *shared = &writer->events[journal->count], own;

    if (journal->count >= writer->capacity) {
        journal_end(writer, ENDED_FORGED,
                    "more events were recorded than its operations can cause");
        return;
    }
    memset(&own, 0, sizeof own);
    own = *event;
    memcpy(shared, &own, sizeof own);
    writer->seals[journal->count] =
        seal_event(writer, journal->count, &own, own.bytes);
    journal->count++;
    journal_seal(writer);
}

const unsigned char *journal_bytes(struct journal_writer *writer,
                                   const unsigned char *bytes, size_t size)
{
    struct journal *journal = &writer->journal;
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
    struct journal *journal = &writer->journal;
    va_list arguments;

    journal->ended = (uint8_t)ended;
    va_start(arguments, format);
    vsnprintf(journal->note, sizeof journal->note, format, arguments);
    va_end(arguments);
    journal_seal(writer);
}

/* Whether such an event has bytes, and so many. */
static bool size_fits(const struct event *event)
{
    return event->kind == EVENT_BUFFER
               ? event->size >= 2 * SCRIPT_ZONE
               : event->size > 0 && event->size == observed_file_size(event);
}

/* Where an event's bytes are in the copied arena.  Null: not inside it. */
static unsigned char *place_bytes(const struct journal_writer *writer,
                                  size_t used, const struct event *event,
                                  unsigned char *arena)
{
    uintptr_t start = (uintptr_t)writer->arena;
    uintptr_t at = (uintptr_t)event->bytes;

    if (!size_fits(event) || at < start || at - start > used ||
        event->size > used - (at - start))
        return NULL;
    return arena + (at - start);
}

/* The k-th event, copied before it is looked at.  False: it is not as it was
 * sealed. */
static bool read_event(const struct journal_writer *writer, size_t k,
                       size_t used, unsigned char *arena, struct event *event)
{
    unsigned char *bytes = NULL, flags[2];

    memcpy(event, &writer->events[k], sizeof *event);
    memcpy(&flags[0], &event->undetermined, 1);
    memcpy(&flags[1], &event->beyond, 1);
    if (event->bytes && !(bytes = place_bytes(writer, used, event, arena)))
        return false;
    if ((flags[0] | flags[1]) > 1 ||
        writer->seals[k] != seal_event(writer, k, event, bytes))
        return false;
    event->bytes = bytes;
    return true;
}

void journal_read(const struct journal_writer *writer,
                  struct observation *observation)
{
    const struct journal *journal = &writer->journal;
    size_t count = journal->count, used = journal->used;
    struct outcome *outcome = &observation->outcome;

    if (count > writer->capacity)
        count = 0;
    if (used > writer->arena_size)
        used = 0;
    memset(observation, 0, sizeof *observation);
    /* room for an exec's end or a file, and a crash, which others append */
    outcome->capacity = count + 2;
    outcome->events = memory_new(outcome->capacity, sizeof(struct event));
    observation->arena = memory_new(used + FILE_BYTES_MOST, 1);
    memcpy(observation->arena, writer->arena, used);
    observation->spare = observation->arena + used;
    while (outcome->count < count &&
           read_event(writer, outcome->count, used, observation->arena,
                      &outcome->events[outcome->count]))
        outcome->count++;
    observation->ended = journal->ended;
    observation->delivered = journal->delivered;
    observation->disturbed = journal->disturbed != 0;
    observation->op = journal->op;
    observation->stray = journal->stray;
    memcpy(observation->note, journal->note, sizeof observation->note);
    if (outcome->count < count) {
        outcome->count = 0;
        observation->ended = ENDED_FORGED;
        strcpy(observation->note, JOURNAL_WRITTEN_OVER);
    }
}
