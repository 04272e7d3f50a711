/* SPDX-License-Identifier: MIT */
/* Why cases did not pass: one that is given, or those of a recorded run. */
#ifndef CONFORMANCE_EXPLAIN_RUN_H
#define CONFORMANCE_EXPLAIN_RUN_H

#include <stdio.h>

#include "conformance/language/case.h"
#include "conformance/results/results_file.h"

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

/* What did not pass, of a file of results or of a report in JSON. */
struct failure {
    const struct results *run;
    const struct result *result;
    size_t index; /* in the order of the file */
};

struct failures {
    struct failure *rows; /* the worst verdicts first; the file's */
    size_t count;
    struct results_file file;
};

/* Read the text of either; name is what messages call it.  Null, or what is
 * wrong with it, in one line. */
const char *failures_read(struct failures *failures, const char *name,
                          const char *text, size_t length);
void failures_free(struct failures *failures);

#endif
