/* SPDX-License-Identifier: MIT */
/*
 * What the pages leave open.  A rule of which no sentence of a page decides or
 * rules out anything may be answered by what no choice of it is: an error that
 * the page does not have, no effect, another effect.  The model then knows
 * less, and no more than it must: what the call returns; whether profiling is
 * on; what is in the buffers of that call and of those before it.  What a later
 * call settles is known again.
 */
#ifndef REFERENCE_OPEN_H
#define REFERENCE_OPEN_H

#include "machine.h"

/* Whether this operation is answered by something that no choice of the rule
 * is; never, where the rule is not open.  One answer for each operation. */
bool open_answer(struct model *model, enum rule rule);

/* Whether a rule is open only in calls of profil that are its own: of sprofil
 * its page says what is done. */
bool open_is_of_profil(enum rule rule);

/* From here on it is not known whether profiling is on, and whether by what it
 * was on with or by `given` (NULL: there is nothing else).  What the buffers of
 * `given` hold is not known any more. */
void open_profiling(struct model *model, const struct profile *given);

/* What a region's buffer holds is not known. */
void open_counters(struct model *model, const struct region *region);

/* A tick while it is not known whether profiling is on. */
void open_tick(struct model *model);

/* Whether a call of that form turns off what may be on, whatever it is. */
bool open_has_only(const struct process *process, bool list_of_aix);

#endif
