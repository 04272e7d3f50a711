/* SPDX-License-Identifier: MIT */
/*
 * A line of the formula against the fast code of impls/ and against the
 * reference.  What is wrong is a struct exhaustive_difference.
 */
#ifndef FUZZ_EXHAUSTIVE_COMPARE_H
#define FUZZ_EXHAUSTIVE_COMPARE_H

#include <stdbool.h>

#include "formula.h"

struct exhaustive_difference {
    const char *with; /* "bins", "reference"; null: none */
    uint32_t scale, size, distance;
    uint32_t formula, other; /* counters, or FORMULA_NOWHERE */
};

/* Whether impls/ has that choice: its rounding, and byte offsets. */
bool compare_has_bins(const struct exhaustive_formula *f);

/* bins_find at all distances below count, of a region made as the engines
 * make it. */
bool compare_bins(const struct exhaustive_formula *f, uint32_t scale,
                  uint32_t size, uint32_t count, const uint32_t *line,
                  struct exhaustive_difference *out);

/* The reference at all distances, as everywhere.h has it. */
bool compare_everywhere(const struct exhaustive_formula *f, uint32_t scale,
                        uint32_t size, uint32_t count, const uint32_t *line,
                        struct exhaustive_difference *out);

/*
 * The reference as it is linked: at all distances, or at the first ones and the last, on
 * both sides of where the buffer begins and ends to be reached, and at a few
 * spread over the line.
 */
bool compare_reference(const struct exhaustive_formula *f, uint32_t scale,
                       uint32_t size, uint32_t count, bool all,
                       const uint32_t *line, struct exhaustive_difference *out);

/* A size that all that is reached lies within. */
enum { COMPARE_ROOM = 1 << 19 };

/*
 * One scale: its lines for both sizes, with bins and the reference at all
 * distances, and the reference as it is linked at some or all.  line has room for count of them.
 */
bool compare_scale(const struct exhaustive_formula *f, uint32_t scale,
                   uint32_t count, bool all, uint32_t *line,
                   struct exhaustive_difference *out);

/* Print a difference, on one line. */
void compare_print(const struct exhaustive_formula *f,
                   const struct exhaustive_difference *d);

#endif
