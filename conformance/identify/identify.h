/* SPDX-License-Identifier: MIT */
/*
 * What does an implementation do, no dialect being given?
 *
 * For every rule there is a set of choices that may be the implementation's.
 * The model runs the cases under behaviours drawn from these sets; the case
 * whose outcomes differ most is put to the implementation, and choices that
 * lead to what was observed under no combination with others are struck out.
 * This goes on until no case has more than one outcome.  Nothing is struck
 * out that could be the implementation's: what is left is proved, not
 * guessed.
 *
 * The same cases and observations lead to the same result.
 */
#ifndef CONFORMANCE_IDENTIFY_H
#define CONFORMANCE_IDENTIFY_H

#include "conformance/cases/case.h"
#include "conformance/delivery/observation.h"
#include "reference/choices.h"
#include "reference/systems.h"

/* Put a case to the implementation; observation_free will release what was
 * observed.  False: it can't be put to it. */
typedef bool identify_ask(void *context, const struct test_case *c,
                          struct observation *observation);

/* One case of those to choose from. */
struct identify_case {
    const struct test_case *c;
    struct observation observation; /* if asked */
    struct rule_set consulted;      /* rules that runs of it consulted so far */
    double score; /* the share of outcomes that it would leave */
    bool fresh;   /* score is of the sets as they are */
    bool settled; /* one outcome only, or asked, or it can't be */
    bool asked;
    bool unexplained; /* no choices that were left lead to it */
};

struct identity {
    struct identify_case *cases;
    size_t count;
    struct choice_sets left;   /* what may be the implementation's */
    struct rule_set consulted; /* rules that the cases asked consulted */
    size_t asked, unexplained;
};

/* Identify an implementation by these cases, from what is known.  False where
 * memory ran out.  identity_free releases the result either way. */
bool identify(const struct test_case *const *cases, size_t count,
              const struct choice_sets *known, identify_ask *ask, void *context,
              struct identity *identity);

/* A known system's choices, one each, but all where that cannot be told from
 * outside: an order of errors, or, where returns is false, what is returned. */
struct choice_sets identity_system(enum system system, bool returns);

void identity_free(struct identity *identity);

#endif
