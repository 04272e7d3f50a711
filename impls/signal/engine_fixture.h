/* SPDX-License-Identifier: MIT */
/* What the tests of the engine have in common: a buffer with a counter for
 * each pair of bytes of text, and profiling on and off. */
#ifndef IMPLS_SIGNAL_ENGINE_FIXTURE_H
#define IMPLS_SIGNAL_ENGINE_FIXTURE_H

#include <sys/resource.h>
#include <sys/time.h>

#include "engine.h"
#include "impls/family/live_tests.h"
#include "stub_fixture.h"
#include "ticker.h"

enum { COUNTERS = BYTES / 2 };

#define PC(counter) (STUB_TEXT + 0x100 + 2 * (uint64_t)(counter))

static const struct tested tested = {.engine = &engine_signal};

static inline struct region region_at(void *base, uint64_t offset)
{
    return region_make(base, BYTES, offset, 65536, 2, REGION_DOWN);
}

static inline int start_still(const struct region *list, size_t count)
{
    int result = start(list, count, ENGINE_ORDINARY);

    stub_stop_clock();
    return result;
}

static inline void start_still_on(void *base)
{
    struct region region = region_at(base, PC(0));

    if (!STUB_WORKS)
        skip();
    assert_int_equal(start_still(&region, 1), 0);
}

static inline bool has_timer(void)
{
    FILE *timers = fopen("/proc/self/timers", "r");
    bool any = timers && fgetc(timers) != EOF;

    if (timers)
        fclose(timers);
    return any;
}

static inline void wait_for_a_pending_tick(void)
{
    sigset_t set;

    do
        sigpending(&set);
    while (!sigismember(&set, SIGPROF) && cpu_seconds() < 60);
}

static inline void block(int number)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

static inline void unblock(int number)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

/* For the whole program. */
static inline int map_text(void **state)
{
    (void)state;
    return STUB_WORKS && !stub_map();
}

#endif
