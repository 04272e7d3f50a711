/* SPDX-License-Identifier: MIT */
/* What could be added to a hypothesis: departures that explain something of
 * what it misses. */
#ifndef CONFORMANCE_CANDIDATES_H
#define CONFORMANCE_CANDIDATES_H

#include "hypothesis.h"

enum {
    CANDIDATES = 384,      /* kept, at most */
    CANDIDATES_ASKED = 24, /* cases, where there is more than one round */
};

/* Departures to add, and how many cases they would explain. */
struct candidate {
    uint16_t departures[2];
    unsigned count, votes;
};

struct candidates {
    struct candidate rows[CANDIDATES];
    unsigned count;
    bool bounded; /* not everything could be tried */
};

enum candidates_of { CANDIDATES_OF_CHEAP, CANDIDATES_OF_DEAR };

/* What would explain cases that h misses: at most so many of them, of all or of
 * `only` these, the cheap ones first.  Dear ones, which take many ticks to run,
 * are tried if the cheap ones have no answer, or, as CANDIDATES_OF_DEAR, alone.
 * pairs: two departures at once too, for cases that no single one explains. */
void candidates_gather(struct evidence *e, const struct hypothesis *h,
                       const bool *only, bool pairs, enum candidates_of rows,
                       size_t most, struct candidates *all);

#endif
