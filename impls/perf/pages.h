/* SPDX-License-Identifier: MIT */
/*
 * Pages of memory for exact.h: those full of return instructions, at the
 * addresses of pcs, and the stacks, which are pages that come and go.
 */
#ifndef IMPLS_PERF_PAGES_H
#define IMPLS_PERF_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* That many stacks, whose top holds an address.  False with errno set. */
bool pages_make(size_t stacks, uint64_t top);

/* The stack pointer of one. */
uint64_t pages_stack(size_t number);

/* Take away the pages of the first so many stacks. */
void pages_zap(size_t stacks);

/*
 * Have returns on the page of a pc.  False where no program can have it, or
 * it is somebody else's, or, in the same round, too many others are held; a
 * round ends by pages_round.
 */
bool pages_hold(uint64_t pc);

/* Whether a program can have a page there. */
bool pages_of_programs(uint64_t pc);

void pages_round(void);

#endif
