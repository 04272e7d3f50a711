/* SPDX-License-Identifier: MIT */
/* Where regions of text begin, and which of them overlap: what irix.sprofil.6
 * and .20 together say of a region's first address. */
#ifndef REFERENCE_REGION_START_H
#define REFERENCE_REGION_START_H

#include "reference/machine.h"

/* Whether a region is one of text, be it one that counts nothing and is there
 * for all that (irix.sprofil.16). */
bool region_is_text(struct model *model, const struct region *region);

/* Whether a region's formula leads from the pc, not below its offset, to a
 * counter in its buffer. */
bool region_reaches(struct model *model, const struct region *region,
                    uint64_t pc);

/* Whether a region's first address is in it. */
bool region_has_its_start(struct model *model, const struct region *region);

#endif
