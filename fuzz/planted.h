/* SPDX-License-Identifier: MIT */
/*
 * A defect that was put there: $FUZZ_PLANTED, "rule=choice", is what the
 * implementation under test does, which is then the model in all else as the
 * dialect wants it.  That is how the targets are measured.
 */
#ifndef FUZZ_PLANTED_H
#define FUZZ_PLANTED_H

#include "reference/choices.h"

/* Whether one is planted: then what to answer, in that dialect. */
bool planted_sets(enum dialect dialect, struct choice_sets *sets);

#endif
