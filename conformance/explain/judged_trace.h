/* SPDX-License-Identifier: MIT */
/* A trace judged: results as a run has them, and in words, finding first. */
#ifndef CONFORMANCE_JUDGED_TRACE_H
#define CONFORMANCE_JUDGED_TRACE_H

#include "conformance/results/results.h"
#include "first_line.h"

struct judged_trace {
    enum dialect dialect;
    struct results results; /* of those cases of the trace that name the
                               dialect, or of all */
    size_t *cases;          /* of each result: the trace's case */
    struct first_line *firsts;
};

/* Judge by a dialect: all cases, or those of which the trace says that they are
 * of it.  False where memory ran out; judged_free releases it in any case. */
bool judged_make(const struct trace *trace, enum dialect dialect, bool all,
                 struct judged_trace *judged);
void judged_free(struct judged_trace *judged);

/* Of cases that do not pass, the line that nothing explains, a line each; or
 * that every line is explained.  text is the trace's, file its name. */
void judged_print(const struct judged_trace *judged, const struct trace *trace,
                  const char *file, const char *text, size_t size, FILE *out);

#endif
