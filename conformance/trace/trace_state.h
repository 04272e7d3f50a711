/* SPDX-License-Identifier: MIT */
/*
 * The state of reading a trace, shared by the files that read parts of it.  A
 * line is the parser's current one.  False: the error has been written.
 */
#ifndef CONFORMANCE_TRACE_STATE_H
#define CONFORMANCE_TRACE_STATE_H

#include "conformance/cases/case_parse.h"
#include "trace.h"

/* What was seen of an operation of the case. */
struct trace_slot {
    unsigned line;      /* its own, then that of what was seen */
    bool told;          /* anything was */
    struct event event; /* that; a file's bytes are the slot's own */
    unsigned child;     /* OP_FORK, OP_END: the child's process */
};

enum trace_telling {
    TELL_COUNTER,  /* counter [B] N = V */
    TELL_COUNTERS, /* counters [B] [ ... ] */
    TELL_UNSEEN,   /* counters [B] unseen */
    TELL_BEFORE,   /* before [B] [ ... ] */
    TELL_AFTER,
};

/* A line about a buffer: what it holds when the process ends. */
struct trace_tell {
    uint8_t kind;
    uint8_t buffer; /* SCRIPT_BUFFERS: the one that there is */
    unsigned process, line;
    uint64_t index, value;
    struct word text; /* from [ to the line's end */
};

/* How a process ended, other than normally. */
struct trace_ending {
    uint8_t ended; /* ENDED_NORMALLY: no line says so */
    bool told;
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

/* Text that is put together. */
struct trace_text {
    char *text;
    size_t count, capacity;
};

struct trace_reader {
    struct case_parser p;
    struct trace *trace;
    const char *text, *end; /* not read yet */
    bool marked;            /* only lines that begin with "#: " */
    unsigned line;
    size_t first; /* the trace's first case; a text may hold many */
    struct trace_machine machine;
    int dialect;
    bool begun;               /* "trace 1" was read */
    bool log;                 /* counters not told of were not seen */
    bool open;                /* a case is being read */
    unsigned begins, last;    /* the case's lines */
    struct trace_slot *slots; /* of the case, one for each operation */
    size_t slot_count, slot_capacity;
    size_t pcs;         /* one more than the operation that is of pc lines; 0 */
    size_t pc_capacity; /* of its ticks */
    struct trace_tell *tells;
    size_t tell_count, tell_capacity;
    /* Processes have numbers by the order in which they are forked. */
    unsigned process[SCRIPT_PROCESSES];
    unsigned processes;
    struct trace_ending *endings; /* one for each process */
    size_t ending_capacity;
    uint64_t places[SCRIPT_BUFFERS]; /* where buffers are, */
    bool placed[SCRIPT_BUFFERS];     /* if that is told */
    bool fault;                      /* the call found no memory there */
    bool declared;                   /* the trace has buffer lines */
    bool disturbed;
    uint32_t stray;
    char note[200];
    char unsupported[200];
    struct trace_text plain, words; /* a line; the same written anew */
};

/* Whose lines these are. */
static inline unsigned trace_process(const struct trace_reader *r)
{
    return r->process[r->p.forks];
}

/* Add to such a text.  False where memory ran out: described. */
bool trace_add(struct trace_reader *r, struct trace_text *to, const char *text,
               size_t length);
bool trace_add_text(struct trace_reader *r, struct trace_text *to,
                    const char *text);

/* The rest of a line to words, in blanks for any white space; without a
 * comment, where it may have one. */
bool trace_add_rest(struct trace_reader *r, struct word rest, bool comment);

/* The line is an operation, and perhaps what it returned. */
bool trace_call(struct trace_reader *r);

/* A buffer line, which may say where it is. */
bool trace_buffer(struct trace_reader *r);

/* What stands after =, or null: nothing was seen. */
bool trace_result(struct trace_reader *r, struct word result);

/* Lines about what was seen. */
bool trace_seen(struct trace_reader *r);
bool trace_tell(struct trace_reader *r, enum trace_telling kind);
bool trace_ended(struct trace_reader *r);

/* "FILE:LINE: WHAT", of an earlier line. */
bool trace_wrong_line(struct trace_reader *r, unsigned line, const char *what);

/* What kind of event an operation leads to by itself; EVENT_BUFFER: none. */
uint8_t trace_event_of(uint8_t op);

/* The case being read is over: its observation joins the trace. */
bool trace_finish(struct trace_reader *r);
void traced_free(struct traced *traced);

/* A buffer at the end of a process: what the lines about it say it holds, zones
 * and all, in bytes, which have room for it.  The lines are noted as spans of
 * the traced. */
struct trace_buffer_end {
    unsigned process;
    size_t event; /* its index */
    uint8_t buffer;
    bool remapped; /* it is zeroed, whatever it was filled with */
    struct traced *traced;
    size_t *span_capacity;
};
bool trace_fill(struct trace_reader *r, const struct trace_buffer_end *end,
                unsigned char *bytes, bool *unseen);

/* Why the counters of another machine can not be told of here; or null. */
const char *trace_alien(const struct trace_reader *r,
                        const struct test_case *c);

/* Read an event in the words of delivery/observed.h, which stand in words;
 * observation_free releases it. */
bool trace_observed(struct trace_reader *r, struct observation *o);

#endif
