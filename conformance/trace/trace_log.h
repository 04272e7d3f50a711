/* SPDX-License-Identifier: MIT */
/*
 * Logs of strace, ltrace and their like as lines of a trace.
 *
 * Each line becomes one line, so that numbers of lines stay: a call of the
 * family as a call line; with the pc before it (-i), a SIGPROF as a pc line; a
 * line that is a trace's already as it is; any other as an empty one.  Processes'
 * numbers, times and names of objects before a call are left out, and so is the
 * time behind it; of a call that is unfinished and resumed the end counts.
 */
#ifndef CONFORMANCE_TRACE_LOG_H
#define CONFORMANCE_TRACE_LOG_H

#include <stddef.h>

/* How many of its lines said something. */
struct trace_log {
    char *text; /* malloc'ed; null: memory ran out */
    size_t length;
    size_t calls, ticks;
    size_t signals; /* ticks whose pc it does not say */
};

struct trace_log trace_log_convert(const char *text, size_t length);

#endif
