/* SPDX-License-Identifier: MIT */
/*
 * Evidence behind a distortion: what was seen of an implementation that does
 * something to all ticks or calls alike, held against what the cases are once
 * that is done to them.
 */
#ifndef CONFORMANCE_DISTORTED_H
#define CONFORMANCE_DISTORTED_H

#include "views.h"

enum { DISTORTED = 3 };

/* The evidence behind each of the distortions that leave the least unexplained,
 * of what the best hypothesis does not explain, the best first; to be freed, or
 * to take the place of its own.  How many leave much less. */
unsigned distorted_find(struct evidence *e, const struct hypothesis *best,
                        struct evidence found[DISTORTED]);
void distorted_replace(struct evidence *e, struct evidence *distorted);

/* Whether it takes the distortion to lead to a row with those departures. */
bool distorted_needed(struct evidence *e, const struct hypothesis *h,
                      size_t row);

#endif
