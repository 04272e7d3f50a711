/* SPDX-License-Identifier: MIT */
/*
 * The whole model at 8 bits: a script of a buffer, profil and a tick at each
 * of 256 pcs is run by the model for all 256 offsets, and what it leaves in
 * the buffer and around it is what the slow oracle counts.
 */
#ifndef FUZZ_EXHAUSTIVE_WHOLE_H
#define FUZZ_EXHAUSTIVE_WHOLE_H

#include "formula.h"

enum { WHOLE_SPAN = 256, WHOLE_SCALES = 257 };

/* The scale of that number: a fraction of 8 bits, or at last 0xffff. */
static inline uint32_t whole_scale(uint32_t number)
{
    return number < 256 ? number << 8 : 0xffff;
}

/* The first offset, of those from 0 on in that step, at which they differ;
 * WHOLE_SPAN if they agree.  size is below 256; counters have 16 bits. */
uint32_t whole_compare(const struct exhaustive_formula *f, uint32_t scale,
                       uint32_t size, uint32_t step);

#endif
