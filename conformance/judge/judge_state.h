/* SPDX-License-Identifier: MIT */
/* What a judge knows. */
#ifndef CONFORMANCE_JUDGE_STATE_H
#define CONFORMANCE_JUDGE_STATE_H

#include "diagnose.h"
#include "diagnosis.h"

/* Of one interface. */
struct side {
    struct evidence evidence;
    struct diagnosis diagnosis;
    struct choice_sets left; /* what its behaviours choose, all together */
    struct explanations permitted, found; /* of the case being judged */
};

struct judge {
    enum dialect dialect;
    unsigned interfaces; /* profil alone, or profil and sprofil apart */
    struct side of[2];
};

#endif
