/* SPDX-License-Identifier: MIT */
/*
 * One diagnosis of a run: of all that was seen of an implementation, which
 * departures from its dialect does it come from?
 *
 * The answer is the least set of departures under which one behaviour
 * reproduces the most of what was seen, the cases that pass by themselves
 * first of all.  It is a function of the set of cases and observations: their
 * order does not enter.  What no such behaviour reproduces is left
 * unexplained, which is better than a wrong name.
 *
 * Departures are looked for in rounds, each with one more than the last; a
 * round keeps the best hypotheses; beyond THOROUGH departures they are added
 * one by one.  So a set of departures of which none explains anything without
 * all of the others is found only up to two of them.
 */
#ifndef CONFORMANCE_DIAGNOSIS_H
#define CONFORMANCE_DIAGNOSIS_H

#include "unexplained.h"

enum { DIAGNOSIS_OTHERS = 6, DIAGNOSIS_EQUALS = 7 };

/* One departure, and those that would explain as much in its place. */
struct blame {
    uint8_t rule;
    choice_set found; /* choices of it that nothing seen distinguishes */
    uint16_t others[DIAGNOSIS_OTHERS]; /* choices of other rules, as good, alone
                                         or with those of other blames */
    unsigned other_count;
    bool shown;     /* some case that fails by itself takes it */
    size_t support; /* cases that stay unexplained without it */
    bool lone;      /* see support.h */
    bool partial;   /* it holds only where a case has these features: */
    int where[2];   /* -1: no further one */
};

/* A choice that would explain as much in the place of a blame, with all
 * behaviours that are left then. */
struct rival {
    uint8_t blame;
    uint16_t choice;
    struct choice_sets sets;
};

struct diagnosis {
    struct hypothesis best;
    struct blame blames[DEPARTURES];
    unsigned count;
    struct hypothesis equals[DIAGNOSIS_EQUALS]; /* untested: other sets of so
                                                   many that explain all */
    unsigned equal_count;
    bool bounded; /* not everything could be tried */
    struct rival *rivals;
    unsigned rival_count;
    unsigned char *partial_of; /* of each row: 1 + the blame that holds in it
                                  and not in all; 0: none */
    bool *explained;           /* of each row: something does */
    unsigned char *passing_of; /* of each row: 1 + the blame that no failing
                                  case shows, and that shows there: it passes
                                  by itself, and contradicts others; 0: none */
};

/* Diagnose the evidence of one function of a library, which must stay: find the
 * departures it shows (best); take those of the other function that explain as
 * much; then fill in the rest: blames, rivals, and what explains each row. */
void diagnosis_find(struct evidence *e, struct diagnosis *d);
void diagnosis_share(struct evidence *e, struct diagnosis *d,
                     const struct diagnosis *other);
void diagnosis_blame(struct evidence *e, struct diagnosis *d);
void diagnosis_free(struct diagnosis *d);

#endif
