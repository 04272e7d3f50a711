/* SPDX-License-Identifier: MIT */
/*
 * What a trial wants to see next.
 *
 * First all its cases, in company; then, as assess.h has it, some alone; then,
 * where that is asked for and something else would do as well in a cause's
 * place, the case that would tell, and so again, a few times at most.
 * Whether a case of a shard is to be looked at again only the whole run can
 * tell, so all of them are that shared a process.
 */
#ifndef CONFORMANCE_TRIAL_NEXT_H
#define CONFORMANCE_TRIAL_NEXT_H

#include "trial.h"

/* Whether it can be judged; where not, why is filled in.  STATUS_PASS, or the
 * exit status after a complaint. */
int trial_try(struct trial *trial, bool *alive, char *why, size_t why_size);

/* Judge what was seen, and set look.  tell: run the cases that would tell, too.
 * STATUS_PASS, or the exit status after a complaint. */
int trial_next(struct trial *trial, bool tell);

/* For the causes of a trial that was judged, the cases that would tell are added
 * at its end, and are what it wants to see.  Null, or what went wrong. */
const char *trial_tell(struct trial *trial);

#endif
