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
        struct region *region = &table->regions[i];

        if (region->last > reach)
            reach = region->last;
        region->reach = reach;
    }
}

/* The last stretch from there on is that region's. */
static void begin_stretch(struct table *table, uint64_t start, uint32_t region)
{
    size_t last = table->stretch_count;

    if (last == 0 || table->stretches[last - 1].start != start)
        table->stretch_count++;
    else
        last--;
    table->stretches[last] = (struct stretch){start, region};
}

/* Those that end before pc lie no more upon others; the top one that is left,
 * as 1 + its place. */
static uint32_t take_ended(struct table *table, uint32_t top, uint64_t pc)
{
    while (top > 0 && table->regions[top - 1].last < pc) {
        uint64_t end = table->regions[top - 1].last;

        while (top > 0 && table->regions[top - 1].last <= end)
            top = table->regions[top - 1].under;
        begin_stretch(table, end + 1, top);
    }
    return top;
}

/* What lies upon another region takes its pcs, until it ends. */
static void lay_out_stretches(struct table *table)
{
    uint32_t top = 0;

    for (uint32_t i = 0; i < table->count; i++) {
        struct region *region = &table->regions[i];

        region->under = take_ended(table, top, region->offset);
        top = i + 1;
        begin_stretch(table, region->offset, top);
    }
    take_ended(table, top, UINT64_MAX);
}

void *pages_make(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    return memory == MAP_FAILED ? NULL : memory;
}

int table_make(struct table *table, const struct region *list, size_t count)
{
    size_t bytes = (count + 1) * (sizeof *list + 2 * sizeof(struct stretch));
    const struct region *overflow_bin = NULL;
    void *memory = pages_make(bytes);

    if (!memory)
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
    table->stretches = (struct stretch *)(table->regions + count + 1);
    lay_out_stretches(table);
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

/* Behind a region that is stopped all are looked at. */
static struct region *search(const struct table *table, uint64_t pc)
{
    size_t low = 0, high = table->stretch_count;
    struct region *region;

    if (high == 0 || pc < table->stretches[0].start)
        return NULL;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;

        if (table->stretches[middle].start <= pc)
            low = middle;
        else
            high = middle;
    }
    region = table->regions + table->stretches[low].region;
    while (region-- > table->regions && pc <= region->reach)
        if (pc <= region->last && !is_stopped(region))
            return region;
    return NULL;
}

struct region *table_find(const struct table *table, uint64_t pc,
                          uint64_t *counter)
{
    struct region *region = search(table, pc);

    *counter = 0;
    if (region)
        *counter = bins_counter(&region->bins, pc - region->offset);
    else if (table->overflow_bin && !is_stopped(table->overflow_bin))
        region = table->overflow_bin;
    return region;
}
