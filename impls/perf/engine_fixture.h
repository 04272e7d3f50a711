/* SPDX-License-Identifier: MIT */
/* The engine, for the tests that all engines share, and its own. */
#ifndef IMPLS_PERF_ENGINE_FIXTURE_H
#define IMPLS_PERF_ENGINE_FIXTURE_H

#include "engine.h"
#include "fixture.h"
#include "impls/family/live_tests.h"

enum { ROUNDS = 20, LEAST = 4 * ROUNDS }; /* of ten ticks in a round */

static inline bool is_possible(void)
{
    return need_perf(NULL) == 0;
}

static inline void count_each(uint64_t pc, uint32_t ticks)
{
    while (ticks-- > 0)
        perf_count(&pc, 1);
}

static const struct tested tested = {
    .engine = &engine_perf,
    .is_possible = is_possible,
    .needs = SYS_perf_event_open,
    .hold = perf_hold,
    .count = count_each,
    .refused = perf_refused,
};

#endif
