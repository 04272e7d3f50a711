/* SPDX-License-Identifier: MIT */
/*
 * What was seen of an implementation, case by case, and which of the runs that
 * its dialect permits lead to each.
 */
#ifndef CONFORMANCE_EVIDENCE_H
#define CONFORMANCE_EVIDENCE_H

#include "conformance/delivery/observation.h"
#include "conformance/inference/evaluate.h"

/* What was seen of one case. */
struct sighting {
    const struct test_case *c; /* null, as observation: it was released */
    const struct observation *observation;
    char id[CASE_ID];
    struct box_list permitted;  /* the behaviours that the dialect permits and
                                  that lead to it: it passes by itself */
    struct explanations within; /* the same, as runs: all permitted were tried;
                                   it has no boxes */
    bool tells;                 /* not every permitted behaviour leads to it */
    size_t cost;                /* ticks to run the model on it */
};

/* All that was seen of one implementation; free with evidence_free. */
struct evidence {
    enum dialect dialect;
    struct choice_sets permitted; /* what fails nobody */
    struct choice_sets known;     /* what is looked for */
    struct sighting *rows;        /* cheap ones first, then by id */
    size_t count, capacity;
    bool sorted; /* the rows are in their order */
    struct workspace workspace;
};

/* None yet. */
struct evidence evidence_of(enum dialect dialect);

/* A row's permitted boxes, and what it asked.  False where memory ran out. */
bool evidence_add(struct evidence *e, const struct test_case *c,
                  const struct observation *observation);
/* Put the rows in their order. */
void evidence_sort(struct evidence *e);
void evidence_free(struct evidence *e);

/* The row of just this, once they are in their order; null: there is none. */
const struct sighting *evidence_find(const struct evidence *e,
                                     const struct test_case *c,
                                     const struct observation *observation);

#endif
