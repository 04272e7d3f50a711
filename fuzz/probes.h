/* SPDX-License-Identifier: MIT */
/*
 * Somebody's own mapping: a function from a pc and a region to the index of a
 * counter.  It is called for each tick of a case, and one behaviour that the
 * dialect permits must explain all of its answers; that each alone is permitted
 * is not enough.
 */
#ifndef FUZZ_PROBES_H
#define FUZZ_PROBES_H

#include <stdint.h>

/*
 * Define this: the index of the counter that a tick at pc increments, or -1 if
 * it increments none.  size is in bytes; width is the bytes of a counter; scale
 * is what was passed to the call.
 */
int64_t my_map(uint64_t pc, uint64_t size, uint64_t offset, uint64_t scale,
               unsigned width);

#endif
