/* SPDX-License-Identifier: MIT */
/*
 * Ticks at exact pcs, given to a thread that is stopped by its tracer.
 *
 * ROW_SET: the thread's pc is set and read back, for each, and nothing is
 * executed.  Any 64-bit number can be a pc.
 *
 * ROW_BREAK: the thread is let go one byte before the pc, where a breakpoint
 * instruction must be, and stops at the pc.  SIGTRAP must not be blocked.
 *
 * What is counted is what the kernel says the pc is.  All registers are as
 * before afterwards.  A tracer that is killed meanwhile leaves the thread
 * where it is.
 */
#ifndef IMPLS_PTRACE_ROW_H
#define IMPLS_PTRACE_ROW_H

#include <stddef.h>
#include <sys/types.h>

#include "impls/counting/table.h"
#include "impls/impl.h"
#include "registers.h"

enum row_method { ROW_SET, ROW_BREAK };

struct ptrace_row {
    const struct impl_tick *ticks;
    size_t count;
    enum row_method method;
};

/* Count a tick for each, or as many periods at one pc.  0, ESRCH where the
 * thread was killed, or EIO where it stopped elsewhere. */
int row_give(const struct ptrace_row *row, pid_t thread,
             const struct table *table);

/* Count periods where a stopped thread is; its registers are told.  False
 * where it was killed. */
bool row_count(pid_t thread, const struct table *table, uint32_t periods,
               registers *now);

#endif
