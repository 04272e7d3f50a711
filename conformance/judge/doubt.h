/* SPDX-License-Identifier: MIT */
/* Whether a departure may be a wrong name for something unknown. */
#ifndef CONFORMANCE_DOUBT_H
#define CONFORMANCE_DOUBT_H

#include "unexplained.h"

/* How many cases that pass by themselves contradict a departure: without it
 * they are explained.  Then it does not hold in all cases. */
size_t doubt_contradictions(const struct evidence *e,
                            const struct hypothesis *h,
                            const struct hypothesis *without);

/* Whether what is behind cases that stay unexplained may as well be behind
 * those that this departure explains: they differ in the same kind of thing,
 * and what sets the ones apart sets both apart.  unknowns: of h.  Sets *in
 * where it may.  False where memory ran out. */
bool doubt_alike(struct evidence *e, const struct hypothesis *h,
                 const struct hypothesis *without,
                 const struct unknowns *unknowns, bool *in);

#endif
