/* SPDX-License-Identifier: MIT */
/* The machine of a run, for reports. */
#ifndef CONFORMANCE_ENVIRONMENT_H
#define CONFORMANCE_ENVIRONMENT_H

#include "conformance/judge/assess.h"
#include "conformance/results/results.h"

enum { ENVIRONMENT_DELIVERY = 64 };

/* How ticks of these cases were delivered, in words. */
void environment_delivery(const struct assessed *cases, size_t count,
                          char text[ENVIRONMENT_DELIVERY]);

/* The commit that this program was built of: main sets it, another program
 * has none, and it is null. */
void environment_built_of(const char *commit);
const char *environment_commit(void);

/* kernel, cpu, compiler, libc, word, containment, host: always these, in this
 * order; what can't be found out is "unknown".  The strings are static. */
const struct named *environment_describe(size_t *count);

#endif
