/* SPDX-License-Identifier: MIT */
/* Regions whose scale is computed: elements of a list with p_scale -1, and the
 * ranges of monitor. */
#ifndef REFERENCE_REGION_COMPUTED_H
#define REFERENCE_REGION_COMPUTED_H

#include "reference/machine.h"

/* A tick at pc goes to such a region, or is only asked for: see computed.h. */
void region_computed_tick(struct model *m, struct region *region, uint64_t pc);

#endif
