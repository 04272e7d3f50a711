/* SPDX-License-Identifier: MIT */
/*
 * A trace: what happened, one thing a line, in order; as text (TRACE.md), and
 * as cases with what was observed of each.  Every event of an observation has
 * its line.
 *
 * What a trace does not tell was not seen, and agrees with everything; but
 * counters not told of hold what they were filled with.
 */
#ifndef CONFORMANCE_TRACE_H
#define CONFORMANCE_TRACE_H

#include "conformance/cases/case.h"
#include "conformance/delivery/observation.h"

/* Bytes of a buffer event that one line tells of, from its first zone's on. */
struct trace_span {
    size_t event; /* its index */
    size_t from, to;
    unsigned line;
    bool counter; /* the line tells of nothing else */
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
    size_t count, capacity;
};

/*
 * Read a text of any bytes.  file names it in messages, and must outlive the
 * trace, as must text, which is the caller's.  False at the first mistake,
 * described in error; the cases before it are there.  trace_free releases all
 * in either case.
 */
bool trace_read(struct trace *trace, const char *file, const char *text,
                size_t length, struct case_error *error);

/* The same of a log that trace_log.h made lines of: it needs no "trace 1", and
 * counters of which no line tells were not seen. */
bool trace_read_log(struct trace *trace, const char *file, const char *text,
                    size_t length, struct case_error *error);
void trace_free(struct trace *trace);

/* A line of the text as it is told: without the mark of a trace within TAP,
 * white space around, and a comment.  Its length in *length. */
const char *trace_line(const char *text, size_t size, unsigned line,
                       size_t *length);

#endif
