/* SPDX-License-Identifier: MIT */
/* What laws are asked about: streams over regions, and what is counted. */
#ifndef CONFORMANCE_LAWS_SETUP_H
#define CONFORMANCE_LAWS_SETUP_H

#include "conformance/cases/stream.h"
#include "laws.h"

enum { REGIONS = 3, COUNTERS = 256 };

/* Some regions of sprofil, and the overflow bin; or the one of profil. */
struct setup {
    bool sprofil;
    struct {
        uint32_t size;
        uint64_t offset, scale;
    } regions[REGIONS];
    unsigned count;
    unsigned width;
    bool overflow;
    const struct tick *ticks;
    size_t tick_count;
};

struct counts {
    uint32_t of[REGIONS][COUNTERS];
    uint64_t overflow, sum;
};

/* A law being asked about a stream. */
struct law_question {
    const struct laws_bench *bench;
    struct laws_finding *finding;
    bool asked;   /* any case at all */
    bool untold;  /* the case could not be had as it was meant */
    bool crashed; /* it came to no end */
    bool memory;  /* none left */
};

/* What is counted of a setup.  Where it can't be told, or the case came to no
 * end, the question has it. */
struct counts setup_count(struct law_question *q, const struct setup *s);

/* A stream over its regions, malloc'ed; null without memory. */
struct tick *setup_draw(const struct setup *s, const struct stream *stream,
                        size_t *count);

/* Setup and stream, as a case has them, in one line. */
void setup_describe(const struct setup *s, const struct stream *stream,
                    char *text, size_t size);

#endif
