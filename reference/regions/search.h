/* SPDX-License-Identifier: MIT */
/*
 * From a pc to a region by a search that goes wrong, as known in the wild
 * (REGION_SEARCH_HIT_AS_MISS).  No manual permits it.
 */
#ifndef REFERENCE_SEARCH_H
#define REFERENCE_SEARCH_H

#include "reference/machine.h"

/* One tick at pc, where profiling was turned on with regions. */
void search_tick(struct model *model, uint64_t pc);

#endif
