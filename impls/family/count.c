/* SPDX-License-Identifier: MIT */
#include "count.h"

#include "faults.h"
#include "tick.h"

/* Ticks and the counter that they go to. */
struct counted_tick {
    const struct region *region;
    uint64_t counter;
    uint32_t ticks;
};

static void update_counter(void *context)
{
    const struct counted_tick *counted = context;

    region_count(counted->region, counted->counter, counted->ticks);
}

void count_tick(const struct table *table, uint64_t pc, uint32_t periods)
{
    struct counted_tick counted = {.ticks = periods};
    struct region *region = table_find(table, pc, &counted.counter);

    if (!region)
        return;
    counted.region = region;
    if (!faults_try(update_counter, &counted))
        atomic_store(&region->stopped, true);
}

/* Ticks that are left, and the region that the last was for. */
struct counted_row {
    const struct table *table;
    const uint64_t *pcs;
    size_t count;
    volatile size_t next;
    struct region *volatile region;
};

static void update_counters(void *context)
{
    struct counted_row *row = context;
    uint64_t counter;

    while (row->next < row->count) {
        struct region *found =
            table_find(row->table, row->pcs[row->next++], &counter);

        if (!found)
            continue;
        row->region = found;
        atomic_signal_fence(memory_order_seq_cst);
        region_count(found, counter, 1);
    }
}

void count_ticks(const struct table *table, const uint64_t *pcs, size_t count)
{
    struct counted_row row = {.table = table, .pcs = pcs, .count = count};

    while (!faults_try(update_counters, &row))
        atomic_store(&row.region->stopped, true);
}
