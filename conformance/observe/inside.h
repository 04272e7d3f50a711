/* SPDX-License-Identifier: MIT */
/*
 * Cases that are run in one process, seen from inside their sandbox: the
 * parts of a sandbox_task, whose context is a struct inside.
 */
#ifndef CONFORMANCE_INSIDE_H
#define CONFORMANCE_INSIDE_H

#include "conformance/machine/sandbox.h"
#include "journal.h"
#include "written.h"

struct inside {
    const struct observe_options *options;
    const struct test_case *const *cases;
    size_t count;
    struct journal_writer *writers; /* room for one a case */
    char program[512];
    char directory[SCRATCH_NAME]; /* where files are written, or "" */
    uint64_t *reached;            /* shared: the case being run */
    void *memory;                 /* shared; reached is its first part */
    uint64_t begun;               /* before any of them, by sandbox_time */
};

/* Bytes of what is shared. */
size_t inside_size(const struct inside *inside);

void inside_begin(void *context);
void inside_run(void *context);
void inside_trace(void *context); /* the same, traced */
uint64_t inside_stage(void *context);
uint64_t inside_limit(void *context, uint64_t stage);

/* The observations of the cases that it finished or ended in, one a line:
 * "took 120 ", where it is known how many microseconds, and its text. */
char *inside_answer(void *context, const struct sandbox_end *end, size_t *size);

#endif
