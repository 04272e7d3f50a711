/* SPDX-License-Identifier: MIT */
/* For benches: exact ticks into text that an implementation profiles. */
#ifndef CONFORMANCE_INJECTED_BENCH_H
#define CONFORMANCE_INJECTED_BENCH_H

#include "clock.h"
#include "conformance/bench.h"
#include "impls/impl.h"
#include "inject.h"

enum { REGION = 4096, BASE = 0x10400000 };

static uint16_t buffer[REGION / 2];

struct injected_row {
    struct tick *ticks;
    size_t count;
    enum inject_method method;
};

/* All over the region, a byte apart or more, in no order. */
static inline void draw_ticks(struct tick *ticks, size_t count)
{
    uint64_t state = 1;

    for (size_t i = 0; i < count; i++)
        ticks[i] =
            (struct tick){BASE + 16 + bench_draw(&state, REGION - 32), 1};
}

/* Have it profile the region.  Its clock, which is held from then on. */
static inline struct profiling_clock profile_region(struct impl *impl)
{
    struct impl_call on = {.entry = IMPL_PROFIL,
                           .region = {buffer, sizeof buffer, BASE, 65536, 0}};
    struct profiling_clock clock = {0};
    struct impl_result result;

    clock_release(&clock);
    impl->class->call(impl, &on, &result);
    clock_hold(&clock);
    inject_begin();
    return clock;
}

static inline void deliver_row(void *context)
{
    const struct injected_row *row = context;
    struct injected injected = {0};

    if (!inject_ticks(row->ticks, row->count, row->method, &injected)) {
        fprintf(stderr, "no ticks are delivered: %s\n", injected.refused);
        exit(3);
    }
}

#endif
