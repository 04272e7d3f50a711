/* SPDX-License-Identifier: MIT */
/*
 * The kernel's events that we ask for: software ones only, which every
 * machine has, in the processor or not.
 *
 * A clock samples at each period of CPU time.  Where the kernel permits it
 * (perf_event_paranoid 1 or less, or CAP_PERFMON) a tick in a system call
 * tells the pc that made the call, as profil has it; elsewhere such ticks
 * are not told at all.
 */
#ifndef IMPLS_PERF_EVENT_H
#define IMPLS_PERF_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Which word of a sample's record holds the pc. */
enum event_layout {
    EVENT_PC = 1,            /* of the processor */
    EVENT_PC_OF_PROGRAM = 2, /* also where the kernel was interrupted */
};

/* All return a descriptor, closed by exec, or minus an errno. */

/* CPU time of a thread while it is on that processor, and of the threads
 * that it makes.  Disabled at first; it writes into no ring of its own. */
int event_open_clock(pid_t thread, int processor, unsigned microseconds,
                     enum event_layout layout);

/* Nothing: to have a ring for a processor, of that thread's. */
int event_open_ring(pid_t thread, int processor);

/* Each page fault of this thread's.  Disabled at first. */
int event_open_faults(void);

/* What an event counted and how many of its samples were lost. */
struct event_count {
    uint64_t value, lost;
};

bool event_read(int event, struct event_count *count);

/* The layout of clocks that this process may have. */
enum event_layout event_layout_of_clocks(void);

/* Does the kernel take a clock of ENGINE_FAST? */
bool event_can_be_fast(void);

/* In why: what an errno of these means, and what to do. */
void event_explain(int error, char *why, size_t why_size);

#endif
