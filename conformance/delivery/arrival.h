/* SPDX-License-Identifier: MIT */
/*
 * Whether a tick of the implementation's own clock reaches the caller.
 *
 * Exact delivery holds that clock still and lets SIGPROF in.  An
 * implementation whose ticks never come, since they are blocked, far apart, or
 * sent elsewhere, would go unnoticed.  So once, before any case, its clock is
 * let go as it left it, in the mask that it left, while CPU time is spent; and
 * a handler looks out for SIGPROF before the implementation's own.
 */
#ifndef CONFORMANCE_ARRIVAL_H
#define CONFORMANCE_ARRIVAL_H

#include "execute.h"

/* Milliseconds of CPU time.  The slowest clock of a manual ticks 60 times in a
 * second. */
enum { ARRIVAL_MS = 1000 };

/* With a clock that is seen (clock.h) and a handler for it: false where no
 * tick comes in time; why is a sentence about "it".  The process is good for
 * nothing else after this. */
bool arrival_wait(struct run *run, char *why, size_t why_size);

#endif
