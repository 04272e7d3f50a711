/* SPDX-License-Identifier: MIT */
/*
 * The reference's mapping at every distance of a line.  It is the reference's
 * own text, compiled anew for each choice, so that its questions are answered
 * when it is compiled: some fifteen times as fast as asking them (with gcc;
 * clang leaves them in).
 */
#ifndef FUZZ_EXHAUSTIVE_EVERYWHERE_H
#define FUZZ_EXHAUSTIVE_EVERYWHERE_H

#include "formula.h"

/* The first distance below count at which the reference has another counter
 * than the line; count if there is none.  found: that counter. */
uint32_t everywhere(const struct exhaustive_formula *f, uint32_t scale,
                    uint32_t size, uint32_t count, const uint32_t *line,
                    uint32_t *found);

#endif
