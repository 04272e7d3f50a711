/* SPDX-License-Identifier: MIT */
/*
 * What a gmon.out holds: as it was seen, or as the model has it.  How wide a
 * counter's share is, and how much wider the range is, is the runtime's own
 * affair: a tick is where the header says that it is.
 */
#ifndef REFERENCE_GMON_COUNTS_H
#define REFERENCE_GMON_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    GMON_PLACES = 16, /* of ticks, and arcs, that a script may have */
    GMON_CELL = 16,   /* bytes that the place of a call may be rounded by, at
                         most; see gmon-from-cell */
    GMON_ROUND = 64,  /* bytes that a range that is cut may be rounded by, and
                         that a tick in another counter may be off by */
};

/* Ticks at addresses low <= pc < high.  As seen, two may overlap by a few
 * bytes: it is not said in which of them a pc there is counted. */
struct gmon_place {
    uint64_t low, high, ticks;
};

struct gmon_call {
    uint64_t from, self, calls;
};

struct gmon_counts {
    uint64_t low, high; /* of the file; of the model, as asked for */
    uint64_t requested; /* of the model */
    uint64_t cut;       /* of the model: rounded inwards, its end is missing */
    uint64_t other;     /* of the model: ticks are in counters not theirs */
    uint64_t places;    /* by address, ascending; none without ticks */
    struct gmon_place place[GMON_PLACES];
    uint64_t outside; /* of the model: places of ticks outside of its range, */
    struct gmon_place ignored[GMON_PLACES]; /* which a wider one may have */
    uint64_t more_ticks; /* as seen, in still other counters */
    uint64_t arcs;       /* by self, then from, ascending */
    struct gmon_call arc[GMON_PLACES];
    uint64_t row;        /* arcs of a script's row */
    uint64_t at_most;    /* of the model: or fewer of these */
    uint64_t beside;     /* calls made while others were counted */
    uint64_t fewer;      /* of the model: or fewer of these */
    uint64_t disturbed;  /* of the model: arcs are not as they were called */
    uint64_t more_calls; /* as seen, of still other arcs */
    uint64_t several;    /* as seen: an arc has several records, as it may */
};

/* Add ticks of these addresses, or calls, in their order.  False: there is no
 * room for them. */
bool gmon_add_ticks(struct gmon_counts *contents, struct gmon_place place);

bool gmon_add_calls(struct gmon_counts *contents, struct gmon_call arc);

/* The same of ticks outside of the range that the model was given. */
bool gmon_add_outside(struct gmon_counts *contents, struct gmon_place place);

/* Whether they say the same, wherever either is less exact. */
bool gmon_counts_agree(const struct gmon_counts *a,
                       const struct gmon_counts *b);

#endif
