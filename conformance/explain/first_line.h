/* SPDX-License-Identifier: MIT */
/*
 * The first line of a case after which no behaviour is left that the dialect
 * permits: each permitted outcome is held against the trace line by line, and
 * the one that agrees longest says what would have been permitted there.
 */
#ifndef CONFORMANCE_FIRST_LINE_H
#define CONFORMANCE_FIRST_LINE_H

#include "conformance/trace/trace.h"
#include "reference/rules.h"

struct first_line {
    unsigned line;       /* 0: there is none, some behaviour leads to all */
    bool itself;         /* the line's own words say what was got */
    bool ended;          /* it says that the process ended */
    char got[300];       /* else: "b[3] is 2" */
    char permitted[400]; /* "1 or 2", "returned 0" */
};

/* False where memory ran out. */
bool first_find(enum dialect dialect, const struct test_case *c,
                const struct traced *traced, struct first_line *first);

#endif
