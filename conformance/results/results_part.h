/* SPDX-License-Identifier: MIT */
/*
 * The lines that only FILE.part has.  A problem is a text, as in
 * results_line.h; lines are as results_line_parse gives them.
 */
#ifndef CONFORMANCE_RESULTS_PART_H
#define CONFORMANCE_RESULTS_PART_H

#include "results_file.h"

/* "header", "command", ...; "" where it has none. */
const char *results_part_kind(void *line);

const char *results_part_command(struct results_file *file, void *line);
const char *results_part_plan(struct results_left *left, void *line);

/* Which run an observation is of.  False where it does not say: then it is the
 * last one. */
bool results_part_whose(void *line, const char **implementation,
                        const char **dialect);

/* One more observation.  A case that shares a process is observed in company,
 * and then perhaps alone; of what was observed twice otherwise, since a run
 * was gone on with, the later counts. */
const char *results_part_observed(struct results *run, void *line);

/* After the last: in the order of the cases. */
void results_part_end(struct results *run);

#endif
