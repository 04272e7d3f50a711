/* SPDX-License-Identifier: MIT */
/* An engine whose clock ticks, on and off, and buffers to look at. */
#ifndef IMPLS_FAMILY_LIVE_FIXTURE_H
#define IMPLS_FAMILY_LIVE_FIXTURE_H

#include <pthread.h>

#include "engine.h"
#include "forbid_test.h"
#include "process_fixture.h"

enum { BYTES = 4096 };

static uint16_t *buffer, *other; /* a page of one's own, and a shared one */

/* The engine that is tested, as its fixture defines it. */
struct tested {
    const struct engine *engine;
    bool (*is_possible)(void); /* here; null: to be tried */
    long needs;                /* a system call that it can't be had without */

    /* Between engine_enter and engine_leave. */
    void (*hold)(bool held);
    void (*count)(uint64_t pc, uint32_t ticks);
    int (*refused)(void); /* why it is not on in a child of fork */
};

static const struct tested tested;

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
    struct region region = region_make(base, BYTES, 0, 65536, 2, REGION_DOWN);

    region_gather(&region);
    return region;
}

static inline int start(const struct region *list, size_t count,
                        unsigned period)
{
    struct engine_call call;

    engine_enter(&call);
    return engine_leave(&call, engine_start(list, count, period));
}

/* Where it can't be had there is nothing to test. */
static inline void start_on(void *base)
{
    static bool was_on;
    struct region region = everything(base);
    int result = start(&region, 1, ENGINE_FAST);

    if (result != 0 && !was_on && !(tested.is_possible && tested.is_possible()))
        skip();
    assert_int_equal(result, 0);
    was_on = true;
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
    if (tested.hold)
        tested.hold(held);
    engine_leave(&call, 0);
}

static inline void tick_at(uint64_t pc, uint32_t ticks)
{
    struct engine_call call;

    engine_enter(&call);
    tested.count(pc, ticks);
    engine_leave(&call, 0);
}

/* In a minute of CPU time at most. */
static inline bool counted_to(const uint16_t *counter, unsigned least)
{
    double end = cpu_seconds() + 60;

    while (__atomic_load_n(counter, __ATOMIC_RELAXED) < least &&
           cpu_seconds() < end)
        spin();
    return __atomic_load_n(counter, __ATOMIC_RELAXED) >= least;
}

static inline bool counted(const uint16_t *counter)
{
    return counted_to(counter, 1);
}

static inline int set_up(void **state)
{
    (void)state;
    engine_current = tested.engine;
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

#define LIVE_TEST(name) TEST_WITH(name, set_up, tear_down)

#endif
