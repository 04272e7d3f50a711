/* SPDX-License-Identifier: MIT */
#include "faults.h"
#include "table.h"

#if GUARDED
#define add_ticks guarded_count
#else
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

static void add_ticks(struct region *region, uint64_t counter, uint32_t ticks,
                      bool alone)
{
    struct counted_tick counted = {region, counter, ticks};

    (void)alone; /* a saving that is not worth another way */
    if (!faults_try(update_counter, &counted))
        atomic_store(&region->stopped, true);
}
#endif

/* A pc that is not the last region's that starts below it. */
static __attribute__((noinline)) void count_elsewhere(const struct table *table,
                                                      uint64_t pc,
                                                      uint32_t periods,
                                                      bool alone)
{
    uint64_t counter;
    struct region *region = table_find(table, pc, &counter);

    if (region)
        add_ticks(region, counter, periods, alone);
}

static inline __attribute__((always_inline)) void
count_one(const struct table *table, uint64_t pc, uint32_t periods, bool alone)
{
    struct region *region = tick_started(table, pc);

    if (tick_is_of(region, pc))
        add_ticks(region, tick_counter(region, pc), periods, alone);
    else
        count_elsewhere(table, pc, periods, alone);
}

void count_tick(const struct table *table, uint64_t pc, uint32_t periods)
{
    count_one(table, pc, periods, false);
}

void count_tick_alone(const struct table *table, uint64_t pc, uint32_t periods)
{
    count_one(table, pc, periods, true);
}

void count_ticks(const struct table *table, const uint64_t *pcs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        count_one(table, pcs[i], 1, false);
}
