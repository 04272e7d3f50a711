/* SPDX-License-Identifier: MIT */
/*
 * Ticks of the implementation's own clock at chosen pcs, one at a time.
 *
 * The thread waits at the pc (pin.h) while the clock runs, and is let out
 * after a tick.  Nothing is known of the implementation.  Its clock is
 *
 *  - seen: a timer that sends SIGPROF (clock.h).  It is armed as one shot of
 *    its own period, so that one tick comes and no other; that it is spent
 *    shows that it came, and the handler's frame that it came at the pc.
 *  - held: the implementation has a hold (impl.h), at which it may count what
 *    came.  The clock runs for a part of a period at a time, until a counter
 *    changed; after two periods, since it may begin anew each time, for the
 *    rest at once.
 *  - unseen: it always runs.  A change of a counter or the entry of a
 *    handler is a tick.
 *
 * Where nothing shows a tick of a clock that is not seen, it has come and was
 * counted nowhere after so many periods, of 10 ms of CPU time: PINNED_HELD or
 * PINNED_UNSEEN.  A clock that ticks at each period does so within two; of
 * one that samples at random with that mean, e^-8 or one tick in 3000 would
 * come later.  The longer time is for clocks of CPU time that the kernel
 * looks at in its own ticks, which on a busy machine may find another
 * process running at the end of many a period.
 *
 * Ticks elsewhere, or two where one was wanted, are not undone: the
 * observation is disturbed.  A clock that is neither seen nor held can tick
 * while the harness itself runs; where that counts, so it is too.
 */
#ifndef CONFORMANCE_PINNED_H
#define CONFORMANCE_PINNED_H

#include "execute.h"

enum {
    PINNED_HELD = 8,
    PINNED_UNSEEN = 24,
    PINNED_SEEN = 100, /* periods after which it is not waited for */
    PINNED_MOST = 256, /* ticks in a case */
};

/* The ticks of a script. */
uint64_t pinned_count(const struct script *script);

/* Time that they may take, in nanoseconds, on a machine that is busy. */
uint64_t pinned_time(const struct script *script);

/* False where the case has been ended. */
bool pinned_ticks(struct run *run, const struct tick *ticks, size_t count);

/* Whether a tick of a clock that is not seen comes at pc, within the time that
 * one is waited for.  False where no thread can wait there: the case has been
 * ended. */
bool pinned_comes(struct run *run, uint64_t pc, bool *came);

/* After and before each operation: whether ticks of a clock that is neither
 * seen nor held were counted in between. */
void pinned_note(struct run *run);
void pinned_check(struct run *run);

#endif
