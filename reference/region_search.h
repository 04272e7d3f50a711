/* SPDX-License-Identifier: MIT */
/*
 * From a pc to a region by a binary search that takes what it finds for a
 * miss, but for the region that it found last: a defect of one system
 * (REGION_SEARCH_HIT_AS_MISS).
 */
#ifndef REFERENCE_REGION_SEARCH_H
#define REFERENCE_REGION_SEARCH_H

#include "machine.h"

/* One tick at pc, where profiling was turned on with regions. */
void region_search_tick(struct model *model, uint64_t pc);

#endif
