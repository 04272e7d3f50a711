/* SPDX-License-Identifier: MIT */
#include "faults.h"
#include "table.h"

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

    counted.region = region;
    if (region && !faults_try(update_counter, &counted))
        atomic_store(&region->stopped, true);
}

void count_ticks(const struct table *table, const uint64_t *pcs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        count_tick(table, pcs[i], 1);
}
