/* SPDX-License-Identifier: MIT */
/*
 * The model: a script and a behaviour in, an outcome out.
 *
 * A pure function.  It allocates nothing, does no I/O and keeps no state
 * between runs; all memory is the caller's.  The behaviour is whatever
 * answers choose(); choices->consulted has the rules that were, after a run.
 */
#ifndef REFERENCE_MODEL_H
#define REFERENCE_MODEL_H

#include "machine.h"

/* Bytes of arena that a script needs: every buffer with its zones, once for
 * each process. */
size_t model_arena_size(const struct script *script);

/* Events that a script can lead to, at most. */
size_t model_event_limit(const struct script *script);

/*
 * Run the script.  outcome->events and arena are the caller's, sized by the
 * two functions above; the outcome's bytes point into the arena.  Returns
 * false only where they were too small.
 */
bool model_run(struct model *model, const struct script *script,
               struct choices *choices, struct outcome *outcome,
               unsigned char *arena, size_t arena_size);

#endif
