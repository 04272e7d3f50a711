/* SPDX-License-Identifier: MIT */
/*
 * The process that is measured: an implementation there, its own clock
 * running, and one region over our own functions (work_in).
 *
 * Counts are read by function, with the scale so small that every rounding
 * puts a function's code into counters of its own.  The buffer is larger than
 * any permitted reading of the number needs (rule unit): counters that belong
 * to no function are to stay 0, and so are the canaries on each side.
 *
 * The process writes what it sees into memory that it shares with the one
 * that judges, as it goes on.
 */
#ifndef CONFORMANCE_LIVE_PROCESS_H
#define CONFORMANCE_LIVE_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "conformance/language/observation.h"
#include "conformance/observe/memory.h"
#include "reference/rules.h"
#include "sequential.h"

/*
 * CPU time spent where it is known: functions that do nothing else, each with
 * a stretch of text of its own, and the kernel's clocks of CPU time.
 *
 * The functions are the same code at the same alignment, so they take the
 * same time.  They stay in the program: no system call, no memory.
 */
enum {
    WORK_SLOTS = 8,   /* functions, in the order of their addresses */
    WORK_SIZE = 1024, /* bytes of text from one to the next */
    WORK_CODE = 512,  /* of which its code takes these at most */
};

/* Nanoseconds from one tick of the kernel to the next: 1 / HZ. */
uint64_t work_kernel_tick(void);

/* How much is spent on a run. */
struct live_plan {
    uint64_t rate;   /* nanoseconds of CPU time for a rate */
    uint64_t sleep;  /* nanoseconds asleep */
    unsigned shares; /* hundredths of ticks moved that are to be found */
};

struct live_options {
    const struct observe_options *observe;
    enum dialect dialect;
    struct live_plan plan;
};

struct live_counts {
    uint64_t functions[WORK_SLOTS];
    uint64_t elsewhere; /* in other counters of the buffer */
    uint64_t overflow;  /* in the first of the overflow bin */
    uint64_t stray;     /* bytes changed outside the buffers */
};

/* Which function works in which check; its neighbours are idle, but for those
 * of shares. */
enum { LIVE_ALONE = 2, LIVE_CHILD = 5, LIVE_SHARES = 2, LIVE_THREADS = 4 };

struct live_seen {
    bool opened, on, done;
    char why[400];
    _Atomic uint64_t moved; /* when it last made progress, by sandbox_time */
    struct impl_result call;
    struct timeval tvp;  /* tv_usec -77: not written */
    uint64_t timer;      /* microseconds in the period of its timer, or 0 */
    bool interval_timer; /* that is ITIMER_PROF */
    struct rate_run run; /* all but the period */
    uint64_t cpu;        /* nanoseconds of CPU time it was on, at most */
    uint64_t inside;     /* nanoseconds in the functions */
    uint64_t wall;       /* nanoseconds it was on */
    uint64_t threads[LIVE_THREADS]; /* CPU time in their functions */
    struct live_counts counts;
    struct live_counts later; /* off: since then; fork: in the child */
    struct rate_run later_run;
};

/* CPU time of the process, by both clocks. */
struct live_moment {
    uint64_t precise, accounted, wall;
    unsigned switches;
};

struct live_process {
    const struct live_options *options;
    struct live_seen *seen;
    _Atomic uint64_t *moved; /* that of the shared one */
    struct impl *impl;
    enum impl_entry entry; /* profil or sprofil */
    unsigned flags;
    uint64_t text; /* the region's offset */
    struct case_memory memory;
    struct live_moment before, after; /* of turning it on */
};

/* False, with the reason in seen, where it is not available. */
bool live_begin(struct live_process *process);

/* The period that the implementation reports: that of tvp, or of its timer; 0
 * where there is none.  And one to go by, 10 ms where nothing better is
 * known.  Nanoseconds. */
uint64_t live_reported_period(const struct live_seen *seen);
uint64_t live_likely_period(const struct live_seen *seen);

/* What is measured, one a function; they run in the process. */
typedef void live_experiment(struct live_process *process);

live_experiment live_rate, live_share, live_sleep, live_stop, live_fork,
    live_exec, live_two_threads, live_four_threads, live_fast;

#endif
