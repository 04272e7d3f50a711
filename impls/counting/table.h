/* SPDX-License-Identifier: MIT */
/*
 * A table of regions, made once and then only read, but for the mark of a
 * region that was stopped.
 *
 * A pc belongs to the region of the largest offset that is not above it; of
 * equal offsets to the first listed (irix.sprofil.6, .7).  Where that
 * region's buffer has no counter for it, it belongs to the next in that
 * order that has one; where none has, to the overflow bin, which counts all
 * in its first counter (irix.sprofil.8).  A stopped region is as if it was
 * not listed.
 */
#ifndef IMPLS_COUNTING_TABLE_H
#define IMPLS_COUNTING_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "bins.h"

struct region {
    unsigned char *base; /* its first counter */
    uint64_t offset;     /* the first pc that counts in it */
    uint64_t last;       /* the last */
    uint64_t reach;      /* the greatest last, of this and those before it */
    struct bins bins;
    uint32_t width;  /* bytes in a counter: 2 or 4 */
    uint32_t listed; /* its place in the caller's list */
    uint32_t under;  /* 1 + the region that it lies upon, or 0; see table.c */
    bool overflow_bin;
    atomic_bool stopped;
};

/* From start to the next one's start pcs belong to one region. */
struct stretch {
    uint64_t start;
    uint32_t region; /* 1 + its place in the table, or 0: none */
};

struct table {
    struct region *regions; /* by offset, ascending; the overflow bin after */
    struct region *overflow_bin; /* or null */
    size_t count;                /* without the overflow bin */
    struct stretch *stretches;   /* ascending */
    size_t stretch_count;
    size_t mapped; /* bytes */
};

enum region_rounding {
    REGION_DOWN, /* to a whole counter */
    REGION_UP,   /* an odd byte to the next, then to a whole counter */
};

/*
 * A region of `size` bytes of counters at base.  Only counters that lie whole
 * inside the buffer exist; a region that has none is dropped by table_make.
 */
struct region region_make(void *base, uint64_t size, uint64_t offset,
                          uint64_t scale, unsigned width,
                          enum region_rounding rounding);

/* Have every pc from offset on count in the first counter. */
void region_gather(struct region *region);

/* Memory for that many bytes, all 0, which munmap gives back; or null. */
void *pages_make(size_t bytes);

/*
 * Fill a table with those regions of a list that have counters.  0, or
 * ENOMEM.  table_free gives its memory back.
 */
int table_make(struct table *table, const struct region *list, size_t count);
void table_free(struct table *table);

/*
 * The region for a pc and its counter there, or null.  This and what follows
 * may run in a signal handler, in any number of threads at once.
 */
struct region *table_find(const struct table *table, uint64_t pc,
                          uint64_t *counter);

static inline uint32_t tick_sum(uint32_t value, uint32_t ticks, uint32_t most)
{
    return ticks < most - value ? value + ticks : most;
}

/* Unaligned atomics fault or stall on most machines; plain ones do not. */
static inline void tick_count_unaligned(unsigned char *at, uint32_t width,
                                        uint32_t ticks)
{
    uint16_t narrow;
    uint32_t wide;

    if (width == 2) {
        memcpy(&narrow, at, sizeof narrow);
        narrow = (uint16_t)tick_sum(narrow, ticks, UINT16_MAX);
        memcpy(at, &narrow, sizeof narrow);
    } else {
        memcpy(&wide, at, sizeof wide);
        wide = tick_sum(wide, ticks, UINT32_MAX);
        memcpy(at, &wide, sizeof wide);
    }
}

static inline void tick_count_16(_Atomic uint16_t *at, uint32_t ticks)
{
    uint16_t old = atomic_load_explicit(at, memory_order_relaxed), new;

    do
        new = (uint16_t)tick_sum(old, ticks, UINT16_MAX);
    while (!atomic_compare_exchange_weak_explicit(
        at, &old, new, memory_order_relaxed, memory_order_relaxed));
}

static inline void tick_count_32(_Atomic uint32_t *at, uint32_t ticks)
{
    uint32_t old = atomic_load_explicit(at, memory_order_relaxed), new;

    do
        new = tick_sum(old, ticks, UINT32_MAX);
    while (!atomic_compare_exchange_weak_explicit(
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

/*
 * A tick counted, wherever its pc came from.
 *
 * faults_catch must be in force, and SIGSEGV and SIGBUS not blocked in this
 * thread: a region whose counter can't be written is stopped.  May run in a
 * signal handler, and in any number of threads at once.
 */

void count_tick(const struct table *table, uint64_t pc, uint32_t periods);

/* A tick at each of these. */
void count_ticks(const struct table *table, const uint64_t *pcs, size_t count);

#endif
