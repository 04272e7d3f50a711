/* SPDX-License-Identifier: MIT */
/* Whether a departure may be a wrong name for something unknown. */
#ifndef CONFORMANCE_DOUBT_H
#define CONFORMANCE_DOUBT_H

#include "hypothesis.h"

/* Whether what is behind cases that stay unexplained may as well be behind
 * those that this departure explains: an answer to its rule would show where
 * they differ; or shows in as many of them elsewhere; or they are not few, and
 * differ in the same kind of event.  explained: the rows that were explained
 * before anything was left out for doubt. */
bool doubt(struct evidence *e, const struct hypothesis *h,
           const struct hypothesis *without, unsigned rule,
           const bool *explained);

#endif
