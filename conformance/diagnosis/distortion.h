/* SPDX-License-Identifier: MIT */
/*
 * Distortions: what an implementation may do to all ticks, or to what all calls
 * are given, before any rule sees it: it counts each tick 4 bytes higher, or
 * every second one.  No choice of a rule is one.  What it touches is most of
 * what is counted, so that departures beside it are seen only once it is taken
 * away.
 */
#ifndef CONFORMANCE_DISTORTION_H
#define CONFORMANCE_DISTORTION_H

#include "conformance/base/memory.h"
#include "conformance/language/case.h"

enum distortion_kind {
    DISTORTION_PC,           /* pc + amount */
    DISTORTION_GRANULE,      /* pc, down to a multiple of amount */
    DISTORTION_BEFORE,       /* the pc of the tick before */
    DISTORTION_LAST_OF,      /* of each amount of ticks the last alone */
    DISTORTION_FIRST_OF,     /* ... the first alone */
    DISTORTION_TIMES,        /* each tick, amount times */
    DISTORTION_FIRST,        /* not the first tick of a process */
    DISTORTION_FIRST_ON,     /* nor that after each call */
    DISTORTION_SIZE,         /* size + amount */
    DISTORTION_SIZE_CUT,     /* size, mod amount KiB */
    DISTORTION_OFFSET,       /* offset + amount */
    DISTORTION_OFFSET_DOWN,  /* offset, down to a multiple of amount */
    DISTORTION_HALF,         /* half of the scale */
    DISTORTION_TWICE,        /* twice the scale */
    DISTORTION_NOT_AT,       /* not a tick at an offset itself */
    DISTORTION_NOT_IN_FIRST, /* nothing in a region's first counter */
    DISTORTION_FAR,          /* not a tick amount KiB or more past the offset */
    DISTORTION_CUT, /* a pc's distance from the offset, mod amount KiB */
};

enum distortion_calls { CALLS_ALL, CALLS_OF_LISTS, CALLS_OF_NONE, CALLS_KINDS };

struct distortion {
    unsigned char kind;
    unsigned char calls;  /* enum distortion_calls: it is done to these, and to
                             the ticks after them */
    short amount, upto;   /* upto: the last of several that do the same */
    unsigned char family; /* 1 + its place in what is looked for; 0: nowhere */
    unsigned led;         /* rows that it led to, and nothing else did */
};

enum { DISTORTIONS = 2, DISTORTED_ALL = (1 << DISTORTIONS) - 1 };

struct distortions { /* one after the other */
    struct distortion of[DISTORTIONS];
    unsigned count;
};

static inline struct distortion *distortions_last(struct distortions *d)
{
    return &d->of[d->count - 1];
}

/* The next one that is looked for; from {0} on, until there is none. */
bool distortion_next(struct distortion *d);

/* If other, which does the same as d in all that was seen, has the next amount,
 * extend d to it.  Whether it has. */
bool distortion_extend(struct distortion *d, const struct distortion *other);

/* Cut the amounts of two distortions, where both do the same with several, to
 * those that both have. */
void distortions_meet(struct distortions *a, struct distortions *b);

/* "each tick is counted as if its pc were 4 bytes higher", "2 to 4 bytes" */
void distortion_words(const struct distortion *d, char *text, size_t size);

/* "throughout: each tick is counted 2 times" */
void distortion_name(const struct distortion *d, char *text, size_t size);

/* What such an implementation makes of a case, in memory of the arena; the case
 * itself, where it makes nothing else of it. */
const struct test_case *distortion_case(const struct distortion *d,
                                        const struct test_case *c,
                                        struct arena *arena);

/* The same of those distortions of several that are in a set of bits; the bits
 * of those that change the case go into *changing. */
const struct test_case *distortions_case(const struct distortions *d,
                                         unsigned which,
                                         const struct test_case *c,
                                         struct arena *arena,
                                         unsigned char *changing);

#endif
