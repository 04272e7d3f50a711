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
 * It ends when it is told to, when the process does or becomes another
 * program, and when it may not trace.  Should it be killed, the kernel lets
 * the process go on as it is.
 *
 * Signals, and stops by signals, pass through untouched.  A system call in
 * which a thread was stopped goes on.
 */
#ifndef IMPLS_PTRACE_TRACER_H
#define IMPLS_PTRACE_TRACER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "impls/counting/table.h"
#include "pace.h"
#include "tracees.h"

/* What to count in, and by which clock. */
struct tracer_order {
    struct table table;
    unsigned microseconds; /* in a period */
    bool held;             /* no tick comes by the clock */
};

enum tracer_request {
    TRACER_SEIZE, /* trace the process, after that was not permitted */
    TRACER_OBEY,  /* another order */
    TRACER_ROW,   /* ticks at exact pcs; see row.h */
    TRACER_QUIT,
};

struct tracer {
    pid_t process; /* that is traced */
    pid_t spared;  /* its one thread that is not */

    /* Written while no request is under way. */
    struct tracer_order order;
    struct ptrace_row *row;
    enum tracer_request request;
    pid_t asker;

    _Atomic uint32_t bell; /* the tracer listens to */
    _Atomic uint32_t asked, answered;
    int error;             /* the answer: 0 or an errno */
    _Atomic uint32_t news; /* those who ask listen to: answers, and the end */
    _Atomic bool ended;
    _Atomic uint32_t alive; /* the tracer's id, until the kernel clears it */

    /* The tracer's own. */
    struct tracer_order current;
    struct tracees tracees;
    struct pace pace;
    uint32_t served;
};

/* The tracer's life; returns when it is to end.  The first answer, to number
 * 1 that nobody asks, is whether it traces. */
void tracer_live(struct tracer *tracer);

/*
 * In the process: ask, and wait for the answer: 0, an errno, or ESRCH where
 * the tracer has ended.  One at a time, all signals being blocked.  The rest
 * of the request is written before.
 */
int tracer_ask(struct tracer *tracer, enum tracer_request request);

/* Wait for the first answer. */
int tracer_born(struct tracer *tracer);

#endif
