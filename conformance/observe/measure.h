/* SPDX-License-Identifier: MIT */
/* The measurements themselves: each in a process that is there for it alone,
 * with all signals at their defaults and none blocked. */
#ifndef CONFORMANCE_HOST_MEASURE_H
#define CONFORMANCE_HOST_MEASURE_H

#include <signal.h>

#include "host.h"

typedef void host_measure(struct host_fact *fact);

host_measure measure_signal_stub, measure_signal_return, measure_signal_mask,
    measure_wait, measure_timer, measure_timer_off, measure_timer_list,
    measure_sleep, measure_fork_timer, measure_fork_pending, measure_exec,
    measure_exec_pending, measure_exec_timer, measure_low_pages, measure_step,
    measure_step_thread, measure_perf, measure_ptrace, measure_namespace;

/* Nanoseconds. */
uint64_t measure_tick_time(void);

/* Set the state and say why. */
void measured(struct host_fact *fact, enum host_state state, const char *format,
              ...) __attribute__((format(printf, 3, 4)));

/* Nanoseconds of the process's CPU time. */
uint64_t measure_spent(void);

void measure_spend(uint64_t nanoseconds);

/* SIGPROF blocked, or let in again; and those that wait taken away. */
void measure_block(bool block);
void measure_drain(void);

/* ITIMER_PROF, in microseconds; 0 disarms it. */
void measure_arm(long first, long period);

/* Count SIGPROFs from here on. */
extern volatile sig_atomic_t measure_ticks;
void measure_count(void);

#endif
