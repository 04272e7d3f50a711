/* SPDX-License-Identifier: MIT */
/* The search for departures that hold in all cases; see diagnosis.h. */
#ifndef CONFORMANCE_SEARCH_H
#define CONFORMANCE_SEARCH_H

#include "candidates.h"
#include "diagnosis.h"

/* The best hypothesis, and others that are as good; d is filled in. */
void search_causes(struct evidence *e, struct diagnosis *d);

/* Add to the best one by one what explains more, as long as something does;
 * sure: only what is supported by itself. */
void search_complete(struct evidence *e, struct diagnosis *d, bool sure);

/* Drop departures of the best that nothing would be lost without.  Where the
 * rows that pass are permitted together, one that only reconciles them with the
 * other departures is dropped: they speak against these. */
void search_prune(struct evidence *e, struct diagnosis *d);

/* Take a hypothesis as the best, which is the diagnosis's then. */
void diagnosis_take(struct diagnosis *d, struct hypothesis *h);

/* A copy of a hypothesis; the best without its k-th departure: tested. */
struct hypothesis search_tested(const struct hypothesis *h, struct evidence *e);
struct hypothesis search_without(struct evidence *e, const struct diagnosis *d,
                                 unsigned k, size_t limit);

/* A hypothesis with a candidate more, tested.  False: there is no room for it,
 * or it has something of its rule. */
bool search_with(struct evidence *e, const struct hypothesis *h,
                 const struct candidate *one, size_t limit,
                 struct hypothesis *more);

/* The evidence of these rows alone; what they point to belongs to e. */
struct evidence search_taken(const struct evidence *e, const bool *taken);

#endif
