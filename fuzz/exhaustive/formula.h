/* SPDX-License-Identifier: MIT */
/*
 * The formula of the manuals for 16-bit addresses, a line of distances at
 * once, in a form that a compiler can vectorise.  It shares no arithmetic
 * with reference/ or impls/: it is what both are compared with where there
 * are too many points for the reference alone.
 *
 * All distances and scales have products below 2^32.
 */
#ifndef FUZZ_EXHAUSTIVE_FORMULA_H
#define FUZZ_EXHAUSTIVE_FORMULA_H

#include <stdint.h>

#include "reference/rules.h"

#define FORMULA_NOWHERE UINT32_MAX

enum {
    FORMULA_DISTANCES = 65536,
    FORMULA_SCALES = 65537, /* 0 to 65536 */
};

struct exhaustive_formula {
    enum choice rounding, unit;
    uint32_t width; /* bytes in a counter: 2 or 4 */
};

/* For each distance below count, at most FORMULA_DISTANCES, the index of its
 * counter in a buffer of size bytes, or FORMULA_NOWHERE. */
void formula_line(const struct exhaustive_formula *f, uint32_t scale,
                  uint32_t size, uint32_t count, uint32_t *line);

#endif
