/* SPDX-License-Identifier: MIT */
/*
 * What counts prove: verdicts on ticks of a real clock, with stated rates of
 * error.  Arithmetic alone; nothing here reads a clock.
 *
 * Shares.  The functions that work take turns of the same length; whose turn
 * it is, is drawn for each turn anew, function k with probability share[k].
 * Sampling is periodic and its phase unknown, so the ticks themselves are not
 * random; the turns are, by our own draw.  A tick that does not depend on the
 * draw falls into function k with probability share[k], and ticks of
 * different turns do so independently.  That is all of H0.  What it assumes
 * is that turns are shorter than periods (no two ticks in one) and that the
 * functions take the same time for a turn.  How often the process was
 * preempted, or for how long, is no matter.
 *
 * shares_evidence is the likelihood of the counts, averaged over all shares
 * by a Dirichlet(1/2, ...) prior, over their likelihood under H0: a
 * nonnegative martingale under H0 that begins at 1.  By Ville's inequality it
 * ever reaches 1 / alpha with probability alpha at most, however often one
 * looks and whenever one stops.  So looking at any time is free, and a
 * failure may be declared early.
 *
 * Rate.  A clock that ticks at each period of CPU time is not random either.
 * The kernel has two clocks of the CPU time of a process: the precise one of
 * its scheduler (CLOCK_PROCESS_CPUTIME_ID) and the one that it accounts, a
 * tick of its own at a time, which ITIMER_PROF divides.  H0 is that the ticks
 * are periods of the one that the implementation's timer runs on, looked at
 * once in each tick of the kernel (1 / HZ) that finds the process running.
 * That gives limits, not a distribution: no conforming clock is outside them.
 * Where the timer is not to be seen, a rate passes by the precise clock and
 * fails by both.
 *
 * What disturbs is measured, and widens the limits beyond which a rate fails,
 * never those within which it passes: in between nothing is settled.  These
 * are periods that a stall of the machine may have swallowed; of a timer on
 * the precise clock those of which several may end between two looks, since the
 * process was preempted before each look: they come as one signal; and, where
 * no timer is to be seen, the slices of CPU time that the process got: there
 * may be a sampler that looks who is running.  It is off by less than a tick a
 * slice, with mean 0 if slices begin at any phase; the inequalities of
 * Hoeffding and Bernstein bound the sum, and that is where alpha is spent.
 */
#ifndef CONFORMANCE_SEQUENTIAL_H
#define CONFORMANCE_SEQUENTIAL_H

#include <stdint.h>

/* The chance that a conforming implementation fails a check. */
#define ALPHA 1e-6

enum settled {
    SETTLED_AGREES,
    SETTLED_DIFFERS,
    SETTLED_NOT,
};

enum { SHARES = 4 };

/* In tenths: how often each function has its turn. */
extern const unsigned shares_tenths[SHARES];

/* May be infinite. */
double shares_evidence(const uint64_t *counts);

/*
 * The smallest share, in hundredths, of ticks counted for the next function
 * (that of the last for the first) that so many ticks find with probability
 * 0.99 at ALPHA; 0: too few ticks for any.
 */
unsigned shares_power(uint64_t ticks);

/* The ticks it takes to find that share. */
uint64_t shares_needed(unsigned hundredths);

/* At the end of a run.  Agreement needs the ticks that shares_needed
 * says. */
enum settled shares_judge(const uint64_t *counts, uint64_t needed);

/* One run of a clock; nanoseconds of CPU time. */
struct rate_run {
    uint64_t period;
    uint64_t tick;      /* 1 / HZ */
    uint64_t cpu;       /* while it was on, at least, by the clock it divides */
    uint64_t other;     /* by one that it may divide instead; else the same */
    uint64_t slack;     /* that on and off took: perhaps more by so much */
    uint64_t uncounted; /* ticks that may be where nobody counts them */
    uint64_t stalled;   /* periods that stalls may have swallowed */
    uint64_t unlooked;  /* and those that ended between two looks of a timer */
    uint64_t slices;    /* of a sampler; 0: it is a timer that was seen */
};

struct rate_limits {
    uint64_t least, most;                   /* of a clock that agrees */
    uint64_t least_possible, most_possible; /* beyond them it fails */
};

void rate_limits(const struct rate_run *run, struct rate_limits *limits);

/* How many of the ticks may fall beside the functions, with chance ALPHA to
 * be more, where the process was beside them for so many periods in all, at
 * moments that no clock knows: a Poisson number. */
uint64_t chance_of_more_ticks(double periods);

/* A rate agrees only where one that is off by this much could not. */
enum { RATE_DEPARTURE = 10 }; /* per cent */

enum settled rate_judge(const struct rate_run *run, uint64_t ticks);

#endif
