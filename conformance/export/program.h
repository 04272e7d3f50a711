/* SPDX-License-Identifier: MIT */
/*
 * A failing case as a C program that uses nothing but libc: it makes the
 * calls, has the ticks delivered, prints the errors of calls that may fail,
 * what it got and what the clause requires, and exits 1 where the defect shows,
 * 0 where it does not.  Its C is in program.c.in, part by part.
 *
 * Ticks are real signals: sent by a system call that a few bytes at the pc
 * end in, or, if a pc cannot be mapped by an ordinary program, pending
 * when a handler returns to it.
 */
#ifndef CONFORMANCE_PROGRAM_H
#define CONFORMANCE_PROGRAM_H

#include <stdio.h>

#include "reason.h"

enum { PROGRAM_LINES = 60 };

/* Write the program.  Null, or why a case cannot be one; out may then hold a
 * part. */
const char *program_write(const struct test_case *c,
                          const struct subject *subject,
                          const struct finding *finding, FILE *out);

/* One call, without its semicolon, that begins in that column. */
struct program_call {
    const struct test_case *c;
    const struct subject *subject;
    unsigned width; /* bytes of the counters that buffers are in the program */
};

void program_call(const struct program_call *p, size_t op, unsigned column,
                  FILE *out);

/* The name of the function that is called. */
const char *program_function(const struct op *op);

/* Whether it calls libc's own functions, by libc's headers. */
bool program_is_native(const struct subject *subject);

/* The prototypes of a dialect for these calls, bits of enum call_kind, and the
 * structs that they need. */
void program_prototypes(enum dialect dialect, unsigned calls, FILE *out);

#endif
