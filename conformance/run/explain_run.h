/* SPDX-License-Identifier: MIT */
/* Why cases did not pass: one that is given, or those of a recorded run. */
#ifndef CONFORMANCE_EXPLAIN_RUN_H
#define CONFORMANCE_EXPLAIN_RUN_H

#include <stdio.h>

#include "conformance/cases/case.h"

struct explained_run {
    int dialect;      /* -1: its own */
    const char *file; /* a report as JSON, or results; "-": standard input */
    size_t limit;     /* cases, the worst first */
};

/* Each of them.  STATUS_PASS, or the exit status after a complaint. */
int explain_run(const struct explained_run *request, FILE *out);

/* One case by what was observed of it, as a report has it, by each dialect of
 * these bits. */
int explain_case(FILE *out, const struct test_case *c, const char *observed,
                 unsigned dialects);

#endif
