/* SPDX-License-Identifier: MIT */
/*
 * Evidence behind a distortion: what was seen of an implementation that does
 * one thing or two to all ticks or calls, compared with the cases as they are
 * once that is done to them.
 */
#ifndef CONFORMANCE_DISTORTED_H
#define CONFORMANCE_DISTORTED_H

#include "views.h"

enum { DISTORTED = 3 }; /* found at once, at most */

/* Find the distortions that leave much less unexplained than the best
 * hypothesis does, and put the evidence behind each into found, the best first;
 * it is to be freed, or to replace e.  Returns how many there are. */
unsigned distorted_find(struct evidence *e, const struct hypothesis *best,
                        struct evidence found[DISTORTED]);
void distorted_replace(struct evidence *e, struct evidence *distorted);

/* The bits of the distortions by which those departures lead to a row that they
 * lead to by all, the fewest; 0: they do without. */
unsigned char distorted_behind(const struct evidence *e,
                               const struct hypothesis *h, size_t row);

#endif
