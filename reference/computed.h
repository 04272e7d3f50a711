/* SPDX-License-Identifier: MIT */
/*
 * A computed scale, judged as a property (aix.profil.11): the manuals say
 * that a scale is computed from the range and the buffer, not which.  A
 * sweep delivers one tick at each of a rising row of pcs and notes which
 * counter went up; what must hold is that
 *
 *  - the first pc is in the first counter,
 *  - no pc falls outside the buffer,
 *  - counters do not descend, and
 *  - at least half of min(counters, span / 2) counters are reached.
 */
#ifndef REFERENCE_COMPUTED_H
#define REFERENCE_COMPUTED_H

#include <stdbool.h>
#include <stdint.h>

enum sweep_result {
    SWEEP_FITS,
    SWEEP_NOT_FIRST,  /* the first pc is not in the first counter */
    SWEEP_OUTSIDE,    /* a pc was not counted */
    SWEEP_DESCENDS,   /* a later pc is in an earlier counter */
    SWEEP_TOO_COARSE, /* too few counters are reached */
};

struct sweep {
    uint64_t counters; /* in the part of the buffer that is watched */
    uint64_t span;     /* bytes swept: end - first pc */
    uint64_t last;     /* the counter of the pc before */
    uint64_t reached;  /* different counters so far */
    bool started;
    uint8_t result;    /* the first fault found, else SWEEP_FITS */
};

#define SWEEP_NOWHERE UINT64_MAX

struct sweep sweep_begin(uint64_t counters, uint64_t span);

/* The tick at the next pc went to that counter, or SWEEP_NOWHERE. */
void sweep_tick(struct sweep *sweep, uint64_t counter);

enum sweep_result sweep_end(const struct sweep *sweep);

#endif
