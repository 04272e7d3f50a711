/* SPDX-License-Identifier: MIT */
/*
 * Several runs, as a format looks at them: by implementation and dialect, and
 * for what is worst in them.
 */
#ifndef REPORTS_RUNS_H
#define REPORTS_RUNS_H

#include <stdio.h>

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
    REPORT_SUBJECT =
        1, /* the user's, by a dialect that was asked for or that fits
                       it best */
    REPORT_CONTROL = 2, /* profilcheck's own, where others are named */
    REPORT_OFFERED = 4, /* by a dialect that nobody asked for and that fits the
                       implementation less than another; it fails nobody */
};

/* Of the k-th of these runs. */
enum report_role report_role(const struct results *runs, size_t count,
                             size_t k);

/* 0, 1 or 3, as results_status has it, of all of them that are not offered. */
int report_status(const struct results *runs, size_t count);

/* The heading of those that are offered.  Where too little was seen of the one
 * that is shown, too, no dialect fits best. */
const char *report_offer(const struct results *runs, size_t count);

/* Those of these roles, or-ed, in their order.  To be freed. */
struct results *report_of(const struct results *runs, size_t count,
                          unsigned roles, size_t *found);
enum { REPORT_ASKED = REPORT_SUBJECT | REPORT_CONTROL };

/* The command that repeats a run, of which it was a part or had waivers.  To be
 * freed. */
char *report_command(const struct results *run);

enum { REPORT_HOUSE = 4 };

/* How a run is shown. */
enum report_light {
    REPORT_GOOD,  /* it conforms, and that is all */
    REPORT_NOTED, /* nothing fails, but cases are waived, or a house rule is
                     broken */
    REPORT_BAD,   /* some case fails */
    REPORT_OPEN,  /* nothing was judged */
};

/*
 * How a run went.  The verdict is by the manual, or by convention where there
 * is none: a waiver changes nothing of it, and house rules are beside it.
 */
struct report_state {
    bool judged;   /* some case could be, and its faults are not the tool's */
    bool few;      /* some were asked, none is bad, and too few were judged */
    bool lacking;  /* that, or the run ended before its last case */
    bool conforms; /* it was, and no case fails by the manual, waived or not */
    size_t bad;    /* cases that failed by the manual, or broke, not waived */
    size_t causes; /* behind them */
    size_t waived; /* cases that would fail */
    size_t passed, silent; /* cases that pass; on which the manual is silent */
    size_t unjudged;       /* cases that are unsupported */
    size_t open;           /* of the bad ones, those that are inconclusive */
    size_t house;          /* house rules that it breaks; their ids: */
    const char *house_rules[REPORT_HOUSE];
    size_t house_bad;  /* cases that fail by house rules alone */
    const char *words; /* "conforms", "does not conform", "was not decided",
                          "was not judged", "not enough was seen to say" */
    enum report_light light;
};

struct report_state report_state(const struct results *run);

/* What follows those words, and what they rest on: " in 19 of 47 cases; 28
 * could not be judged", ": 2 causes, 3 of 76 cases", "; 20 cases waived by F";
 * and both together.  Such a text lasts until the next one. */
const char *report_basis(const struct results *run);
const char *report_verdict(const struct results *run);

/* "freebsd", "gmon, by convention" */
const char *report_dialect(const struct results *run);

/* A run in few words: "104 pass", "9 fail 3 crash of 43", "20 waived of 43". */
const char *report_cell(const struct results *run);

/* Whether it is of laws, which know no manual; and whether it is of them, of
 * chosen cases, a shard, or a run that was ended: that nothing fails is no
 * verdict. */
bool report_of_laws(const struct results *run);
bool report_is_part(const struct results *run);

/* How many of all implementations conform wherever they were judged; of the
 * user's, where there are any. */
size_t report_conforming(const struct results *runs, size_t count, size_t *all);

/* What somebody is to look at: a cause, or a case that no cause is behind. */
enum report_kind {
    REPORT_FAILS = 1,
    REPORT_IS_WAIVED = 2,
    REPORT_BREAKS_HOUSE = 4, /* and fails nobody */
};

struct report_finding {
    const struct results *run;
    const struct cause *cause;   /* null: it is a case */
    const struct result *result; /* of a cause the plainest */
    unsigned verdict;
    enum report_kind kind;
    const char *word; /* "fail", "house rule": what it is called */
};

/* A cause as one, whether somebody is to look at it or not. */
struct report_finding report_finding_of(const struct results *run,
                                        const struct cause *cause);

/* Those of these kinds, or-ed: each run's causes, then its cases, in their
 * order.  To be freed. */
struct report_finding *report_findings(const struct results *runs, size_t count,
                                       unsigned kinds, size_t *found);

/* The ids of a cause's cases that are waived, where others are not; or null. */
const char *report_waived_of(const struct results *run,
                             const struct cause *cause);

/* "2 cases, the shortest", "3 cases, of which waived: a.1; the plainest" or "1
 * case": what is before the id of a cause's case.  Ids are other people's. */
const char *report_cases_of(const struct results *run,
                            const struct cause *cause);

/* The choices that are left of a rule: "up", "up or down", "any of: a, b, c";
 * "none". */
const char *report_choices(const struct rule_finding *finding);

/* What has become of a case, for a server that shows tests. */
enum report_test {
    REPORT_PASSED,
    REPORT_FAILED,
    REPORT_SKIPPED, /* not judged, and nobody's fault */
    REPORT_BROKEN,  /* the harness's own fault */
};

enum report_test report_test(unsigned verdict);

/* Whether it failed, or broke. */
bool report_is_bad(unsigned verdict);

/* Whether somebody is to look at it: it is bad, or waived. */
bool report_is_listed(unsigned verdict);

/* Whether it breaks house rules alone, which fail nobody and are reported. */
bool report_is_house(const struct results *run, const struct result *c);

/* How a format shows what others wrote.  What is no UTF-8 or misleads becomes
 * U+FFFD. */
struct report_escapes {
    const char *const *as; /* what a byte is shown as, behind it; then a null */
    const char *control;   /* a format for any other control character */
    bool xml;              /* what is no character there is U+FFFD, too */
    const struct report_escapes *json; /* in a JSON string */
    void (*linked)(const char *text, FILE *out);
};

/* %s: others' text, so escaped; %j: the same as a JSON string, with its quotes;
 * %p: the same, percent-encoded for an address; %l: the same, linked; %m: our
 * own markup; %u: a size_t; %d: an int; %%; all else as it is. */
void report_put(FILE *out, const struct report_escapes *by, const char *format,
                ...);

/* What is unreserved there, and '/', stays as it is. */
void report_percent(const char *text, FILE *out);

#endif
