/* SPDX-License-Identifier: MIT */
/* The engine, on and off, and what its tests look at. */
#ifndef IMPLS_PERF_ENGINE_FIXTURE_H
#define IMPLS_PERF_ENGINE_FIXTURE_H

#include "fixture.h"

#include <pthread.h>

#include "engine.h"

enum { BYTES = 4096 };

enum { ROUNDS = 20, LEAST = 4 * ROUNDS }; /* of ten ticks in a round */

static uint16_t *buffer, *other;

static inline uint16_t *page(int flags)
{
    void *at =
        mmap(NULL, BYTES, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0);

    assert_ptr_not_equal(at, MAP_FAILED);
    return at;
}

/* Every pc counts in the first counter. */
static inline struct region everything(void *base)
{
    struct region region =
        region_make(base, BYTES, 0, 65536, 2, REGION_DOWN);

    region_gather(&region);
    return region;
}

static inline int start(const struct region *list, size_t count, unsigned period)
{
    struct engine_call call;

    engine_enter(&call);
    return engine_leave(&call, engine_start(list, count, period));
}

static inline void start_on(void *base)
{
    struct region region = everything(base);

    skip_without_perf();
    assert_int_equal(start(&region, 1, ENGINE_FAST), 0);
}

static inline void stop(void)
{
    struct engine_call call;

    engine_enter(&call);
    engine_stop();
    engine_leave(&call, 0);
}

static inline void hold(bool held)
{
    struct engine_call call;

    engine_enter(&call);
    perf_hold(held);
    engine_leave(&call, 0);
}

static inline void count_at(uint64_t pc, size_t count)
{
    struct engine_call call;

    engine_enter(&call);
    while (count-- > 0)
        perf_count(&pc, 1);
    engine_leave(&call, 0);
}

static inline int set_up(void **state)
{
    (void)state;
    engine_current = &engine_perf;
    buffer = page(MAP_PRIVATE);
    other = page(MAP_SHARED);
    return 0;
}

static inline int tear_down(void **state)
{
    (void)state;
    stop();
    hold(false);
    munmap(buffer, BYTES);
    munmap(other, BYTES);
    return 0;
}

/* A minute of CPU time at most. */
static inline bool counted(const uint16_t *counter)
{
    double end = cpu_seconds() + 60;

    while (__atomic_load_n(counter, __ATOMIC_RELAXED) == 0 &&
           cpu_seconds() < end)
        spin();
    return __atomic_load_n(counter, __ATOMIC_RELAXED) > 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
