/* SPDX-License-Identifier: MIT */
/* The adapter: our own functions on perf, called by the harness. */
#include "impls/family/adapter.h"

#include <stdio.h>

#include "engine.h"
#include "event.h"
#include "exact.h"

static char why_refused[400]; /* of the last deliver that failed */

static struct impl *open_dialect(const struct impl_options *options, char *why,
                                 size_t why_size)
{
    struct symbols *symbols =
        adapter_open(&impl_perf, &engine_perf, options, why, why_size);

    return symbols ? &symbols->impl : NULL;
}

/* Ticks one after the other, as a row of pcs. */
struct row {
    const struct impl_tick *tick, *end;
    uint32_t taken; /* of that tick */
};

static size_t next_pcs(struct row *row, uint64_t *pcs, size_t room)
{
    size_t n = 0;

    while (n < room && row->tick < row->end) {
        if (row->taken == row->tick->count) {
            row->tick++;
            row->taken = 0;
        } else {
            pcs[n++] = row->tick->pc;
            row->taken++;
        }
    }
    return n;
}

static int deliver_row(const struct impl_tick *ticks, size_t count)
{
    struct row row = {.tick = ticks, .end = ticks + count};
    uint64_t pcs[EXACT_BATCH];
    size_t n;
    int error = 0;

    for (size_t i = 0; error == 0 && i < count; i++)
        if (i == 0 || ticks[i].pc >> 12 != ticks[i - 1].pc >> 12)
            error =
                exact_possible(ticks[i].pc, why_refused, sizeof why_refused);
    while (error == 0 && (n = next_pcs(&row, pcs, EXACT_BATCH)) > 0)
        error =
            exact_samples(pcs, n, perf_count, why_refused, sizeof why_refused);
    return error;
}

static int prepare(void)
{
    int error = perf_refused();

    if (error != 0)
        event_explain(error, why_refused, sizeof why_refused);
    else
        error = exact_prepare(why_refused, sizeof why_refused);
    return error;
}

static int deliver(struct impl *impl, const struct impl_tick *ticks,
                   size_t count)
{
    struct engine_call call;
    int error;

    engine_enter(&call);
    error = prepare();
    if (error == 0 && engine_is_on())
        error = deliver_row(ticks, count);
    engine_leave(&call, 0);
    impl->refused = error ? why_refused : NULL;
    return error;
}

static void hold(struct impl *impl, bool held)
{
    struct engine_call call;

    (void)impl;
    engine_enter(&call);
    perf_hold(held);
    engine_leave(&call, 0);
}

static void close_dialect(struct impl *impl)
{
    exact_close();
    symbols_close(impl);
}

const struct impl_class impl_perf = {
    .name = "perf",
    .summary = "our own, on perf_event_open: the kernel's samples in rings",
    .open = open_dialect,
    .capabilities = symbols_capabilities,
    .call = symbols_call,
    .deliver = deliver,
    .hold = hold,
    .close = close_dialect,
};
