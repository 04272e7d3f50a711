/* SPDX-License-Identifier: MIT */
/*
 * The runtime behind -pg: monstartup, moncontrol, _mcleanup, and what counts
 * calls.  A script that looks at gmon.out calls these alone.
 */
#ifndef REFERENCE_GMON_GMON_H
#define REFERENCE_GMON_GMON_H

#include "reference/machine.h"

/* Whether a script looks at what the runtime did. */
bool gmon_used(const struct script *script);

/* Before the first operation of the model's script. */
void gmon_begin(struct model *model);

/* Bytes of the arena that a script's looks at the file may take. */
size_t gmon_arena_size(const struct script *script);

/* Run one of a script's operations, where it is one of the runtime's: a call,
 * ticks, arcs, the looks.  False: it is not. */
bool gmon_op(struct model *model, const struct op *op);

/* A child is made, and has what its parent has. */
void gmon_fork(struct model *model, struct process *child);

/* The process exits, and the file is looked at. */
void gmon_exit(struct model *model);

#endif
