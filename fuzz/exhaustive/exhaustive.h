/* SPDX-License-Identifier: MIT */
/*
 * The formula of the manuals for 16-bit addresses, a line of distances at
 * once, in a form that a compiler can vectorise.  It shares no arithmetic
 * with reference/ or impls/: it is what both are compared with where there
 * are too many points for the slow oracle.  All distances and scales have
 * products below 2^32.
 *
 * And the whole model at 8 bits: a script of a buffer, profil and a tick at
 * each of 256 pcs is run for all 256 offsets, and what it leaves in the buffer
 * and around it is what the slow oracle counts.
 */
#ifndef FUZZ_EXHAUSTIVE_H
#define FUZZ_EXHAUSTIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "reference/choices.h"

#define FORMULA_NOWHERE UINT32_MAX

enum {
    FORMULA_DISTANCES = 65536,
    FORMULA_SCALES = 65537, /* 0 to 65536 */
    FORMULA_ROOM = 1 << 19, /* a size that all that is reached lies within */
    WHOLE_SPAN = 256,
    WHOLE_SCALES = 257,
};

struct formula {
    enum choice rounding, unit;
    uint32_t width; /* bytes in a counter: 2 or 4 */
};

/* For each distance below count, at most FORMULA_DISTANCES, the index of its
 * counter in a buffer of size bytes, or FORMULA_NOWHERE. */
void formula_line(const struct formula *f, uint32_t scale, uint32_t size,
                  uint32_t count, uint32_t *line);

/* Where another has another counter than a line. */
struct difference {
    const char *with; /* "bins", "reference" */
    uint32_t scale, size, distance;
    uint32_t formula, other; /* counters, or FORMULA_NOWHERE */
};

/* Whether all distances have the counters of the line: by bins_find, of a
 * region made as the engines make it, and by the reference's own text, which
 * everywhere.c compiles anew for each choice, so that its questions are
 * answered when it is compiled: some fifteen times as fast as asking them (with
 * gcc; clang leaves them in). */
typedef bool compare_fn(const struct formula *f, uint32_t scale, uint32_t size,
                        uint32_t count, const uint32_t *line,
                        struct difference *out);
compare_fn compare_bins, compare_reference;

/* Whether impls/ has that choice: its rounding, and byte offsets. */
bool compare_has_bins(const struct formula *f);

/* One scale: both of these, for a size that all lies within and for one that
 * ends before.  line has room for count of them. */
bool compare_scale(const struct formula *f, uint32_t scale, uint32_t count,
                   uint32_t *line, struct difference *out);

/* Print a difference, on one line. */
void compare_print(const struct formula *f, const struct difference *d);

/* The whole model. */

/* The scale of that number: a fraction of 8 bits, or at last 0xffff. */
static inline uint32_t whole_scale(uint32_t number)
{
    return number < 256 ? number << 8 : 0xffff;
}

/* The first offset, of those from 0 on in that step, at which they differ;
 * WHOLE_SPAN if they agree.  size is below 256; counters have 16 bits. */
uint32_t whole_compare(const struct formula *f, uint32_t scale, uint32_t size,
                       uint32_t step);

#endif
