/* SPDX-License-Identifier: MIT */
/*
 * Several trials at a time, by the same workers: while the last cases of one
 * are observed those of the next are begun, and one is judged while others
 * are observed.  What each comes to is the same as by itself.
 */
#ifndef CONFORMANCE_TRIALS_H
#define CONFORMANCE_TRIALS_H

#include "trial.h"

/* Observe and judge them.  STATUS_PASS, or the exit status after a complaint. */
int trials_run(struct trial *const *trials, size_t count,
               const struct trial_settings *settings);

#endif
