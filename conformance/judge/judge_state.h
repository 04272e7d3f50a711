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
    const struct unknowns *unknowns; /* what nothing explains */
    unsigned
        contradiction; /* the rule in which cases contradict each other that
                               pass by themselves; RULES: none, or several */
    size_t first;      /* the first row of its evidence among those of all */
    struct choice_sets left; /* what its behaviours choose, all together */
    struct explanations permitted, found; /* of the case being judged */
};

struct judge {
    enum dialect dialect;
    unsigned interfaces; /* profil alone, or profil and sprofil apart */
    struct side of[2];
    struct unknowns unknowns;
};

#endif
