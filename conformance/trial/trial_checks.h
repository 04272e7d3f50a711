/* SPDX-License-Identifier: MIT */
/* A trial of the live suite or the laws, which have checks with names in place
 * of cases. */
#ifndef CONFORMANCE_TRIAL_CHECKS_H
#define CONFORMANCE_TRIAL_CHECKS_H

#include "trial.h"

/* How many are asked for; 0 where cases are. */
size_t trial_checks(const struct trial *trial, struct trial_settings *settings);

/* STATUS_PASS, or the exit status after a complaint. */
int trial_checks_run(struct trial *trial,
                     const struct trial_settings *settings);

#endif
