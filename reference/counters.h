/* SPDX-License-Identifier: MIT */
/* Buffers, and the counters in them. */
#ifndef REFERENCE_COUNTERS_H
#define REFERENCE_COUNTERS_H

#include "machine.h"

/* Whether all of [base, base + size) can be written.  A buffer's zones can:
 * that is how an implementation is caught that does. */
bool counters_writable(const struct process *process,
                       const struct pointer *base, int64_t at, uint64_t size);

/* The counter that starts at byte `at` of the region's buffer goes up by one,
 * with what a full counter or a fault leads to. */
void counters_increment(struct model *model, struct region *region,
                        uint64_t at);

/* The same of the first counter of an overflow bin, for a pc of no region. */
void counters_overflow(struct model *model, struct region *bin);

/* What a tick did to a counter, so many times more: effect.room at most. */
void counters_go_up(const struct effect *effect, uint32_t times);

/* Profiling starts with these regions: what their buffers hold is kept or
 * cleared. */
void counters_start(struct model *model, const struct profile *profile);

/* An update of a region's buffer would fault. */
void counters_fault(struct model *model, struct region *region);

/* What is counted in the buffers of a process begins at 0 again. */
void counters_clear(struct process *process);

#endif
