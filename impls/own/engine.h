/* SPDX-License-Identifier: MIT */
/*
 * What all the dialects run on: one profiling of this process, on or off.
 *
 * An engine is a mechanism that gets the pc of ticks and counts them in
 * regions.  The dialects know nothing of it but this vtable; which one they
 * run on is engine_current, which an adapter sets when it is opened, and a
 * library when it is linked.
 *
 * What every engine keeps to.  While it is on, each tick of its clock counts
 * in the regions it was started with.  The counts of several threads in one
 * counter are all kept, and those of the processes after a fork.  A region
 * whose buffer can't be written any more is stopped, and nothing else is.
 * While it is off, nothing of it is left in the process: no signal
 * disposition, timer, descriptor or thread.  After fork both processes go on,
 * each in its own copy of the buffers, or together where they share memory.
 * exec ends it.
 *
 * A dialect's function brackets its work, from the first look at the state
 * to the last change, by engine_enter and engine_leave.
 */
#ifndef IMPLS_OWN_ENGINE_H
#define IMPLS_OWN_ENGINE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "impls/counting/table.h"

struct impl_tick;

enum {
    ENGINE_ORDINARY = 10000, /* microseconds in a period */
    ENGINE_FAST = 1000,
};

struct engine {
    /* All but can_be_fast are called between enter and leave, or in fork. */
    bool (*is_on)(void);

    /*
     * Count in these regions from now on, in place of any earlier ones,
     * which are no longer written to once this returns.  0, or an errno
     * (ENOMEM, EAGAIN, ...): then what went on before goes on.
     */
    int (*start)(const struct region *list, size_t count,
                 unsigned microseconds);

    /* No region is written to once this returns. */
    void (*stop)(void);

    /* Does its clock tick often enough for ENGINE_FAST (irix.sprofil.5)? */
    bool (*can_be_fast)(void);

    /* Around fork, each null where there is nothing to do: in the parent,
     * before and after; in the child, to go on there. */
    void (*before_fork)(void);
    void (*after_fork)(void);
    void (*adopt_child)(void);

    /* As impl_class has them: ticks by its own mechanism, where an error's
     * reason goes into why, and its clock, held or not.  Null where ticks are
     * signals. */
    int (*deliver)(const struct impl_tick *ticks, size_t count, char *why,
                   size_t why_size);
    void (*hold)(bool held);
};

extern const struct engine engine_signal, engine_perf, engine_ptrace;
extern const struct engine *engine_current;

struct engine_call {
    sigset_t mask;
    int error;
};

/* Calls of several threads go one after the other.  No signal handler runs
 * in this thread until it leaves, but for those of faults. */
struct engine_call engine_enter(void);

/* Is that clock's resolution enough for ENGINE_FAST? */
bool engine_clock_is_fine(clockid_t clock);

/* -1 with that errno, or 0 with errno as it was for error 0. */
int engine_leave(const struct engine_call *call, int error);

/*
 * Whether memory is there, by system calls, without a change to it and
 * without a fault.  The answer holds until somebody maps or unmaps.
 */

/* May all of these bytes be read?  Zero bytes: yes. */
bool probe_readable(const void *address, uint64_t bytes);

/* May all of these bytes be read and written? */
bool probe_writable(void *address, uint64_t bytes);

#endif
