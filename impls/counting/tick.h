/* SPDX-License-Identifier: MIT */
/*
 * What a tick costs: its region and counter found, and the counter counted up.
 * In line, since all of it is run as often as the clock ticks.  May run in a
 * signal handler, in any number of threads at once.
 */
#ifndef IMPLS_COUNTING_TICK_H
#define IMPLS_COUNTING_TICK_H

#include <string.h>

#include "table.h"

static inline bool tick_is_stopped(const struct region *region)
{
    return atomic_load_explicit(&region->stopped, memory_order_relaxed);
}

/* The last region that starts at or below pc; null: none does. */
static inline struct region *tick_started(const struct table *table,
                                          uint64_t pc)
{
    struct region *region = table->regions;
    size_t left = table->count;

    if (left == 0 || region->offset > pc)
        return NULL;
    while (left > 1) {
        size_t half = left / 2;

        if (region[half].offset <= pc)
            region += half;
        left -= half;
    }
    return region;
}

/* Whether a pc is that region's, the last that starts below it.  Most are. */
static inline bool tick_is_of(const struct region *region, uint64_t pc)
{
    return region && pc <= region->last && !tick_is_stopped(region);
}

/* The counter of a pc that is the region's. */
static inline uint64_t tick_counter(const struct region *region, uint64_t pc)
{
    uint64_t distance = pc - region->offset;

    return region->narrow ? bins_counter_narrow(&region->bins, distance)
                          : bins_counter(&region->bins, distance);
}

/* The region for a pc and its counter there, or null. */
static inline struct region *table_find(const struct table *table, uint64_t pc,
                                        uint64_t *counter)
{
    struct region *region = tick_started(table, pc);

    if (region && !tick_is_of(region, pc))
        region = pc <= region->reach ? table_search(table, pc) : NULL;
    if (region) {
        *counter = tick_counter(region, pc);
        return region;
    }
    if (table->overflow_bin && !tick_is_stopped(table->overflow_bin)) {
        *counter = 0;
        return table->overflow_bin;
    }
    return NULL;
}

/* Unaligned atomics fault or stall on most machines; plain ones do not. */
static inline void tick_count_unaligned(unsigned char *at, uint32_t width,
                                        uint32_t ticks)
{
    uint32_t room;
    uint16_t narrow;
    uint32_t wide;

    if (width == 2) {
        memcpy(&narrow, at, sizeof narrow);
        room = UINT16_MAX - (uint32_t)narrow;
        narrow = (uint16_t)(narrow + (ticks < room ? ticks : room));
        memcpy(at, &narrow, sizeof narrow);
    } else {
        memcpy(&wide, at, sizeof wide);
        room = UINT32_MAX - wide;
        wide += ticks < room ? ticks : room;
        memcpy(at, &wide, sizeof wide);
    }
}

static inline void tick_count_16(_Atomic uint16_t *at, uint32_t ticks)
{
    uint16_t old = atomic_load_explicit(at, memory_order_relaxed), new;

    do {
        uint32_t room = UINT16_MAX - old;

        new = (uint16_t)(old + (ticks < room ? ticks : room));
    } while (!atomic_compare_exchange_weak_explicit(
        at, &old, new, memory_order_relaxed, memory_order_relaxed));
}

static inline void tick_count_32(_Atomic uint32_t *at, uint32_t ticks)
{
    uint32_t old = atomic_load_explicit(at, memory_order_relaxed), new;

    do {
        uint32_t room = UINT32_MAX - old;

        new = old + (ticks < room ? ticks : room);
    } while (!atomic_compare_exchange_weak_explicit(
        at, &old, new, memory_order_relaxed, memory_order_relaxed));
}

/*
 * Add ticks to a counter, which stays at its greatest value rather than
 * overflow (aix.profil.4).  Atomic if base is aligned to the counters.
 */
static inline void region_count(const struct region *region, uint64_t counter,
                                uint32_t ticks)
{
    unsigned char *at = region->base + counter * region->width;

    if (((uintptr_t)at & (region->width - 1)) != 0)
        tick_count_unaligned(at, region->width, ticks);
    else if (region->width == 2)
        tick_count_16((_Atomic uint16_t *)at, ticks);
    else
        tick_count_32((_Atomic uint32_t *)at, ticks);
}

#endif
