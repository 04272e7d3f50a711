/* SPDX-License-Identifier: MIT */
/*
 * What all the dialects run on: one profiling of this process, on or off.
 *
 * While it is on, every SIGPROF counts in the regions it was started with:
 * those of the clock (ticker.h) and any that others send.  The handler makes
 * no system calls and takes no locks; counts of several threads in one
 * counter are all kept.  A region whose buffer can't be written any more is
 * stopped, and nothing else is.
 *
 * While it is off, nothing of it is left: the dispositions of SIGPROF,
 * SIGSEGV and SIGBUS are the caller's again, there is no timer, and no
 * SIGPROF of ours is pending.  A disposition that the program changed
 * meanwhile stays as it is.
 *
 * After fork both processes go on, each in its own copy of the buffers, or
 * together where they share memory.  exec ends it.
 *
 * A dialect's function brackets its work, from the first look at the state
 * to the last change, by engine_enter and engine_leave.
 */
#ifndef IMPLS_SIGNAL_ENGINE_H
#define IMPLS_SIGNAL_ENGINE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "table.h"

struct engine_call {
    sigset_t mask;
    int error;
};

/* Calls of several threads go one after the other.  No signal handler runs
 * in this thread until it leaves. */
void engine_enter(struct engine_call *call);

/* -1 with that errno, or 0 with errno as it was for error 0. */
int engine_leave(const struct engine_call *call, int error);

bool engine_is_on(void);

/*
 * Count in these regions from now on, in place of any earlier ones, which
 * are no longer written to once this returns.  0, or ENOMEM or EAGAIN: then
 * what went on before goes on.
 */
int engine_start(const struct region *list, size_t count,
                 unsigned microseconds);

/* No region is written to once this returns. */
void engine_stop(void);

#endif
