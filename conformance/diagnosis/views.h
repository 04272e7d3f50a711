/* SPDX-License-Identifier: MIT */
/*
 * How each case differs from what the departures lead to: in what kind of thing
 * and in which way; and the features that it has.
 */
#ifndef CONFORMANCE_VIEWS_H
#define CONFORMANCE_VIEWS_H

#include "describe.h"
#include "features.h"
#include "hypothesis.h"

/* In what a case differs from what it is expected to show. */
enum unknown_kind {
    UNKNOWN_NOTHING,
    UNKNOWN_COUNTS,
    UNKNOWN_CALLS_COUNTED, /* of functions, in a file */
    UNKNOWN_RETURN,
    UNKNOWN_DEATH_IN_CALL,
    UNKNOWN_DEATH_IN_TICK,
    UNKNOWN_DEATH_ELSEWHERE,
    UNKNOWN_MIXED,  /* in whatever, where two functions are called */
    UNKNOWN_OTHERS, /* and the kind of event */
    UNKNOWN_KINDS = UNKNOWN_OTHERS + EVENT_ANYTHING
};

bool unknown_is_death(unsigned kind);

/* How counts differ: in all, as enum counted says, and counter by counter. */
enum counts_way {
    WAY_FIRST = COUNTED_UNKNOWN << 1, /* in the first counter alone */
    WAY_ANEW = WAY_FIRST << 1,        /* one counts that was to be 0 */
    WAY_GONE = WAY_FIRST << 2,        /* one is 0 that was to count */
    WAY_PART = WAY_FIRST << 3,        /* one counts more or less */
    WAY_FAR = WAY_FIRST << 4,         /* ... by more than a few ticks make */
    WAYS = 9                          /* bits */
};

/* A case as far as its features go. */
struct view {
    uint8_t kind;   /* in what it differs from what the hypothesis leads to */
    uint16_t way;   /* of counts: enum counts_way, or-ed */
    bool explained; /* by something */
    bool passes;    /* by itself */
    bool mixed;     /* it calls profil and sprofil, which are apart */
    bool counts;    /* some tick is counted in it */
    unsigned char distorted;     /* bits: the distortions that it may come of */
    struct feature_set features; /* of all of it, or up to where it differs */
};

/* Whether some tick was counted; `unknown` is returned where that is not
 * known. */
bool outcome_counts(const struct outcome *outcome, bool unknown);

/* What was seen of an interface, and the hypothesis about it. */
struct examined {
    struct evidence *e;
    const struct hypothesis *h;
    const bool *explains; /* of each row: something does */
};

/* Of each row of all parts, one part after the other. */
struct views {
    struct view *of;
    size_t count;
    size_t words;               /* of a set of rows */
    uint64_t *having[FEATURES]; /* the rows that have a feature */
    uint64_t *right;            /* those that are as they should */
    uint64_t *counting;         /* ... in which some tick is counted */
    uint64_t *marked;           /* those at hand */
};

void views_make(const struct examined *parts, unsigned count,
                struct views *views);
void views_free(struct views *views);

/* Look at a row again, as another hypothesis has it. */
void views_change(struct views *views, const struct examined *part, size_t row);

/* Mark the rows that have that mark. */
void views_mark(struct views *views, const unsigned char *marks, unsigned mark);

/* How a row differs from what the hypothesis leads to. */
void view_divergence(const struct examined *part, size_t row,
                     struct divergence *d);

/* Whether a row, which a distortion changes, differs otherwise from the case as
 * it was: else what is wrong there does not come of the distortion. */
bool view_is_touched(const struct examined *part, size_t row);

#endif
