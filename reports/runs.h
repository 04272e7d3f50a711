/* SPDX-License-Identifier: MIT */
/*
 * Several runs, as a format looks at them: by implementation and dialect, and
 * for what is worst in them.
 */
#ifndef REPORTS_RUNS_H
#define REPORTS_RUNS_H

#include "conformance/results/results.h"

/* The first run of that implementation and dialect; null: there is none. */
const struct results *report_find(const struct results *runs, size_t count,
                                  const char *implementation,
                                  const char *dialect);

/* Whether the run is the first of its dialect, or of its implementation. */
bool report_new_dialect(const struct results *runs, size_t k);
bool report_new_implementation(const struct results *runs, size_t k);

/* How a run went. */
struct report_state {
    bool judged;   /* some case could be, and its faults are not the tool's */
    size_t bad;    /* cases that failed, or broke */
    size_t causes; /* behind them */
    const char *words; /* "conforms", "does not conform", "was not judged" */
};

struct report_state report_state(const struct results *run);

/* How many of all implementations are bad in no run, and judged in one. */
size_t report_conforming(const struct results *runs, size_t count, size_t *all);

enum { REPORT_CELL = 160 };

/* A run in few words: "104 pass", "9 fail 3 crash of 43".  Returns whether it
 * is good. */
bool report_cell(const struct results *run, char text[REPORT_CELL]);

/* A cause of several runs, or a case that no cause speaks for. */
struct report_place {
    const struct results *run;
    const struct cause *cause;   /* null: it is a case */
    const struct result *result; /* of a cause the shortest */
};

/* What is behind the cases that failed, or broke, the worst first, of these
 * causes before cases, and otherwise in the order of the runs: at most limit of
 * them into places.  Returns how many there are, with those that had no
 * room. */
size_t report_worst(const struct results *runs, size_t count,
                    struct report_place *places, size_t limit);

/* Whether two reasons not to judge a case are the same, but for addresses: 0, or
 * 0x and so on. */
bool report_same_reason(const char *a, const char *b);

#endif
