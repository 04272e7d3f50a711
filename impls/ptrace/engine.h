/* SPDX-License-Identifier: MIT */
/*
 * The engine on ptrace: another process stops the threads of this one, once
 * in a period of the CPU time that each spends, reads their pcs and counts.
 *
 * A tick is in the buffer at once.  No signal of the program's is used, and
 * no descriptor.  It needs /proc, and leave to trace: nobody else may trace
 * this process, and where Yama is in force its ptrace_scope must be 0 or 1.
 * A program that is traced by an unprivileged process gets no privileges by
 * exec; in that it is as under a debugger.
 *
 * Should the tracer be killed, profiling is off.  In a child of fork it
 * starts anew, and is off if that can't be had: engine_ptrace_refused tells.
 */
#ifndef IMPLS_PTRACE_ENGINE_H
#define IMPLS_PTRACE_ENGINE_H

#include "impls/family/engine.h"
#include "row.h"

extern const struct engine engine_ptrace;

/* The errno for which it could not start last, in a call or in a child of
 * fork; 0 if it did. */
int engine_ptrace_refused(void);

/* In why: what an errno of starting means, and what to do. */
void engine_ptrace_explain(int error, char *why, size_t why_size);

/* Between engine_enter and engine_leave: */

/* Hold the clock, whether on now or later, or let it go. */
void engine_ptrace_hold(bool held);

/* Give the calling thread a row of ticks.  0 and nothing while profiling is
 * off; or an errno of row_give. */
int engine_ptrace_row(const struct ptrace_row *row);

/* The tracer's process id; 0 while off. */
pid_t engine_ptrace_tracer(void);

#endif
