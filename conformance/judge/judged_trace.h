/* SPDX-License-Identifier: MIT */
/* A trace judged: results as a run has them, and in words, finding first. */
#ifndef CONFORMANCE_JUDGED_TRACE_H
#define CONFORMANCE_JUDGED_TRACE_H

#include "conformance/diagnosis/describe.h"
#include "conformance/language/trace.h"
#include "conformance/results/results.h"
#include "reference/rules.h"

/*
 * The first line of a case after which no behaviour is left that the dialect
 * permits: each permitted outcome is compared with the trace line by line, and
 * the one that agrees longest says what would have been permitted there.
 */
struct first_line {
    unsigned line; /* 0: there is none, some behaviour leads to all */
    bool itself;   /* the line's own words say what was got */
    bool ended;    /* it says that the process ended */
    bool open;   /* no choice with a name leads to it, and the dialect does not
                  decide it: nobody fails */
    bool valued; /* what is permitted are values, not words */
    char permitted[400];    /* "1 or 2", "returned 0" */
    struct difference seen; /* as reports have it: "b[3] is 2", and permitted
                               "any of: 1, 2, 3" */
};

struct judged_trace {
    enum dialect dialect;
    struct results results; /* of those cases of the trace that name the
                               dialect, or of all */
    size_t *cases;          /* of each result: the trace's case */
    struct first_line *firsts;
};

/* Judge by a dialect: all cases, or those of which the trace says that they are
 * of it. */
void judged_make(const struct trace *trace, enum dialect dialect, bool all,
                 struct judged_trace *judged);
void judged_free(struct judged_trace *judged);

/* Of cases that do not pass, the line that nothing explains, a line each; or of
 * those that the dialect does not decide; or that every line is explained.
 * text is the trace's, file its name. */
void judged_print(const struct judged_trace *judged, const struct trace *trace,
                  const char *file, const char *text, size_t size, FILE *out);

#endif
