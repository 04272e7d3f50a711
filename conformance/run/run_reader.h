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

#include "run_causes.h"

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
