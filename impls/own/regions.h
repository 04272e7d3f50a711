/* SPDX-License-Identifier: MIT */
/*
 * What irix's and glibc's sprofil share, once a dialect has read its own
 * struct prof: each member becomes a region, and the call starts or stops.
 */
#ifndef IMPLS_OWN_REGIONS_H
#define IMPLS_OWN_REGIONS_H

#include <stddef.h>
#include <stdint.h>

#include "impls/counting/table.h"

struct timeval;

enum { OVERFLOW_SCALE = 2 };

/* irix.sprofil.8, .16 */
struct region regions_member(void *base, uint64_t size, uint64_t offset,
                             uint64_t scale, unsigned width);

/*
 * A range of monitor's, whose scale is computed (aix-monitor.7): of the
 * counters in so many bytes as many as there are pairs of addresses, spread
 * evenly over low <= pc < high; a single one takes all.
 */
struct region regions_fitting(void *base, uint64_t size, uint64_t low,
                              uint64_t high);

/* How many counters it spreads over. */
uint64_t regions_fitted(uint64_t size, uint64_t low, uint64_t high);

/* In place of what went on before: start, or stop where no region is left on
 * (irix.sprofil.15).  On success tvp, if not null, receives the period. */
int regions_replace(const struct region *regions, size_t count,
                    unsigned microseconds, struct timeval *tvp);

#endif
