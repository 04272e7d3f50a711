/* SPDX-License-Identifier: MIT */
/*
 * One request to a program, and its answer to the end: the part of driving it
 * (drive.h) that listens.  What is no answer ends the case as an error.
 */
#ifndef CONFORMANCE_CONVERSE_H
#define CONFORMANCE_CONVERSE_H

#include "conformance/base/memory.h"
#include "impls/exec/exec.h"
#include "journal.h"

/* What a request came to. */
enum answered {
    ANSWERED,
    ANSWERED_NO,    /* it can't: the case is unsupported */
    ANSWERED_ENDED, /* it reported that the process ended */
    ANSWERED_WRONG, /* with what is no answer */
    ANSWERED_GONE,  /* the program has ended */
};

struct driving {
    struct exec_impl *program;
    const struct test_case *c;
    struct journal_writer *writer;
    /* Of an answer: lines about buffers; others. */
    struct memory_stream trace, counters, rest;
    size_t heard, most; /* bytes */
    char result[200];   /* of a call, from = on */
};

/* Begin to keep the lines of answers, none at first; and drop them. */
void converse_open(struct driving *d);
void converse_close(struct driving *d);

/* Whether the line's first word is that. */
bool converse_begins(const char *line, const char *word);

/* Tell it a line; call: it is answered with what was returned. */
enum answered converse_request(struct driving *d, const char *text, bool call);

/* Ticks in lines that are not too long, streams as what they are of. */
enum answered converse_ticks(struct driving *d, const struct op *op);

#endif
