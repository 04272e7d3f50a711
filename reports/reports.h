/* SPDX-License-Identifier: MIT */
/*
 * Reports: the results of runs, written in one format each.
 *
 * A report is a pure function of the results: no clock, no environment, no
 * terminal, so that two equal runs give equal bytes.  It writes to out and
 * leaves the checking of out to the caller.  Strings may hold anything, and
 * can't break the format: JSON escapes them, text shows control characters
 * as \xNN, so that a line stays a line and a terminal stays as it is.
 */
#ifndef REPORTS_REPORTS_H
#define REPORTS_REPORTS_H

#include <stdbool.h>
#include <stdio.h>

#include "conformance/results.h"

/* For people: failures, a line each; what could not be judged, by reason;
 * the behaviour; the counts.  colour: with terminal escapes. */
void report_text(const struct results *results, bool colour, FILE *out);

/* Of these the first part: a line for each case that is to be told of. */
void report_findings(const struct results *results, bool colour, FILE *out);

/* Several runs side by side: dialects down, implementations across, each cell
 * in few words; and below it why cases could not be judged, a line a reason. */
void report_table(const struct results *runs, size_t count, bool colour,
                  FILE *out);

/* An implementation that was not judged by a dialect. */
struct report_absence {
    const char *implementation, *dialect, *why;
};

/* A line of its own for it; named: with the implementation. */
void report_not_judged(const struct report_absence *absence, bool named,
                       FILE *out);

/* For programs: one JSON object.  One run is that run's object; several are
 * {"schema": ..., "runs": [...]}. */
void report_json(const struct results *runs, size_t count, FILE *out);

/* For browsers: one page, which fetches nothing and is read without a script
 * too.  Of an implementation and a dialect the first run counts. */
void report_html(const struct results *runs, size_t count, FILE *out);

/* A JSON string, quotes included.  Bytes that are no UTF-8 become U+FFFD,
 * one for each. */
void report_json_string(const char *text, FILE *out);

#endif
