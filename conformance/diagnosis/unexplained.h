/* SPDX-License-Identifier: MIT */
/*
 * What stays unexplained, by what its cases have in common: cases are put
 * down to one unknown defect if they differ in the same kind of thing, and a
 * feature or two of their calls and ticks sets them apart from those that do
 * as they should.
 */
#ifndef CONFORMANCE_UNEXPLAINED_H
#define CONFORMANCE_UNEXPLAINED_H

#include "describe.h"
#include "features.h"
#include "hypothesis.h"

enum { UNKNOWN_NAME = 200 };

/* What parts the name of an unknown defect from what sets its cases apart. */
#define SENTENCE_WHERE        ", where "
#define SENTENCE_MOSTLY_WHERE ", mostly where "

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
    struct feature_set features; /* of all of it, or up to where it differs */
};

/* Whether some tick was counted; unknown: what is thought where what could say
 * so is not known. */
bool outcome_counts(const struct outcome *outcome, bool unknown);

/* What was seen of an interface, and what is thought of it. */
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

/* A feature or two that rows have in common, but for few, and few rows have
 * that are as they should. */
struct common {
    int features[2]; /* -1: none */
    size_t contrary; /* rows that are as they should and have them */
    size_t missing;  /* those at hand that have them not */
    size_t cost;
};

/* Whether a row has these features. */
bool common_has(const struct common *common, const struct view *view);

/* Of the rows with that mark. */
struct common common_of(struct views *views, unsigned kind,
                        const unsigned char *marks, unsigned mark);

/* How many of those other rows that differ in that kind of thing a description
 * of the marked ones leaves out: of those that cost no more, the one that
 * leaves out the fewest. */
size_t common_leaves(struct views *views, unsigned kind,
                     const unsigned char *marks, unsigned mark, size_t cost,
                     const unsigned char *others);

/* An unknown defect. */
struct unknown {
    char name[UNKNOWN_NAME]; /* see judgement.other */
    struct common common;
    size_t rows;
    unsigned kind;
};

struct unknowns {
    struct unknown *of;
    size_t count;
    unsigned char *of_row; /* of all parts: 1 + the place among them; 0: none */
};

/* Of all rows that nothing explains; without names. */
void unknowns_of_views(struct views *views, struct unknowns *unknowns);

/* Of all rows that nothing explains. */
void unknowns_find(const struct examined *parts, unsigned count,
                   struct unknowns *unknowns);
void unknowns_free(struct unknowns *unknowns);

#endif
