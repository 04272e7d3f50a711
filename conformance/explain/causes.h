/* SPDX-License-Identifier: MIT */
/* From judgements to causes: one for each defect, with all of its cases. */
#ifndef CONFORMANCE_CAUSES_H
#define CONFORMANCE_CAUSES_H

#include "conformance/judge/judge.h"
#include "conformance/results/results.h"

/* Fill in the run's causes, and those of each of its cases, which were judged
 * so, one judgement a case.  False where memory ran out. */
bool causes_gather(const struct judge *judge, enum dialect dialect,
                   const struct judgement *judgements, struct results *results);

#endif
