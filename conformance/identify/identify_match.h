/* SPDX-License-Identifier: MIT */
/*
 * Is an implementation like a known system?  Only on evidence: a case that a
 * library which counts nothing would have shown as well tells nothing of one
 * that counts, and a case that no known choices lead to is held against all.
 */
#ifndef CONFORMANCE_IDENTIFY_MATCH_H
#define CONFORMANCE_IDENTIFY_MATCH_H

#include "identify.h"

/* What a case that was asked says of a system. */
enum identity_says {
    IDENTITY_NOT_ASKED,
    IDENTITY_SILENT,      /* it agrees, and so would one that counts nothing */
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

/* calls: enum system_calls; returns: see identity_system.  False where memory
 * ran out; identity_matches_free releases it either way. */
bool identity_matches(const struct identity *identity, unsigned calls,
                      bool returns, struct identity_matches *matches);
void identity_matches_free(struct identity_matches *matches);

/* It is the same: nothing contradicts, and something is evidence. */
bool identity_is_same(const struct identity_match *match);

/* It is like it: no less is evidence of it than contradicts. */
bool identity_is_like(const struct identity_match *match);

/* Weigh the cases by themselves for one with such sets of choices, of whatever
 * name.  match->says: room for as many as there are cases.  False as above. */
bool identity_weigh(const struct identity *identity,
                    const struct choice_sets *sets,
                    struct identity_match *match);

#endif
