/* SPDX-License-Identifier: MIT */
/*
 * The state of reading a trace, shared by the files that read parts of it.  A
 * line is the parser's current one.  False: the error has been written.
 */
#ifndef CONFORMANCE_TRACE_STATE_H
#define CONFORMANCE_TRACE_STATE_H

#include "case_parse.h"
#include "conformance/base/memory.h"
#include "trace.h"

/* What was seen of an operation of the case. */
struct trace_slot {
    unsigned line;      /* its own, then that of what was seen */
    bool is_seen;       /* anything was */
    struct event event; /* that */
    unsigned child;     /* OP_FORK, OP_END: the child's process */
};

/* A line about a buffer: what it holds when the process ends. */
struct trace_record {
    enum trace_recorded {
        RECORDS_COUNTER,  /* counter [B] N = V */
        RECORDS_COUNTERS, /* counters [B] [ ... ] */
        RECORDS_BEFORE,   /* before [B] [ ... ] */
        RECORDS_AFTER,
        RECORDS_UNSEEN, /* counters [B] unseen */
    } kind;
    uint8_t buffer;
    unsigned process, line;
    uint64_t index, value;
    struct word text; /* from [ to the line's end */
};

/* How a process ended, other than normally. */
struct trace_ending {
    uint8_t ended; /* ENDED_NORMALLY: no line says so */
    bool is_seen;
    int status;
    size_t op;
    unsigned line;
};

/* The machine that the trace is of. */
struct trace_machine {
    bool swapped; /* its bytes are in another order than here */
    uint8_t bits;
    uint8_t int_size;
};

struct trace_reader {
    struct case_parser p; /* first: what is called with it finds the rest */
    struct trace *trace;
    size_t first; /* the trace's first case; a text may hold many */
    struct trace_machine machine;
    int dialect;
    bool begun;               /* "trace 1" was read */
    bool answers;             /* of a program: see trace_read_answers */
    bool open;                /* a case is being read */
    unsigned begins, last;    /* the case's lines */
    struct arena own;         /* what its events point to */
    struct trace_slot *slots; /* one for each operation */
    size_t pcs; /* one more than the operation that is of pc lines; 0 */
    struct trace_record *records;
    size_t record_count;
    /* Processes have numbers by the order in which they are forked. */
    unsigned process[SCRIPT_PROCESSES];
    unsigned processes;
    struct trace_ending *endings;    /* one for each process */
    uint64_t places[SCRIPT_BUFFERS]; /* where buffers are, */
    bool placed[SCRIPT_BUFFERS];     /* whether a line says where */
    bool declared;                   /* the trace has buffer lines */
    bool fault;                      /* the call found no memory there */
    unsigned implied;        /* buffers that the call names and none declares */
    struct observation seen; /* what is noted besides events */
    char unsupported[200];
};

/* The case being read is over: its observation joins the trace. */
bool trace_finish(struct trace_reader *r);
void traced_free(struct traced *traced);

#endif
