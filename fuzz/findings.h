/* SPDX-License-Identifier: MIT */
/*
 * Fuzzing that goes on ($FUZZ_GO_ON): what was found is said once and then
 * taken for permitted, so that the next finding is of another cause.  What
 * $FUZZ_WAIVERS has for every case, a file as run --waivers takes, is taken so
 * from the beginning.
 *
 * Where a choice that was found may be one of several, all of them are.
 */
#ifndef FUZZ_FINDINGS_H
#define FUZZ_FINDINGS_H

#include <stdbool.h>

#include "reference/choices.h"

bool findings_go_on(void);

/* Whether an input is only to be shown ($FUZZ_SHOW), and not run: one that
 * ended the process. */
bool findings_show(void);

/* What fails nobody, and what was found or is waived. */
const struct choice_sets *findings_allowed(enum dialect dialect);

/* These were found; empty sets: nothing of that rule. */
void findings_add(enum dialect dialect, const struct choice_sets *found);

/* Something was seen, in so few words that the like have the same.  Returns
 * whether it is the first of them. */
bool findings_is_first(enum dialect dialect, const char *like);

#endif
