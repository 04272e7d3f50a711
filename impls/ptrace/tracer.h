/* SPDX-License-Identifier: MIT */
/*
 * The tracer: a process that stops the threads of another now and then,
 * reads where they are, and counts.
 *
 * The two share all their memory, but neither files nor signals.  So the
 * tracer counts in the program's own buffers, as they are at that moment,
 * and a fault of that is the tracer's, not the program's.  What the program
 * wants is written into a struct tracer and asked for by its bell.
 *
 * It ends when it is asked to, when the process does or becomes another
 * program, and when it may not trace.  Should it be killed, the kernel lets
 * the process go on as it is.
 *
 * Signals, and stops by signals, pass through untouched.  A system call in
 * which a thread was stopped goes on.
 */
#ifndef IMPLS_PTRACE_TRACER_H
#define IMPLS_PTRACE_TRACER_H

#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include "impls/counting/table.h"
#include "impls/impl.h"

/*
 * A word to sleep on until somebody rings, for processes and threads that
 * share memory.
 *
 *     heard = atomic_load(bell);
 *     look for work
 *     bell_wait(bell, heard, NULL);
 *
 * misses nothing, as long as who makes work rings after it.  Needs no
 * descriptor, no signal and no leave to send one.
 */

/* Until it rings, a signal is handled or, if most is not null, that time is
 * over; at once if it has rung since it was heard. */
static inline void bell_wait(_Atomic uint32_t *bell, uint32_t heard,
                             const struct timespec *most)
{
    syscall(SYS_futex, bell, FUTEX_WAIT_PRIVATE, heard, most, NULL, 0);
}

static inline void bell_ring(_Atomic uint32_t *bell)
{
    atomic_fetch_add(bell, 1);
    syscall(SYS_futex, bell, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

/* What to count in, and by which clock. */
struct tracer_order {
    struct table table;
    unsigned microseconds; /* in a period */
    bool held;             /* no tick comes by the clock */
};

enum tracer_request {
    TRACER_SEIZE, /* trace the process, after that was not permitted */
    TRACER_OBEY,  /* another order */
    TRACER_ROW,   /* a tick at each of these pcs, for who asks */
    TRACER_QUIT,
};

extern struct tracer {
    pid_t process; /* that is traced */
    pid_t spared;  /* its one thread that is not */

    /* Written while no request is under way. */
    struct tracer_order order;
    const struct impl_tick *ticks; /* of a row */
    size_t tick_count;
    enum tracer_request request;
    pid_t asker;

    _Atomic uint32_t bell; /* the tracer listens to */
    _Atomic uint32_t asked, answered;
    int error;             /* the answer: 0 or an errno */
    _Atomic uint32_t news; /* those who ask listen to: answers, and the end */
    _Atomic bool ended;
    _Atomic uint32_t alive; /* the tracer's id, until the kernel clears it */
} tracer;

/* In the process, before there is one: with a first order. */
void tracer_prepare(const struct tracer_order *order);

/* The tracer's life; returns when it is to end.  The first answer, to number
 * 1 that nobody asks, is whether it traces. */
void tracer_live(void);

/* Wait for the first answer. */
int tracer_born(void);

/*
 * Ask, and wait for the answer: 0, an errno, or ESRCH where the tracer has
 * ended.  One at a time, all signals being blocked.  The rest of the request
 * is written before.
 */
int tracer_ask(enum tracer_request request);

/* Give back the memory of one that has ended. */
void tracer_free(void);

#endif
