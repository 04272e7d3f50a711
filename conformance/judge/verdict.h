/* SPDX-License-Identifier: MIT */
/*
 * The verdict of one case, and its words: of what the dialect permits, and of
 * what the diagnosis of all cases says of it.
 */
#ifndef CONFORMANCE_VERDICT_H
#define CONFORMANCE_VERDICT_H

#include "diagnose.h"
#include "judge_state.h"
#include "judgement.h"

/* Fills in all of the judgement but its interface. */
void verdict_reach(enum dialect dialect, struct side *side,
                   const struct test_case *c,
                   const struct observation *observation,
                   struct judgement *judgement);

#endif
