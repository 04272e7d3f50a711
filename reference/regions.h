/* SPDX-License-Identifier: MIT */
/*
 * From a pc to a region: which of several regions a tick belongs to
 * (irix.sprofil.6 to .9, aix.profil.11 and .12).
 */
#ifndef REFERENCE_REGIONS_H
#define REFERENCE_REGIONS_H

#include "machine.h"

/* One tick at pc, in the model's current process; while the model's probe is
 * active, only what it would do. */
void regions_tick(struct model *model, uint64_t pc);

/* So many ticks at pc, one after the other. */
void regions_ticks(struct model *model, uint64_t pc, uint32_t count);

/* One tick at pc, where sprofil turned profiling on, by a binary search that
 * takes a hit for a miss, but for the region that it found last: a defect of
 * one system (REGION_SEARCH_HIT_AS_MISS). */
void region_search_tick(struct model *model, uint64_t pc);

#endif
