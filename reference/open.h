/* SPDX-License-Identifier: MIT */
/*
 * What the pages leave open.  Where no sentence of a page decides a rule or
 * rules anything out, an implementation may do what no choice describes: return
 * an error that the page does not have, have no effect, or another.  The model
 * then gives up what it can't know: what the call returns; whether profiling is
 * on; what is in the buffers of that call and of those before it.  What a later
 * call settles is known again.
 */
#ifndef REFERENCE_OPEN_H
#define REFERENCE_OPEN_H

#include "machine.h"

/* Whether this operation does what no choice of the rule describes; never, if
 * the rule is not open.  Within one operation the answer stays the same. */
bool open_answer(struct model *model, enum rule rule);

/* Whether a rule, if it is open, is so of profil alone: what sprofil does, its
 * page says. */
bool open_is_of_profil(enum rule rule);

/* From here on it is not known whether profiling is on, nor whether with what
 * it was on with or with `given` (NULL: nothing else).  What the buffers of
 * `given` hold is not known any more. */
void open_profiling(struct model *model, const struct profile *given);

/* What a region's buffer holds is not known. */
void open_counters(struct model *model, const struct region *region);

/* A tick while it is not known whether profiling is on. */
void open_tick(struct model *model);

/* Whether a call to turn off, of AIX's list or of another form, ends whatever
 * may be on. */
bool open_is_ended_by(const struct process *process, bool list_of_aix);

#endif
