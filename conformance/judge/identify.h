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

#include <stdio.h>

#include "conformance/language/case.h"
#include "conformance/language/observation.h"
#include "impls/impl.h"
#include "reference/choices.h"
#include "reference/systems.h"

/* Put a case to the implementation; observation_free will release what was
 * observed.  False: it can't be put to it. */
typedef bool identify_ask(void *context, const struct test_case *c,
                          struct observation *observation);

/* One case of those to choose from. */
struct identify_case {
    const struct test_case *c;
    struct observation observation; /* if it was put */
    struct rule_set consulted;      /* rules that runs of it consulted so far */
    double score; /* the share of outcomes that it would leave */
    bool fresh;   /* score is of the sets as they are */
    bool settled; /* it has one outcome only, or was put, or can't be */
    bool probed;
    bool cut;   /* its combinations were too many to be tried as yet */
    bool tried; /* as many as ever are, with what is left now */
    struct rule_set last; /* rules that the last runs of it consulted */
    bool unexplained;     /* no choices that were left lead to it */
};

struct identity {
    struct identify_case *cases;
    size_t count;
    struct choice_sets left;   /* what may be the implementation's */
    struct rule_set consulted; /* rules that the cases put consulted */
    size_t probed, unexplained;
    size_t seen; /* of those probed: where no buffer was left out */
};

/* Whether too few were seen, less than half of those put to it, to distinguish
 * what agrees with them from what does not. */
bool identity_is_few(const struct identity *identity);

/* Identify an implementation by these cases, from what is known. */
void identify(const struct test_case *const *cases, size_t count,
              const struct choice_sets *known, identify_ask *ask, void *context,
              struct identity *identity);

/* A known system's choices, one each, but all where that cannot be
 * distinguished from outside: an order of errors, or, where returns is false,
 * what is returned. */
struct choice_sets identity_system(enum system system, bool returns);

void identity_free(struct identity *identity);

/*
 * Is an implementation like a known system?  Only on evidence: a case that a
 * library which counts nothing would have shown as well shows nothing of one
 * that counts, and a case that no known choices lead to contradicts all.
 */

/* What a case that was put says of a system. */
enum identity_says {
    IDENTITY_NOT_ASKED,
    IDENTITY_SILENT,      /* it agrees, and so would one that counts nothing; or
                             what a buffer holds was not seen */
    IDENTITY_EXPLAINED,   /* it agrees, and one that counts nothing would not */
    IDENTITY_CONTRADICTS, /* it could not have done the same */
};

struct identity_match {
    enum system system;
    struct choice_sets sets;
    size_t explained, contradicts, silent;
    unsigned char *says; /* enum identity_says, of each case */
};

/* How like it is to each system that has the interface; the best first: those
 * that least contradicts, and of these those of the most evidence. */
struct identity_matches {
    struct identity_match rows[SYSTEMS];
    unsigned count;
};

/* calls: enum system_calls; returns: see identity_system. */
void identity_matches(const struct identity *identity, unsigned calls,
                      bool returns, struct identity_matches *matches);
void identity_matches_free(struct identity_matches *matches);

/* It is the same: nothing contradicts, and something is evidence. */
bool identity_is_same(const struct identity_match *match);

/* It is like it: no less is evidence of it than contradicts. */
bool identity_is_like(const struct identity_match *match);

/* Weigh the cases by themselves for one with such sets of choices, of whatever
 * name.  match->says: room for as many as there are cases. */
void identity_weigh(const struct identity *identity,
                    const struct choice_sets *sets,
                    struct identity_match *match);

/* Identifying an implementation, by profil's calls and by sprofil's. */
struct identify_request {
    const struct impl_class *impl;
    const char *name;
    int dialect; /* -1: to be found out */
    unsigned timeout_ms;
    int json;         /* 0: text, 1: JSON */
    unsigned written; /* identities, so far */
    struct case_list list;
    const struct test_case **cases; /* room for those of the list */
};

/* Open it, find out what it does and write that.  Returns the exit status,
 * after a complaint where it is not STATUS_PASS.  list and cases are the
 * caller's to free. */
int identify_impl(struct identify_request *request, FILE *out);

#endif
