/* SPDX-License-Identifier: MIT */
/* Buffers and the counters in them: how one goes up, faults, or is cleared. */
#ifndef REFERENCE_COUNTERS_H
#define REFERENCE_COUNTERS_H

#include "machine.h"

/* Whether `size` bytes from base + at on can be written.  A buffer's zones can:
 * that shows which implementation writes there. */
bool counters_writable(const struct process *process,
                       const struct pointer *base, int64_t at, uint64_t size);

/* Add 1 to the counter at byte `at` of the region, or do what the rules say of
 * a full counter or a fault; while a probe is active, only note where it is. */
void counters_increment(struct model *model, struct region *region,
                        uint64_t at);

/* The same with the first counter of an overflow bin, for a pc of no region. */
void counters_overflow(struct model *model, struct region *bin);

/* Add what a tick added to a counter so many times more: effect->room at
 * most. */
void counters_go_up(const struct effect *effect, uint32_t times);

/* Profiling starts with these regions: keep or clear what their buffers
 * hold. */
void counters_start(struct model *model, const struct profile *profile);

/* An update of a region's buffer faults: do what RULE_BUFFER_FAULT says. */
void counters_fault(struct model *model, struct region *region);

/* Clear the counters of all regions of a process. */
void counters_clear(struct process *process);

#endif
