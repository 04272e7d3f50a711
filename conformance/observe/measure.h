/* SPDX-License-Identifier: MIT */
/* The measurements themselves: each in a process that is there for it alone,
 * with all signals at their defaults and none blocked. */
#ifndef CONFORMANCE_HOST_MEASURE_H
#define CONFORMANCE_HOST_MEASURE_H

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

#endif
