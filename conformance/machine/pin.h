/* SPDX-License-Identifier: MIT */
/*
 * A thread pinned at a pc: it spends its CPU time in one instruction there,
 * so that whatever samples it in that time samples that pc.
 *
 *     pin_prepare(&pin, pc, nanoseconds, ranges, count)
 *     ... let the clock go ...
 *     pin_enter(&pin)
 *     ... hold the clock ...
 *     pin_finish(&pin)
 *
 * The instruction is a jump to itself.  A watcher, a process that shares the
 * memory and nothing else, has its own CPU time and no signals; it makes a
 * return of the jump as soon as it sees
 *
 *  - that one of the ranges is not as it was: a tick was counted;
 *  - that a signal's handler was entered: the thread waits on a stack of its
 *    own, where the kernel left the handler's frame;
 *  - that the process has spent so much CPU time.
 *
 * A handler runs to its end before the thread leaves.  What a range is like
 * is read through the kernel: one that cannot be read is as it was.
 *
 * By the thread that is to be pinned, in a process where it alone is pinned.
 */
#ifndef CONFORMANCE_PIN_H
#define CONFORMANCE_PIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PIN_RANGES = 8 };

struct pin_range {
    const unsigned char *now, *before;
    size_t size;
};

struct pin {
    uint64_t pc;
    uint64_t spent;   /* nanoseconds of CPU time at first, as scheduled, */
    uint64_t sampled; /* and as the kernel's ticks found it */
    uint64_t limit;   /* nanoseconds that it may spend there */
    struct pin_range ranges[PIN_RANGES];
    unsigned count;
    long process, watcher;
    bool changed, handled; /* why the thread was let out; neither: its time */
};

/* Null, or why the thread can't be pinned there: a sentence. */
const char *pin_prepare(struct pin *pin, uint64_t pc, uint64_t nanoseconds,
                        const struct pin_range *ranges, unsigned count);

/* Wait there.  Returns once the watcher let the thread out. */
void pin_enter(const struct pin *pin);

/* The watcher is gone when this returns. */
void pin_finish(struct pin *pin);

/* Whether a handler that is entered there is seen: not where signals are
 * taken on an alternate stack. */
bool pin_shows_handlers(void);

#endif
