/* SPDX-License-Identifier: MIT */
/*
 * What this machine does with signals, timers, fork and exec, measured
 * without any implementation.
 *
 * A case depends on some of it.  Where the kernel, an emulator or a sandbox
 * does otherwise than Linux, a right implementation would fail that case: it
 * is not run then, and the reason given is that fact.
 *
 * Each fact is measured once, when it is first asked for, in a process of its
 * own (sandbox.h), which has HOST_LIMIT_MS to end: some take milliseconds, the
 * longest, where nobody else is busy, a tenth of a second.
 */
#ifndef CONFORMANCE_HOST_H
#define CONFORMANCE_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "conformance/language/case.h"
#include "conformance/language/observation.h"

enum { HOST_LIMIT_MS = 10000 };

enum host_state {
    HOST_RIGHT,
    HOST_BROKEN,
    HOST_ABSENT,  /* a means that is not available here */
    HOST_UNKNOWN, /* could not be measured */
    HOST_STATES
};

struct host_fact {
    enum host_state state;
    char text[160]; /* a sentence */
};

enum host_name {
    HOST_SIGNAL_STUB,
    HOST_SIGNAL_RETURN,
    HOST_SIGNAL_MASK,
    HOST_WAIT,
    HOST_TIMER,
    HOST_TIMER_OFF,
    HOST_TIMER_LIST,
    HOST_SLEEP,
    HOST_FORK_TIMER,
    HOST_FORK_PENDING,
    HOST_EXEC,
    HOST_EXEC_PENDING,
    HOST_EXEC_TIMER,
    HOST_LOW_PAGES,
    HOST_STEP,
    HOST_STEP_THREAD,
    HOST_PERF,
    HOST_PTRACE,
    HOST_NAMESPACE,
    HOST_FACTS
};

const char *host_name_of(enum host_name name);

const struct host_fact *host_fact(enum host_name name);

/* Nanoseconds that a tick takes here, delivered and handled; 0: unknown. */
uint64_t host_tick_time(void);

/* That this host breaks what a case depends on, as problem_of has it; null: it
 * does not. */
const char *host_breaks(const struct test_case *c, enum backend backend);

/* All facts: in lines, what is broken first; as TAP; as JSON. */
void host_as_text(FILE *out);
void host_as_tap(FILE *out);
void host_as_json(FILE *out);

#endif
