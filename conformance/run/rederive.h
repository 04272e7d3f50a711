/* SPDX-License-Identifier: MIT */
/* The verdicts of a recorded run, from what was observed and nothing else. */
#ifndef CONFORMANCE_REDERIVE_H
#define CONFORMANCE_REDERIVE_H

#include "conformance/results/results.h"

/* A hash of all that the verdicts depend on besides the observations: rules,
 * choices, and what the dialects permit by which clause. */
const char *rederive_tables(void);

/*
 * Judge a recorded run again, if it is not of the live suite, of which only
 * figures are recorded, and not the samples that they are of.  results_free
 * releases fresh's parts, which are in the order of the recorded ones.  Null,
 * or what is wrong with the record, with the case.
 */
const char *rederive(const struct results *results, struct results *fresh);

#endif
