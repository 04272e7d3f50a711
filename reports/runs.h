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

/* What a run is among others. */
enum report_role {
    REPORT_SUBJECT, /* the user's, by a dialect that was asked for or that fits
                       it best */
    REPORT_CONTROL, /* profilcheck's own, beside others */
    REPORT_OFFERED, /* by a dialect that nobody asked for and that fits the
                       implementation less than another; it fails nobody */
};

/* Of the k-th of these runs. */
enum report_role report_role(const struct results *runs, size_t count,
                             size_t k);

/* 0, 1 or 3, as results_status has it, of all of them that are not offered. */
int report_status(const struct results *runs, size_t count);

/* Those that are not offered, in their order.  To be freed; null: out of
 * memory. */
struct results *report_asked(const struct results *runs, size_t count,
                             size_t *asked);

/* How a run is shown. */
enum report_light {
    REPORT_GOOD,  /* it conforms, and that is all */
    REPORT_NOTED, /* nothing fails, but cases are waived, or a house rule is
                     broken */
    REPORT_BAD,   /* some case fails */
    REPORT_OPEN,  /* nothing was judged */
};

enum { REPORT_HOUSE = 4 };

/*
 * How a run went.  The verdict is by the manual, or by convention where there
 * is none: a waiver changes nothing of it, and house rules are beside it.
 */
struct report_state {
    bool judged;   /* some case could be, and its faults are not the tool's */
    bool few;      /* some were asked, none is bad, and too few were judged */
    bool conforms; /* it was, and no case fails by the manual, waived or not */
    size_t bad;    /* cases that failed by the manual, or broke, not waived */
    size_t causes; /* behind them */
    size_t waived; /* cases that would fail */
    size_t waived_causes;  /* all of whose cases are waived */
    size_t passed, silent; /* cases that pass; on which the manual is silent */
    size_t unasked;        /* cases that could not be run */
    size_t house;          /* house rules that it breaks; their ids: */
    const char *house_rules[REPORT_HOUSE];
    size_t house_bad;  /* cases that fail by house rules alone */
    const char *words; /* "conforms", "does not conform", "was not judged",
                          "not enough was seen to say" */
    enum report_light light;
};

struct report_state report_state(const struct results *run);

/* What follows those words, and what they rest on: " in 19 of 47 cases; 28
 * could not be run", ": 2 causes, 3 of 76 cases", "; 20 cases waived by F". */
enum { REPORT_BASIS = 1000 };
void report_basis(const struct results *run, char text[REPORT_BASIS]);

/* Of a run of which too few cases were judged, why it does not pass: one line.
 * False: it is no such run. */
enum { REPORT_FEW = 100 };
bool report_few(const struct results *run, char text[REPORT_FEW]);

/* How many of all implementations conform wherever they were judged; of the
 * user's, where there are any. */
size_t report_conforming(const struct results *runs, size_t count, size_t *all);

enum { REPORT_CELL = 160 };

/* A run in few words: "104 pass", "9 fail 3 crash of 43", "20 waived of 43". */
enum report_light report_cell(const struct results *run,
                              char text[REPORT_CELL]);

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
