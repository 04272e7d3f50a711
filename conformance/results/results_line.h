/* SPDX-License-Identifier: MIT */
/*
 * One line of a file of results.  A problem is a constant or static text that
 * says what was read and what is expected.
 */
#ifndef CONFORMANCE_RESULTS_LINE_H
#define CONFORMANCE_RESULTS_LINE_H

#include "conformance/base/sha256.h"
#include "results.h"

/* How far a run was read. */
struct results_run {
    bool open;         /* there was a header, and no footer yet */
    struct sha256 sum; /* of its lines so far */
};

/* Read it: any bytes.  results_line_drop releases the line. */
const char *results_line_parse(const char *text, size_t length, void **line);
void results_line_drop(void *line);

/* Put it into the run, whose strings will be the line's. */
const char *results_line_take(struct results *run, struct results_run *state,
                              void *line, const char *text, size_t length);

/* What the run holds besides strings. */
void results_line_free(struct results *run);

#endif
