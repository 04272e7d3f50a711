/* SPDX-License-Identifier: MIT */
/* From judgements to causes: one for each defect, with all of its cases. */
#ifndef CONFORMANCE_CAUSES_H
#define CONFORMANCE_CAUSES_H

#include "conformance/judge/judge.h"
#include "conformance/results/results.h"

/* What a judgement says of causes: see judge.h. */
struct blamed {
    uint8_t interface, cause_count;
    uint8_t causes[DEPARTURES];
    char other[sizeof((struct judgement *)0)->other];
};

struct blamed causes_of(const struct judgement *judgement);

/* Fill in the run's causes, and those of each of its cases, to which these
 * belong, one each.  False where memory ran out. */
bool causes_gather(const struct judge *judge, enum dialect dialect,
                   const struct blamed *blamed, struct results *results);

#endif
