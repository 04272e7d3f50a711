/* SPDX-License-Identifier: MIT */
/*
 * A failing case as a C program that uses nothing but libc: it makes the
 * calls, has the ticks delivered, prints what it got and what the clause
 * requires, and exits 1 where the defect shows, 0 where it does not.
 *
 * Ticks are real signals: sent by a system call that a few bytes at the pc
 * end in, or, where a pc cannot be mapped by an ordinary program, pending
 * when a handler returns to it.
 */
#ifndef CONFORMANCE_PROGRAM_H
#define CONFORMANCE_PROGRAM_H

#include <stdio.h>

#include "point.h"
#include "reason.h"

enum { PROGRAM_LINES = 40 };

struct program {
    const struct test_case *c;
    const struct subject *subject;
    const struct finding *finding;
    struct point point;
    bool native; /* calls libc's own functions, by libc's headers */
    bool traps;  /* the body runs in a child that may die */
    bool forks, execs, ticks, maps, far;
    uint64_t loops;  /* forks: the pc at which the child spends its time */
    size_t count;    /* operations that matter: up to the point */
    bool asks_time;  /* the point is what tvp holds */
    char clause[96]; /* "irix.sprofil.6 requires" */
};

/* Write the program.  False where a case cannot be one, with a sentence in
 * why; out may then hold a part. */
bool program_write(const struct test_case *c, const struct subject *subject,
                   const struct finding *finding, FILE *out, char *why,
                   size_t why_size);

/* Its parts: what stands before main; one call, with its newline, that begins
 * in that column; how what was got is told, and the exit. */
void program_head(const struct program *p, FILE *out);

/* The prototypes of a dialect that no header of the host has, and of their
 * structs; null where it has none but the host's, or only monitor's. */
const char *program_prototypes(enum dialect dialect);
void program_call(const struct program *p, size_t op, unsigned column,
                  FILE *out);
void program_verdict(const struct program *p, FILE *out);

#endif
