/* SPDX-License-Identifier: MIT */
/* What a judge knows. */
#ifndef CONFORMANCE_JUDGE_STATE_H
#define CONFORMANCE_JUDGE_STATE_H

#include "conformance/diagnosis/describe.h"
#include "conformance/diagnosis/diagnosis.h"
#include "judge.h"

/* What it knows of one interface. */
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

/*
 * The verdict of one case, and its words: of what the dialect permits, and of
 * what the diagnosis of all cases says of it.
 */

/* Fills in all of the judgement but its interface. */
void verdict_reach(enum dialect dialect, struct side *side,
                   const struct test_case *c,
                   const struct observation *observation,
                   struct judgement *judgement);

/* See judge_evidence; departure: its number in the diagnosis.  All others are
 * in place. */
void verdict_evidence(enum dialect dialect, struct side *side,
                      const struct test_case *c,
                      const struct observation *observation, unsigned departure,
                      struct difference *words);

#endif
