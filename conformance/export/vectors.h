/* SPDX-License-Identifier: MIT */
/*
 * Test vectors: for each case of a suite what a dialect permits, as data for
 * those who have a harness of their own.  VECTORS.md describes both forms.
 *
 * All is worked out by the model alone, so the same tables and the same suite
 * give the same bytes.  A vector's id is its case's.
 *
 * An outcome is a list of events, as observed.h has them.  No value is compared
 * of a function that may return void.  Outcomes are the same if all of their
 * text is; one may permit what another permits, too.
 */
#ifndef CONFORMANCE_VECTORS_H
#define CONFORMANCE_VECTORS_H

#include <stdio.h>

#include "conformance/base/memory.h"
#include "conformance/language/case.h"
#include "reference/choices.h"
#include "reference/outcome.h"

/* Changes whenever a reader of the old form would misread the new one. */
enum { VECTORS_FORMAT = 1 };

enum {
    VECTOR_LISTED = 64,   /* outcomes of a vector that are written; of one with
                             more, their number and what bounds them */
    VECTOR_KEPT = 4096,   /* that are distinguished; there may be more */
    VECTOR_RUNS = 100000, /* of the model for one vector: 17,604 is the most
                             that a case of the suites takes */
};

struct vector_outcome {
    struct outcome outcome;
    char *text;                /* see vector_text */
    bool specified;            /* some way to it needs no choice on which the
                                  manual is silent */
    struct rule_set consulted; /* by one way to it, if there is one such, */
    uint16_t made[RULES];      /* and the choices of that way */
    choice_set also[RULES];    /* of all ways to it */
    size_t ways;               /* combinations of choices that lead to it */
};

/* A choice that the dialect forbids, and that this case shows. */
struct vector_find {
    uint16_t choice;
    bool always; /* whatever else is chosen; else with some choices only */
};

struct vector {
    const struct test_case *c;
    struct vector_outcome *outcomes;
    size_t count;
    bool more;             /* there may be others: too many to keep or try */
    struct rule_set rules; /* of the dialect, that some run consults */
    struct vector_find *finds;
    size_t find_count;
    bool finds_cut; /* not every forbidden choice could be tried */
};

struct vector_set {
    enum dialect dialect;
    const char *suite;  /* "quick", "full", or a file's name */
    const char *tables; /* the hash of what the dialects permit */
    struct vector *vectors;
    size_t count;
    struct arena memory; /* of all of it, but for the outcomes' events */
};

/* The vectors of those of the cases, which must outlive them, that are meant
 * for the dialect; until vectors_free. */
void vectors_make(struct vector_set *set, enum dialect dialect,
                  const struct case_list *cases);
void vectors_free(struct vector_set *set);

/* Events of the model as lines: what an observation's text has of each, and
 * after it a line "may ..." for each thing that it leaves open.  To be
 * freed. */
char *vector_text(const struct test_case *c, const struct event *events,
                  size_t count);

/* As text, or as JSON. */
void vectors_write(const struct vector_set *set, bool json, FILE *out);

/*
 * What an event of a vector whose outcomes are not listed may be: each value
 * that some outcome has; of a buffer, the least and the greatest of each of its
 * counters.
 */
enum { VECTOR_EACH = 8 };

struct vector_bound {
    const struct event *event; /* of the first outcome that has it */
    unsigned values; /* different ones, unless it is a buffer; past VECTOR_EACH
                        perhaps the same again */
    const struct event *each[VECTOR_EACH];
    unsigned unmapped;      /* a buffer: in so many outcomes it is not there, */
    unsigned damaged;       /* written outside its size, */
    unsigned undetermined;  /* or not all of its counters are known */
    uint32_t *least, *most; /* a counter each */
    size_t counters;
};

struct vector_bound *vector_bounds(const struct vector *vector,
                                   struct arena *memory, size_t *count);

enum { SINCE_PROBLEM = 200 };

struct since {
    size_t added, gone, changed;
    char problem[SINCE_PROBLEM]; /* "line N: read X, expected Y" */
};

/*
 * List, a sentence a change, what the set has that an older one, given by its
 * text, had not, and the other way round.  False: a problem; then nothing of
 * what was written counts.
 */
bool vectors_since(const struct vector_set *set, const char *text,
                   size_t length, struct since *since, FILE *out);

#endif
