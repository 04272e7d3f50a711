/* SPDX-License-Identifier: MIT */
/*
 * What a case did, written where it is run and read where it is judged.
 *
 * A record lives in memory that the processes of a case share with the
 * harness, so that what was seen survives however they end, without a
 * descriptor that they could close.  What may be believed of it (where its
 * parts are and how large) is kept apart, in struct recorder, of which every
 * process has its own copy.
 */
#ifndef CONFORMANCE_RECORD_H
#define CONFORMANCE_RECORD_H

#include "observe.h"

enum record_state {
    RECORD_NOT_RUN,
    RECORD_RUNNING,
    RECORD_EXECED,   /* the process became another program */
    RECORD_FINISHED, /* ended says how */
};

struct record {
    uint64_t started; /* nanoseconds of CLOCK_MONOTONIC */
    uint8_t state;
    uint8_t child_state; /* the forked child's */
    uint8_t ended;       /* where finished: normally, unsupported, harness */
    uint8_t delivered;
    bool disturbed;
    uint16_t op;         /* the operation being run */
    uint32_t stray;
    char note[200];
    uint64_t count;      /* events */
    uint64_t used;       /* bytes of the arena */
};

struct recorder {
    struct record *record;
    struct event *events;
    size_t capacity;
    unsigned char *arena;
    size_t arena_size;
};

/* Bytes of shared memory for one case. */
size_t record_size(const struct test_case *c);

/* Lay a record out there. */
void recorder_begin(struct recorder *recorder, const struct test_case *c,
                    void *memory);

void record_event(struct recorder *recorder, const struct event *event);

/* A copy of bytes in the arena, for an event to point to; null where there
 * is no room. */
const unsigned char *record_bytes(struct recorder *recorder,
                                  const unsigned char *bytes, size_t size);

/* End the case: ENDED_UNSUPPORTED or ENDED_HARNESS, and why. */
void record_end(struct recorder *recorder, enum ended ended,
                const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Fill an observation from a record, whatever state it is in.  False where
 * memory ran out. */
bool record_read(const struct recorder *recorder,
                 struct observation *observation);

#endif
