/* SPDX-License-Identifier: MIT */
/*
 * Running a case's script on an implementation, in the process that is there
 * for it.  Everything that is seen goes to the writer as it happens.
 */
#ifndef CONFORMANCE_EXECUTE_H
#define CONFORMANCE_EXECUTE_H

#include <sys/types.h>

#include "conformance/language/observation.h"
#include "conformance/machine/caller_state.h"
#include "conformance/machine/clock.h"
#include "journal.h"
#include "memory.h"

/* The caller's state as OP_CALLER_SET left it; see caller.c. */
struct caller {
    bool set;
    unsigned timers; /* POSIX timers that there were */
    struct resources resources;
    struct settings settings;
    struct intrusion intrusion;
};

/* A process that runs scripts: an implementation, opened, and what the
 * harness has there. */
struct run {
    const struct observe_options *options;
    const char *program;   /* this program's file, for OP_EXEC */
    const char *directory; /* in which files are written, wherever the
                              implementation goes */
    struct impl *impl;
    struct profiling_clock clock;
    uint64_t period; /* of that clock in microseconds, as it was seen last; or
                        0 */
    struct case_memory memory;
    struct memory_copy noted; /* see pinned.h */
    const struct test_case *c;
    struct journal_writer *writer;
    struct caller caller;
    bool plainly;      /* calls are made with SIGPROF as the caller has it: let
                          in; else it is held back, see clock.h */
    bool left_blocked; /* such a call left it blocked; so it is in the next */
    uint8_t process;   /* 0; 1 in a forked child, 2 in its own */
    pid_t self;        /* whose operations are run */
    uint16_t op;
};

/* Open the implementation.  False with the reason in why.  From here on, where
 * memory runs out, the case is ended by that. */
bool execute_begin(struct run *run, const struct observe_options *options,
                   const char *program, char *why, size_t why_size);

/* Run one case from beginning to end and leave its journal finished. */
void execute(struct run *run, const struct test_case *c,
             struct journal_writer *writer);

/* The same by a program that answers line by line (impl_exec): see drive.c.
 * False: what it answers is out of step, so that it is asked for no other. */
bool drive_case(struct run *run, const struct test_case *c,
                struct journal_writer *writer);

/* Before the implementation is opened: map the pages without which a case can't
 * be run, or end it as unsupported. */
void execute_reach(const struct test_case *c, struct journal_writer *writer);

/* After a case, before the next in the same process: turn off what it may
 * have turned on, by the forms that it used, and give its buffers back. */
void execute_off(struct run *run);

/* Let the implementation's own clock tick, and hold it again.  It is held at
 * first, and calls are made with it held or hidden; see clock.h. */
void execute_let_clock_go(struct run *run);
void execute_hold_clock(struct run *run);

/* Append an event of the operation being run. */
void execute_event(struct run *run, struct event event);

/* Append the events of all buffers of this process. */
void execute_buffers(struct run *run);

/* Share how the process ends whose operations are run. */
void execute_seal(struct run *run, enum journal_state state);

/* Whether the case is over before its last operation. */
bool execute_ended(const struct run *run);

/* Whether the implementation has that call; else the case is ended as
 * unsupported. */
bool execute_has(struct run *run, const struct call *call);

/* The operations that have files of their own.  Each appends its event, or
 * ends the case by journal_end. */
void execute_call(struct run *run, const struct call *call);
void execute_off_call(struct run *run, const struct call *last);
bool execute_ticks(struct run *run, const struct tick *ticks, size_t count);
void execute_sweep(struct run *run, const struct op *op);
void execute_sleep(struct run *run, const struct op *op);
void execute_caller_set(struct run *run);
void execute_caller_check(struct run *run);

/* After a call: see intrusion.h. */
void execute_intrusion(struct run *run);

void execute_exec(struct run *run);

/* The operations of monitor and of the runtime behind -pg; and a look at the
 * file of either: see written_event. */
void execute_runtime(struct run *run, const struct op *op);
void execute_file(struct run *run, bool runtime, int process);

/* The result of an OP_EXEC, from how the process ended that did it.  Less
 * than 0: the other program could not do its part. */
int execute_exec_result(int status);

/* As the text below: exit with EXEC_FOUND and what timers and pending signals
 * there are, or-ed. */
#define EXEC_LOOK "look"
enum {
    EXEC_FOUND_TIMER = 1,
    EXEC_FOUND_PENDING = 2,
    EXEC_FOUND = 100,
    EXEC_FOUND_MOST = EXEC_FOUND + 3,
};

/* The file that this process runs: of size 512 at least. */
void execute_find_program(char *program, size_t size);

/* Become that program, which is this one, to burn CPU time as text says; see
 * exec.c.  Where it is a loader that runs this one, it does so again.  Returns
 * only where exec fails. */
void execute_exec_again(const char *program, const char *text);

#endif
