/* SPDX-License-Identifier: MIT */
/*
 * What did not pass in a run, read from its JSON report or from its file of
 * results.
 *
 * Reading JSON takes the library jansson; where profilcheck was built without
 * it, every file is refused with the name of the package.
 */
#ifndef CONFORMANCE_RUN_READER_H
#define CONFORMANCE_RUN_READER_H

#include <stddef.h>

#include "conformance/results/results.h"

/* A case that did not pass; strings of its own. */
struct run_failure {
    char *implementation, *dialect, *id, *verdict, *text, *observed;
    struct cause *causes; /* rule, found and sentence of what is behind it */
    size_t cause_count;
    unsigned rank; /* the worse the verdict the lower */
    size_t index;  /* in the order of the report */
};

struct run_failures {
    struct run_failure *rows; /* the worst verdicts first */
    size_t count;
};

/* Read the text of either; name is what messages call it.  Null, or what
 * is wrong with it, in one line.  run_failures_free releases the rows. */
const char *run_failures_read(struct run_failures *failures, const char *name,
                              const char *text, size_t length);

void run_failures_free(struct run_failures *failures);

#endif
