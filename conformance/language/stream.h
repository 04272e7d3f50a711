/* SPDX-License-Identifier: MIT */
/*
 * Synthetic PC streams: the same seed gives the same ticks on every machine.
 * CASES.md says how each kind is drawn, so that others can draw it too.
 */
#ifndef CONFORMANCE_STREAM_H
#define CONFORMANCE_STREAM_H

#include "reference/script.h"

enum stream_over {
    STREAM_EDGES,    /* the edges of every counter and region, +-1 */
    STREAM_UNIFORM,  /* evenly over the regions and a little past them */
    STREAM_HOT,      /* a few pcs, again and again, as loops do */
    STREAM_FAR,      /* far pcs, up to the end of the address space */
    STREAM_SATURATE, /* runs that fill a counter */
    STREAM_OVERS
};

struct stream {
    uint64_t seed;
    uint32_t n; /* ticks; 0: not a stream */
    uint8_t over;
};

/* SplitMix64: the next number, and the state moves on. */
uint64_t stream_random(uint64_t *state);

/* Whether a call sets a region that ticks can be drawn from: one with a
 * counter and a scale other than 0.  And the width of its counters, in bytes,
 * by its flags. */
bool stream_can_draw(const struct call *call);
unsigned stream_width(const struct call *call);

/*
 * Draw a stream over the regions of the call that last set some, with
 * counters of width bytes.  Returns a malloc'ed list and its length, whose
 * counts add up to stream->n.
 */
struct tick *stream_draw(const struct stream *stream, const struct call *call,
                         unsigned width, unsigned address_bits, size_t *count);

/* "edges", ...: by enum stream_over. */
extern const char *const stream_over_names[STREAM_OVERS];

#endif
