/* SPDX-License-Identifier: MIT */
/*
 * The engine on perf_event_open: the kernel samples, and leaves the pcs in
 * rings, from where they are counted in the regions.
 *
 * When a call of the family returns, the ticks that came before it are in
 * the buffers.  While profiling is on, a thread of ours puts them there
 * within some hundredths of a second.  No signal is used, but for SIGSEGV
 * and SIGBUS, so that a buffer that goes away stops its region only.
 *
 * Ticks may be lost where the rings are full: perf_lost tells.  Where the
 * environment has PROFIL_PERF_LOST set to something, a line on stderr tells
 * it too when profiling is turned off, if there were any.
 *
 * In a child of fork it starts anew, and is off if that can't be had:
 * perf_refused tells.
 */
#ifndef IMPLS_PERF_ENGINE_H
#define IMPLS_PERF_ENGINE_H

#include <stdint.h>

#include "impls/family/engine.h"

extern const struct engine engine_perf;

/* Ticks lost since profiling was turned on; after off, until then. */
uint64_t perf_lost(void);

/* The errno for which profiling stopped in a child of fork, or 0. */
int perf_refused(void);

/* Between engine_enter and engine_leave: */

/* Hold the clock, whether on now or later, or let it go.  Not held at
 * first.  Held, it is as it would be, but never ticks. */
void perf_hold(bool held);

/* Count ticks that came in another way than by the clock.  Nothing while
 * profiling is off. */
void perf_count(const uint64_t *pcs, size_t count);

#endif
