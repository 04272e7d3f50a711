/* SPDX-License-Identifier: MIT */
/*
 * What a case did, written where it is run and read where it is judged.
 *
 * A journal lives in memory that the processes of a case share with the
 * harness, so that what was seen survives however they end, without a
 * descriptor that they could close.  What may be believed of it (where its
 * parts are and how large) is kept apart, in struct journal_writer, of which
 * every process has its own copy.
 */
#ifndef CONFORMANCE_JOURNAL_H
#define CONFORMANCE_JOURNAL_H

#include "observation.h"

enum journal_state {
    JOURNAL_NOT_RUN,
    JOURNAL_RUNNING,
    JOURNAL_EXECED,   /* the process became another program */
    JOURNAL_EXITED,   /* the process came to its exit, and exits */
    JOURNAL_FINISHED, /* ended says how */
};

struct journal {
    uint8_t state;
    uint8_t child_state; /* the forked child's */
    uint8_t ended;       /* where finished: normally, unsupported, harness */
    uint8_t delivered;
    uint8_t disturbed; /* 0 or 1 */
    uint16_t op;       /* the operation being run */
    uint32_t stray;
    char note[200];
    uint64_t count; /* events */
    uint64_t used;  /* bytes of the arena */
    uint64_t began; /* when it was its turn, by sandbox_time; 0: never */
};

struct journal_writer {
    struct journal *journal;
    struct event *events;
    size_t capacity;
    unsigned char *arena;
    size_t arena_size;
};

/* Bytes of shared memory for one case. */
size_t journal_size(const struct test_case *c);

/* Lay a journal out there. */
void journal_begin(struct journal_writer *writer, const struct test_case *c,
                   void *memory);

void journal_event(struct journal_writer *writer, const struct event *event);

/* A copy of bytes in the arena, for an event to point to; null where there
 * is no room. */
const unsigned char *journal_bytes(struct journal_writer *writer,
                                   const unsigned char *bytes, size_t size);

/* End the case: ENDED_UNSUPPORTED or ENDED_HARNESS, and why. */
void journal_end(struct journal_writer *writer, enum ended ended,
                 const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Fill an observation from a journal, whatever state it is in.  False where
 * memory ran out. */
bool journal_read(const struct journal_writer *writer,
                  struct observation *observation);

#endif
