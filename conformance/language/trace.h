/* SPDX-License-Identifier: MIT */
/*
 * A trace: what happened, one thing a line, in order; as text (TRACE.md), and
 * as cases with what was observed of each.  Every event of an observation has
 * its line.
 *
 * What a trace does not say was not seen, and agrees with everything; but where
 * it records a counter of a buffer, the others hold what they were filled with.
 */
#ifndef CONFORMANCE_TRACE_H
#define CONFORMANCE_TRACE_H

#include "case.h"
#include "observation.h"

/* Bytes of a buffer event that one line records, from its first zone's on. */
struct trace_span {
    size_t event; /* its index */
    size_t from, to;
    unsigned line;
    bool counter; /* the line says nothing else */
};

/* What was seen of one case. */
struct traced {
    struct observation observation;
    char *unsupported;  /* why it was not run; null: it was */
    unsigned line, end; /* its first line, its last */
    unsigned ending;    /* that which says how it ended; else the last */
    unsigned *lines;    /* of each event */
    struct trace_span *spans;
    size_t span_count;
    int dialect; /* that the trace names; -1: none */
};

struct trace {
    struct case_list list;
    struct traced *cases; /* one for each of the list */
    size_t count;
};

/*
 * Read a text of any bytes.  file names it in messages, and must outlive the
 * trace, as must text, which is the caller's.  False at the first mistake,
 * described in error; the cases before it are there.  trace_free releases all
 * in either case.
 */
bool trace_read(struct trace *trace, const char *file, const char *text,
                size_t length, struct case_error *error);

/* The same of what a program answered (EXEC.md): all counters that no line
 * records hold what they were filled with. */
bool trace_read_answers(struct trace *trace, const char *text, size_t length,
                        struct case_error *error);

/* The same of a log that trace_log_convert made lines of: it needs no "trace
 * 1". */
bool trace_read_log(struct trace *trace, const char *file, const char *text,
                    size_t length, struct case_error *error);
void trace_free(struct trace *trace);

/* A line of the text as it is read: without the mark of a trace within TAP,
 * white space around, and a comment.  Its length in *length. */
const char *trace_line(const char *text, size_t size, unsigned line,
                       size_t *length);

/*
 * A log of strace, ltrace and their like as lines of a trace, and how many of
 * them said something.
 *
 * Each line becomes one line, so that numbers of lines stay: a call of the
 * family as a call line; with the pc before it (-i), a SIGPROF as a pc line; a
 * line that is a trace's already unchanged; any other as an empty one.
 * Processes' numbers, times and names of objects before a call are left out,
 * and so is the time behind it; of a call that is unfinished and resumed the
 * end counts.
 */
struct trace_log {
    char *text; /* malloc'ed */
    size_t length;
    size_t calls, ticks;
    size_t signals; /* ticks whose pc it does not say */
};

/* A byte of 0 must follow the text. */
struct trace_log trace_log_convert(const char *text, size_t length);

#endif
