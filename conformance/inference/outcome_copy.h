/* SPDX-License-Identifier: MIT */
/* Outcomes of the model that outlive the next run of it. */
#ifndef CONFORMANCE_OUTCOME_COPY_H
#define CONFORMANCE_OUTCOME_COPY_H

#include "reference/outcome.h"

/* A copy that owns all that it points to.  False where memory ran out: what
 * was copied so far is still to be freed. */
bool outcome_copy(struct outcome *copy, const struct outcome *outcome);
void outcome_copy_free(struct outcome *copy);

#endif
