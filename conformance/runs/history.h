/* SPDX-License-Identifier: MIT */
/* The files of results that are kept in a directory, as points of a chart. */
#ifndef CONFORMANCE_HISTORY_H
#define CONFORMANCE_HISTORY_H

#include "reports/reports.h"

struct history {
    struct report_point *points; /* by the name of the file, then as it has
                                    them */
    size_t count;
};

/* Read every file there whose name ends with .jsonl; one is held at a time.
 * Null, or what is wrong in one line. */
const char *history_read(struct history *history, const char *directory);

#endif
