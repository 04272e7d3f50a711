/* SPDX-License-Identifier: MIT */
/*
 * In the tracer: the rows of ticks that its processes asked for, one each.
 */
#ifndef CONFORMANCE_TRACER_ROW_H
#define CONFORMANCE_TRACER_ROW_H

#include "reference/script.h"

#include "arch.h"

#if ARCH_TRACES

#include <sys/types.h>
#include <sys/user.h>

enum { ROW_PORTION = 64, ROWS = 16 };

struct tracer_row {
    pid_t pid;                    /* whose; 0: there is no row */
    struct user_regs_struct home; /* where it asked, to return to */
    uint64_t unread;              /* address, over there, of further ticks */
    size_t unread_count;
    struct tick ticks[ROW_PORTION];
    size_t at, count; /* in ticks */
    uint32_t given;   /* times that ticks[at] was delivered */
};

/* The row of that process; null: it has none. */
struct tracer_row *row_of(struct tracer_row rows[ROWS], pid_t pid);

/* A process is stopped by SIGPWR.  Take the stop and resume the process; or
 * leave it and return false: the signal is no part of a row. */
bool row_stop(struct tracer_row rows[ROWS], pid_t pid);

/*
 * How a process asks: a tgkill of itself that ends at row_asked, called as
 * tgkill's arguments, its number, then the ticks and how many there are.
 * Returns 0 where all were delivered.  SIGPROF is blocked after it.
 */
long row_ask(long pid, long tid, long signal, long number,
             const struct tick *ticks, size_t count);
extern const char row_asked[];

#endif

#endif
