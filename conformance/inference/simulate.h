/* SPDX-License-Identifier: MIT */
/*
 * The model as an implementation: what a case would show of an
 * implementation with a given behaviour.
 */
#ifndef CONFORMANCE_SIMULATE_H
#define CONFORMANCE_SIMULATE_H

#include "conformance/delivery/observation.h"
#include "evaluate.h"

/* A behaviour: one choice for every rule. */
struct behaviour {
    uint16_t choice[RULES];
};

/* The first choice of each rule, in the table's order, that the dialect
 * decides for or permits; else one that it leaves open; else any. */
struct behaviour behaviour_default(enum dialect dialect);

/* As sets of one choice each. */
struct choice_sets behaviour_sets(const struct behaviour *behaviour);

/* Fill in the observation.  Its outcome points into the workspace, until that
 * is used again: observation_free is not for it.  False where memory ran
 * out. */
bool simulate(struct workspace *w, const struct test_case *c,
              const struct behaviour *behaviour,
              struct observation *observation);

#endif
