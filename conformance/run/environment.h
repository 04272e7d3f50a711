/* SPDX-License-Identifier: MIT */
/* Where a run took place: what a report tells of the machine. */
#ifndef CONFORMANCE_ENVIRONMENT_H
#define CONFORMANCE_ENVIRONMENT_H

#include "conformance/results/results.h"

enum { ENVIRONMENT_DELIVERY = 64 };

/* How ticks were delivered, enum delivery or-ed, in words. */
void environment_delivery(unsigned delivered, char text[ENVIRONMENT_DELIVERY]);

/* kernel, cpu, compiler, libc, word: always these, in this order; what can't
 * be found out is "unknown".  The strings are static. */
const struct named *environment_describe(size_t *count);

#endif
