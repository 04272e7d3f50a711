/* SPDX-License-Identifier: MIT */
/*
 * The implementation's own profiling clock, kept out of the way.
 *
 * While ticks are delivered exactly no real one may come between, and yet
 * the implementation must find its timers as it left them.  So the clock is
 * held after each call and released before the next:
 *
 *     clock_release(c);   blocks SIGPROF, arms what was held
 *     ... a call of the implementation ...
 *     clock_hold(c);      looks, disarms, drains, unblocks SIGPROF
 *
 * What is seen: ITIMER_PROF, and the POSIX timers that send SIGPROF.  An
 * implementation may have a clock that can't be seen.  Which it has is learnt
 * once, before any case (observe/probe.h).  Where none was seen, then or in a
 * case so far, whoever has a handler gets ticks.  Where one was, no tick comes
 * without one: a handler left behind without a clock gets none.
 */
#ifndef CONFORMANCE_CLOCK_H
#define CONFORMANCE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/time.h>
#include <time.h>

enum {
    CLOCK_TIMERS = 16,
    CLOCK_CALLER_SECONDS = 1000, /* period of a timer that is the caller's:
                                    never the implementation's clock */
};

struct held_timer {
    int number;                /* the kernel's, and 1; 0: ITIMER_PROF */
    struct itimerspec setting; /* it_value 0: not armed */
};

struct profiling_clock {
    struct held_timer timers[1 + CLOCK_TIMERS]; /* the first: ITIMER_PROF */
    unsigned timer_count;                       /* of the others */
    int next_id;           /* where timers are found by their ids */
    unsigned other_timers; /* POSIX timers that send something else */
    bool seen;             /* a clock was seen, in this case or before all */
};

/* SIGPROF is blocked from here on. */
void clock_release(struct profiling_clock *clock);

/* Block SIGPROF; let it in, while the clock is released. */
void clock_block(void);
void clock_open(void);

void clock_hold(struct profiling_clock *clock);

/* Whether the kernel lists which POSIX timers there are, by the numbers that
 * the process has for them, and what they send.  Else all are taken to be the
 * clock's. */
bool clock_lists_timers(void);

/* Whether SIGPROF is blocked, by whom ever; whether one waits; and whether
 * ITIMER_PROF is armed. */
bool clock_shut(void);
bool clock_pending(void);
bool clock_armed(void);

/* After a fork, in the child, instead of clock_hold: timers are not
 * inherited, but the implementation may have set new ones. */
void clock_forked(struct profiling_clock *clock);

/* Before ticks, with the clock held: it is armed, so far off that it does not
 * tick.  After them: where a handler disarmed it, there is no clock any
 * more. */
void clock_watch(const struct profiling_clock *clock);
void clock_unwatch(struct profiling_clock *clock);

/* After ticks, with the clock held: if a handler armed anything, hold it
 * again and say true. */
bool clock_disturbed(struct profiling_clock *clock);

/* Arm the clock that clock_period reports, which is held, for one tick: after
 * its period, but not at once.  What is held stays as it is.  The next tick
 * would be far off: clock_unwatch sees whether a handler disarmed it, and
 * disarms it. */
void clock_shoot(const struct profiling_clock *clock);

/* Once it is released, its first tick comes as soon as it can, where it would
 * within its period. */
void clock_hasten(struct profiling_clock *clock);

/* Nanoseconds by a clock of the kernel; 0: there is none. */
uint64_t clock_time(clockid_t clock);

/* Those of the process's CPU time; and let so many pass. */
uint64_t clock_spent(void);
void clock_spend(uint64_t nanoseconds);

/* Whether that tick has come. */
bool clock_shot(const struct profiling_clock *clock);

/* The period of the clock as it runs, released, as clock_period reports it;
 * nothing is changed.  *interval: it is that of ITIMER_PROF. */
uint64_t clock_look(bool *interval);

/* Whether ticks come: a clock runs, or none can be seen at all. */
bool clock_running(const struct profiling_clock *clock);

/* Whether it ticks again by itself. */
bool clock_periodic(const struct profiling_clock *clock);

/* The period of the implementation's clock in microseconds; 0 where none is
 * to be seen running. */
uint64_t clock_period(const struct profiling_clock *clock);

#endif
