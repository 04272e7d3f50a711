/* SPDX-License-Identifier: MIT */
/* Results as files, one a format, in a directory. */
#ifndef CONFORMANCE_PUBLISH_H
#define CONFORMANCE_PUBLISH_H

#include "conformance/results/results.h"
#include "reports/reports.h"

/* Make the directory where there is none.  STATUS_PASS, or STATUS_USAGE after
 * a complaint where files can't be made in it. */
int publish_begin(const char *directory);

/* Write every format.  Each file appears whole, or what was there stays.
 * STATUS_PASS, or STATUS_HARNESS after a complaint. */
int publish(const char *directory, const struct results *runs, size_t count);

/* The files of results that are kept in a directory, as points of a chart. */
struct history {
    struct report_point *points; /* by the name of the file, then as it has
                                    them */
    size_t count;
};

/* Read every file there whose name ends with .jsonl; one is held at a time.
 * Null, or what is wrong in one line. */
const char *history_read(struct history *history, const char *directory);

#endif
