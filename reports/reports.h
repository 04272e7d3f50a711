/* SPDX-License-Identifier: MIT */
/*
 * Reports: the results of runs, written in one format each.
 *
 * A report is a pure function of the results: no clock, no environment, no
 * terminal, so that two equal runs give equal bytes; but that JUnit's XML says
 * how long the cases took, where the results have it.  It writes to out and
 * leaves the checking of out to the caller.  Strings may hold anything, and
 * can't break the format: JSON escapes them, text shows control characters
 * as \xNN, so that a line stays a line and a terminal stays as it is.
 */
#ifndef REPORTS_REPORTS_H
#define REPORTS_REPORTS_H

#include <stdbool.h>
#include <stdio.h>

#include "conformance/results/results.h"

/* How much is printed. */
enum report_detail {
    REPORT_QUIET,   /* a line */
    REPORT_NORMAL,  /* the causes; of more than four runs a line each */
    REPORT_WHOLE,   /* the causes of each run, with a case */
    REPORT_VERBOSE, /* every case, and the behaviour */
};

/* For people: how it went; the causes, the worst first; what could not be
 * judged, by reason; the counts.  colour: with terminal escapes. */
void report_text(const struct results *results, enum report_detail detail,
                 bool colour, FILE *out);

/* Its parts: the causes and the counts; and one cause. */
void report_rest(const struct results *run, bool colour, FILE *out);
void report_cause(const struct results *run, const struct cause *cause,
                  bool colour, FILE *out);

/* Several, and of several a table, for comparing: a row each. */
void report_runs(const struct results *runs, size_t count,
                 enum report_detail detail, bool colour, FILE *out);

/* What else a whole suite, by which some subject conforms, did not look at:
 * "This was the quick suite; ..."; null: nothing. */
const char *report_beyond(const struct results *runs, size_t count);

/* An implementation that was not judged by a dialect. */
struct report_absence {
    const char *implementation, *dialect, *why;
};

/* A line of its own for it; named: with the implementation. */
void report_not_judged(const struct report_absence *absence, bool named,
                       FILE *out);

/* What became of a cause since an earlier run. */
enum report_became {
    REPORT_NEW,
    REPORT_SAME,
    REPORT_GONE,
    REPORT_UNSEEN, /* gone, but none of its cases was judged again */
};

struct report_change {
    const struct results
        *run; /* that it is of; the earlier, where it is not there any more */
    const struct cause *cause; /* of that run */
    enum report_became became;
};

/* How a run went that is kept in a file. */
struct report_point {
    const char *kept; /* the name of the file, without its directory */
    const char *implementation, *dialect;
    size_t bad, cases;
};

/* What the page may have beside results. */
struct report_with_history {
    const struct report_change *changes; /* null: compared with nothing */
    size_t change_count;
    const struct results *const *lost; /* runs that are not there any more */
    size_t lost_count;
    const struct report_point *points; /* the oldest file first */
    size_t point_count;
};

/* The page of report_html with them. */
void report_html_with_history(const struct results *runs, size_t count,
                              const struct report_with_history *history,
                              FILE *out);

/* The cases, by their indices, that the page shows of a run's worst findings,
 * the worst first: at most limit.  Returns their number. */
size_t report_shown(const struct results *run, size_t *cases, size_t limit);

/* One format: runs, written to out. */
typedef void report_function(const struct results *runs, size_t count,
                             FILE *out);

#define FORMAT(name, file, function, runs) report_function function;
#include "formats.def"
#undef FORMAT

struct report_format {
    const char *name; /* of --format */
    const char *file; /* of its file in a directory of reports; null: none */
    report_function *write;
    bool asked; /* without runs by a dialect that nobody asked for */
};

/* All of them; the last has no name. */
extern const struct report_format report_formats[];

/* The words of --format, for its help. */
extern const char report_format_words[];

/* Null: there is none of that name. */
const struct report_format *report_format_find(const char *name);

/* Those runs that it is of. */
void report_write(const struct report_format *format,
                  const struct results *runs, size_t count, FILE *out);

#endif
