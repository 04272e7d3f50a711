/* SPDX-License-Identifier: MIT */
/*
 * Exact ticks counted by our perf implementation, against the floor: the
 * same page faults with nobody sampling them.  Each round is a ratio of its
 * own, and the middle one of many is told: other programs slow down one side
 * of some rounds.
 */
#include <stdlib.h>

#include "conformance/bench.h"
#include "exact.h"
#include "impls/impl.h"

enum { TICKS = 8192, ROUNDS = 101, REGION = 4096, BASE = 0x10400000 };

static struct impl_tick ticks[TICKS];
static uint64_t pcs[TICKS];

/* All over a region, in no order. */
static void draw_faults(void)
{
    uint64_t state = 1;

    for (int i = 0; i < TICKS; i++) {
        pcs[i] = BASE + bench_draw(&state, REGION);
        ticks[i] = (struct impl_tick){pcs[i], 1};
    }
}

static void bare_faults(void *context)
{
    (void)context;
    if (exact_bare(pcs, TICKS) != 0)
        exit(3);
}

static void deliver_perf_ticks(void *context)
{
    struct impl *impl = context;

    if (impl_perf.deliver(impl, ticks, TICKS) != 0) {
        fprintf(stderr, "perf_bench: %s\n", impl->refused);
        exit(3);
    }
}

static void measure_perf_ticks(struct impl *impl)
{
    static double ratios[ROUNDS];
    double best = 0;

    for (int i = 0; i < ROUNDS; i++) {
        double floor = bench_rate(bare_faults, NULL, TICKS);

        ratios[i] = bench_rate(deliver_perf_ticks, impl, TICKS) / floor;
        bench_keep(&best, floor);
    }
    bench_row("perf, exact delivery",
              best * bench_quantile(ratios, ROUNDS, 0.5), "/s",
              "page faults, nobody samples", best);
}

int main(void)
{
    static uint32_t buffer[REGION / 4];
    struct impl_options options = {.dialect = "irix"};
    struct impl_region region = {buffer, sizeof buffer, BASE, 65536, 0};
    struct impl_call on = {.entry = IMPL_SPROFIL,
                           .list = &region,
                           .listed = 1,
                           .count = 1,
                           .flags = IMPL_UINT};
    struct impl_result result;
    char why[400];
    struct impl *impl = impl_perf.open(&options, why, sizeof why);

    if (!impl)
        return 3;
    draw_faults();
    impl_perf.hold(impl, true);
    impl_perf.call(impl, &on, &result);
    if (impl_perf.deliver(impl, ticks, 1) == 0)
        measure_perf_ticks(impl);
    else
        printf("not measured: %s\n", impl->refused);
    impl_perf.close(impl);
    return 0;
}
