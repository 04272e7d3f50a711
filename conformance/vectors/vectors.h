/* SPDX-License-Identifier: MIT */
/*
 * Test vectors: for each case of a suite what a dialect permits, as data for
 * those who have a harness of their own.  README.md describes both forms.
 *
 * All is worked out by the model alone, so the same tables and the same suite
 * give the same bytes.  A vector's id is its case's.
 *
 * An outcome is a list of events, as observed.h has them.  Of a function that
 * may return void no value is asked for.  Outcomes are the same where all of
 * their text is; one may permit what another permits, too.
 */
#ifndef CONFORMANCE_VECTORS_H
#define CONFORMANCE_VECTORS_H

#include <stdio.h>

#include "conformance/cases/case.h"
#include "reference/choices.h"
#include "reference/outcome.h"

/* Changes whenever a reader of the old form would misread the new one. */
enum { VECTORS_FORMAT = 1 };

enum {
    VECTOR_LISTED = 64, /* outcomes of a vector that are written; of one with
                           more, their number and what bounds them */
    VECTOR_KEPT = 4096, /* that are told apart; there may be more */
};

struct vector_outcome {
    struct outcome outcome;
    char *text;             /* lines: "event ..." and "may ..." */
    bool specified;         /* some way to it needs no choice on which the
                              manual is silent */
    struct rule_set asked;  /* by one way to it, if there is one such, */
    uint16_t made[RULES];   /* and the choices of that way */
    choice_set also[RULES]; /* of all ways to it */
    size_t ways;            /* combinations of choices that lead to it */
};

/* A choice that the dialect forbids, and that this case shows. */
struct vector_find {
    uint16_t choice;
    bool always; /* whatever else is chosen; else with some choices only */
};

struct vector {
    const struct test_case *c;
    enum dialect dialect;
    struct vector_outcome *outcomes;
    size_t count;
    bool more;             /* so many were kept, and there are others */
    struct rule_set rules; /* of the dialect, that some outcome asks */
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
};

/* The vectors of those of the cases, which must outlive them, that are meant
 * for the dialect.  False where memory ran out; vectors_free either way. */
bool vectors_make(struct vector_set *set, enum dialect dialect,
                  const struct case_list *cases);
void vectors_free(struct vector_set *set);

/* False where memory ran out. */
bool vectors_text(const struct vector_set *set, FILE *out);
bool vectors_json(const struct vector_set *set, FILE *out);

/* What becomes of --since. */
struct since {
    size_t added, gone, changed;
    char problem[200]; /* "LINE: read X, expected Y"; empty: none */
};

/*
 * Tell, a sentence a change, what the set has that an older one, given by its
 * text, had not, and the other way round.  False: a problem, or, where that
 * is empty, memory ran out; then nothing of what was written counts.
 */
bool vectors_since(const struct vector_set *set, const char *text,
                   size_t length, struct since *since, FILE *out);

#endif
