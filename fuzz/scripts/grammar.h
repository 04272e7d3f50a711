/* SPDX-License-Identifier: MIT */
/*
 * Cases made of bytes: whatever they are, what is written is nearly always a
 * case (conformance/CASES.md), with pcs near the edges of its regions.
 */
#ifndef FUZZ_GRAMMAR_H
#define FUZZ_GRAMMAR_H

#include <stdbool.h>
#include <stdio.h>

#include "fuzz/bytes.h"
#include "reference/rules.h"

/* What has been written so far, as far as more depends on it. */
struct grammar {
    struct bytes *bytes;
    FILE *out;
    enum dialect dialect;
    unsigned region_count; /* of the last call */
    struct edges regions[4];
};

/* A whole case of a few regions and many pcs. */
void grammar_regions(struct bytes *bytes, enum dialect dialect, FILE *out);

/* One operation: a call, good or not, or ticks.  Its buffers are a and b. */
void grammar_operation(struct grammar *g);

/* The buffers that operations name. */
void grammar_buffers(struct grammar *g);

#endif
