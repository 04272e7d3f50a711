/* SPDX-License-Identifier: MIT */
/*
 * Departures that hold in some cases only: in the list form, in a second call,
 * for odd sizes.  What sets the cases in which one holds apart from those in
 * which it does not is a feature or two of their calls and ticks.
 */
#ifndef CONFORMANCE_PARTIAL_H
#define CONFORMANCE_PARTIAL_H

#include "diagnosis.h"

/*
 * Of the rows that left does not explain (d->best, and what was found): adds
 * blames, marks their rows in d->partial_of, and left explains them.
 */
void partial_find(struct evidence *e, struct hypothesis *left,
                  struct diagnosis *d);

#endif
