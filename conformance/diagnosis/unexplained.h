/* SPDX-License-Identifier: MIT */
/*
 * What stays unexplained, by what its cases have in common: cases are put
 * down to one unknown defect if they differ in the same kind of thing, and a
 * feature or two of their calls and ticks sets them apart from those that do
 * as they should.
 */
#ifndef CONFORMANCE_UNEXPLAINED_H
#define CONFORMANCE_UNEXPLAINED_H

#include "views.h"

enum { UNKNOWN_NAME = 200 };

/* What is between the name of an unknown defect and what sets its cases
 * apart. */
#define SENTENCE_WHERE        ", where "
#define SENTENCE_MOSTLY_WHERE ", mostly where "

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

/* Whether features set its cases apart, so many of them at least. */
bool unknown_is_apart(const struct unknown *unknown, size_t least);

/* Of all rows that nothing explains; without names. */
void unknowns_of_views(struct views *views, struct unknowns *unknowns);

/* Leave out those that come of what is done to all ticks or calls. */
void unknowns_leave_distorted(const struct examined *parts, unsigned count,
                              const struct views *views,
                              struct unknowns *unknowns);

/* Of all rows that nothing explains. */
void unknowns_find(const struct examined *parts, unsigned count,
                   struct unknowns *unknowns);
void unknowns_free(struct unknowns *unknowns);

#endif
