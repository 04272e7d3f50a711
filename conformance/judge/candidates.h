/* SPDX-License-Identifier: MIT */
/* What could be added to a hypothesis: departures that explain something of
 * what it misses. */
#ifndef CONFORMANCE_CANDIDATES_H
#define CONFORMANCE_CANDIDATES_H

#include "hypothesis.h"

enum { CANDIDATES = 96 }; /* kept, at most */

/* Departures to add, with how many cases ask for them. */
struct candidate {
    uint16_t departures[2];
    unsigned count, votes;
};

struct candidates {
    struct candidate rows[CANDIDATES];
    unsigned count;
};

/* Ask the cases that h misses, the cheap ones first; pairs: two departures at
 * once too, for cases that no single one explains.  Sets *bounded where not
 * everything could be tried.  False where memory ran out. */
bool candidates_gather(struct evidence *e, const struct hypothesis *h,
                       struct candidates *all, bool pairs, bool *bounded);

#endif
