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

/* For programs: one JSON object.  One run is that run's object; several are
 * {"schema": ..., "runs": [...]}. */
void report_json(const struct results *runs, size_t count, FILE *out);

/* A JSON string, quotes included.  Bytes that are no UTF-8 become U+FFFD,
 * one for each. */
void report_json_string(const char *text, FILE *out);

#endif
