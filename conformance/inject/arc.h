/* SPDX-License-Identifier: MIT */
/*
 * A call counted between two places of a script's: where it comes from, and
 * the function called, which is where the entry that counts returns to.
 */
#ifndef CONFORMANCE_ARC_H
#define CONFORMANCE_ARC_H

#include <stdbool.h>
#include <stdint.h>

#if defined __x86_64__ && !defined __ILP32__
#define ARC_COUNTS 1
#else
#define ARC_COUNTS 0
#endif

/*
 * Call count as a function at `self` does that was compiled to have its calls
 * counted, and that was called from before `from`: its frame and the address
 * that it returns to say so, and its first two arguments too.  False: that
 * can't be had, on this machine or at that address.
 */
bool arc_count(void (*count)(void), uint64_t from, uint64_t self);

enum { ARC_STEP = 0x100 }; /* the processor's flag: trap at each instruction */

/* The same, where self is a return already, and with that flag or without. */
void arc_jump(void (*count)(void), uint64_t from, uint64_t self,
              uint64_t flags);

#endif
