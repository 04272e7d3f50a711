/* SPDX-License-Identifier: MIT */
#include "table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct region region_make(void *base, uint64_t size, uint64_t offset,
                          uint64_t scale, unsigned width,
                          enum region_rounding rounding)
{
    struct region region = {.base = base, .offset = offset, .width = width};
    uint64_t room = (UINTPTR_MAX - (uintptr_t)base) / width;

    region.bins.scale = scale;
    region.bins.counters = size / width < room ? size / width : room;
    region.bins.bias = rounding == REGION_UP ? 65536 : 0;
    region.bins.shift = width == 2 ? 17 : 18;
    if (region.bins.counters > 0)
        region.last = offset + bins_reach(&region.bins, UINT64_MAX - offset);
    return region;
}

void region_gather(struct region *region)
{
    region->bins.scale = 0;
    region->last = UINT64_MAX;
}

static bool region_has_counters(const struct region *region)
{
    return region->bins.counters > 0 && region->offset <= region->last;
}

/* The search goes down from the end, so of equals the first comes last. */
static int by_offset(const void *left, const void *right)
{
    const struct region *a = left, *b = right;

    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    return a->listed > b->listed ? -1 : 1;
}

static void put_in_order(struct table *table)
{
    uint64_t reach = 0;

    qsort(table->regions, table->count, sizeof *table->regions, by_offset);
    for (size_t i = 0; i < table->count; i++) {
        if (table->regions[i].last > reach)
            reach = table->regions[i].last;
        table->regions[i].reach = reach;
    }
}

int table_make(struct table *table, const struct region *list, size_t count)
{
    size_t bytes = (count + 1) * sizeof *list;
    const struct region *overflow_bin = NULL;
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (memory == MAP_FAILED)
        return ENOMEM;
    *table = (struct table){.regions = memory, .mapped = bytes};
    for (size_t i = 0; i < count; i++) {
        if (!region_has_counters(&list[i]))
            continue;
        if (list[i].overflow_bin) {
            if (!overflow_bin)
                overflow_bin = &list[i];
            continue;
        }
        memcpy(&table->regions[table->count], &list[i], sizeof *list);
        table->regions[table->count++].listed = (uint32_t)i;
    }
    put_in_order(table);
    if (overflow_bin) {
        table->overflow_bin = &table->regions[table->count];
        memcpy(table->overflow_bin, overflow_bin, sizeof *list);
    }
    return 0;
}

void table_free(struct table *table)
{
    if (table->regions)
        munmap(table->regions, table->mapped);
    *table = (struct table){0};
}

static bool is_stopped(const struct region *region)
{
    return atomic_load_explicit(&region->stopped, memory_order_relaxed);
}

/* How many regions start at or below pc. */
static size_t started(const struct table *table, uint64_t pc)
{
    size_t low = 0, high = table->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (table->regions[middle].offset <= pc)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct region *table_find(const struct table *table, uint64_t pc,
                          uint64_t *counter)
{
    struct region *region = table->regions + started(table, pc);

    while (region-- > table->regions && pc <= region->reach)
        if (pc <= region->last && !is_stopped(region) &&
            bins_find(&region->bins, pc - region->offset, counter))
            return region;
    if (table->overflow_bin && !is_stopped(table->overflow_bin)) {
        *counter = 0;
        return table->overflow_bin;
    }
    return NULL;
}

/* Unaligned atomics fault or stall on most machines; plain ones do not. */
static void count_unaligned(unsigned char *at, uint32_t width, uint32_t ticks)
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

static void count_16(_Atomic uint16_t *at, uint32_t ticks)
{
    uint16_t old = atomic_load_explicit(at, memory_order_relaxed), new;

    do {
        uint32_t room = UINT16_MAX - old;

        new = (uint16_t)(old + (ticks < room ? ticks : room));
    } while (!atomic_compare_exchange_weak_explicit(
        at, &old, new, memory_order_relaxed, memory_order_relaxed));
}

static void count_32(_Atomic uint32_t *at, uint32_t ticks)
{
    uint32_t old = atomic_load_explicit(at, memory_order_relaxed), new;

    do {
        uint32_t room = UINT32_MAX - old;

        new = old + (ticks < room ? ticks : room);
    } while (!atomic_compare_exchange_weak_explicit(
        at, &old, new, memory_order_relaxed, memory_order_relaxed));
}

void region_count(const struct region *region, uint64_t counter, uint32_t ticks)
{
    unsigned char *at = region->base + counter * region->width;

    if ((uintptr_t)at % region->width != 0)
        count_unaligned(at, region->width, ticks);
    else if (region->width == 2)
        count_16((_Atomic uint16_t *)at, ticks);
    else
        count_32((_Atomic uint32_t *)at, ticks);
}
