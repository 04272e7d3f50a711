/* SPDX-License-Identifier: MIT */
/*
 * What a case did, written where it is run and read where it is judged.
 *
 * A journal lives in memory that the processes of a case share with the
 * harness, so that what was seen survives however they end, without a
 * descriptor that they could close.  The implementation can write there, too.
 * So what may be believed of it (where its parts are, how large they are, and
 * the key of the seals) is kept apart, in struct journal_writer, of which every
 * process has its own copy; and each event and each state of the whole that is
 * shared has a seal (contain/seal.h), without which it is not believed.
 *
 * The state in struct journal is the writer's own.  journal_seal shares it, in
 * one of two places by turns, so that there is one that is whole whenever the
 * process ends.
 */
#ifndef CONFORMANCE_JOURNAL_H
#define CONFORMANCE_JOURNAL_H

#include "conformance/language/observation.h"
#include "conformance/machine/seal.h"

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
    uint8_t disturbed; /* no bool: whoever writes over it may leave any byte */
    uint16_t op;       /* the operation being run */
    uint32_t stray;
    char note[200];
    uint64_t count; /* events */
    uint64_t used;  /* bytes of the arena */
    uint64_t began; /* when it was its turn, by sandbox_time; 0: never */
    uint64_t turn;  /* how often it was sealed */
};

struct journal_sealed {
    struct journal journal;
    uint64_t seal;
};

struct journal_writer {
    struct journal journal;
    struct seal_key key;
    struct journal_sealed *shared; /* two */
    struct event *events;
    uint64_t *seals; /* of the events */
    size_t capacity;
    unsigned char *arena;
    size_t arena_size;
};

#define JOURNAL_WRITTEN_OVER "it wrote into the harness's record"

/* Bytes of shared memory for one case. */
size_t journal_size(const struct test_case *c);

/* Lay a journal out there, of a case that was not run. */
void journal_begin(struct journal_writer *writer, const struct test_case *c,
                   void *memory);

/* Share its state.  What is not shared is lost with the process. */
void journal_seal(struct journal_writer *writer);

/* Take the state that was shared last, by this process or another.  False: it
 * was written over, and the state is that of a case that ended so. */
bool journal_take(struct journal_writer *writer);

void journal_event(struct journal_writer *writer, const struct event *event);

/* A copy of bytes in the arena, for an event to point to; null where there
 * is no room. */
const unsigned char *journal_bytes(struct journal_writer *writer,
                                   const unsigned char *bytes, size_t size);

/* End the case: ENDED_UNSUPPORTED, ENDED_FORGED or ENDED_HARNESS, and why. */
void journal_end(struct journal_writer *writer, enum ended ended,
                 const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Fill an observation from the state taken last, whatever it is.  Where an
 * event was written over it is ENDED_FORGED. */
void journal_read(const struct journal_writer *writer,
                  struct observation *observation);

#endif
