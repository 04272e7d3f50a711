/* SPDX-License-Identifier: MIT */
/*
 * The profiling clock: a SIGPROF for every period of CPU time that the
 * process spends, in all its threads together (aix.profil.1).
 *
 * It is a timer of its own (timer_create), so that the caller's interval
 * timers stay the caller's, and that exec ends it, with its pending signal:
 * the kernel does both.  On Linux before 6.4 the ticks of a program with
 * threads go to its first thread more often than is its share.
 *
 * The kernel looks at the clock once in each of its own ticks; periods that
 * passed meanwhile are told in the signal, and counted.
 */
#ifndef IMPLS_SIGNAL_TICKER_H
#define IMPLS_SIGNAL_TICKER_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* Start it, or change its period.  0, or an errno (EAGAIN: this user has too
 * many signals queued and timers); then it runs as it did before. */
int ticker_start(unsigned microseconds);

/* Stop it.  A tick of it may still be pending. */
void ticker_stop(void);

/* A child of fork has no timers: start again what ran in the parent. */
void ticker_after_fork(void);

/* Its address is what the ticks of our timer carry. */
extern const char ticker_mark;

/* Periods that a SIGPROF stands for: 1 unless it is ours and late. */
static inline uint32_t ticker_periods(const siginfo_t *info)
{
    if (info->si_code != SI_TIMER ||
        info->si_value.sival_ptr != (const void *)&ticker_mark ||
        info->si_overrun <= 0)
        return 1;
    return 1 + (uint32_t)info->si_overrun;
}

/* Does the kernel tick often enough for ENGINE_FAST (irix.sprofil.5)? */
bool ticker_can_be_fast(void);

#endif
