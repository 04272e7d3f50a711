/* SPDX-License-Identifier: MIT */
/*
 * When a tracer is to look at the process that it traces: once in a period
 * of real time while that process uses a processor, and not at all while it
 * does not.
 *
 * How many ticks there are is another matter: they are periods of CPU time
 * of a thread (tracees.h).  This is when they are taken.
 */
#ifndef IMPLS_PTRACE_PACE_H
#define IMPLS_PTRACE_PACE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

struct pace {
    clockid_t clock; /* CPU time of the process */
    timer_t timer;   /* on it */
    bool has_timer, idle;
    uint64_t spent; /* nanoseconds, when looked at last */
    uint64_t next;  /* look, by the monotonic clock */
};

/* The signal is sent when a process that was idle has spent a period. */
void pace_begin(struct pace *pace, pid_t process, int signal);

/*
 * Is it time to look?  And how long to sleep then, unless something else
 * happens: false in *sleeps means until then.
 */
bool pace_due(struct pace *pace, uint64_t period, struct timespec *sleep,
              bool *sleeps);

#endif
