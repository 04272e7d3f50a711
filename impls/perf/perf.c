/* SPDX-License-Identifier: MIT */
/* Our own functions on perf. */
#include "engine.h"
#include "event.h"
#include "exact.h"
#include "impls/family/adapter.h"

/* Ticks one after the other, as a row of pcs. */
struct perf_row {
    const struct impl_tick *tick, *end;
    uint32_t taken; /* of that tick */
};

static size_t next_pcs(struct perf_row *row, uint64_t *pcs, size_t room)
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

static int deliver_row(const struct impl_tick *ticks, size_t count, char *why,
                       size_t why_size)
{
    struct perf_row row = {.tick = ticks, .end = ticks + count};
    uint64_t pcs[EXACT_BATCH];
    size_t n;
    int error = 0;

    for (size_t i = 0; error == 0 && i < count; i++)
        if (i == 0 || ticks[i].pc >> 12 != ticks[i - 1].pc >> 12)
            error = exact_possible(ticks[i].pc, why, why_size);
    while (error == 0 && (n = next_pcs(&row, pcs, EXACT_BATCH)) > 0)
        error = exact_samples(pcs, n, perf_count, why, why_size);
    return error;
}

static int perf_deliver(const struct impl_tick *ticks, size_t count, char *why,
                        size_t why_size)
{
    int error = perf_refused();

    if (error != 0)
        event_explain(error, why, why_size);
    else
        error = exact_prepare(why, why_size);
    if (error == 0 && engine_is_on())
        error = deliver_row(ticks, count, why, why_size);
    return error;
}

static const struct adapter adapter_perf = {
    .class = &impl_perf,
    .engine = &engine_perf,
    .deliver = perf_deliver,
    .hold = perf_hold,
};

static struct impl *perf_open_dialect(const struct impl_options *options,
                                      char *why, size_t why_size)
{
    return adapter_open(&adapter_perf, options, why, why_size);
}

static void close_dialect(struct impl *impl)
{
    exact_close();
    symbols_close(impl);
}

const struct impl_class impl_perf = {
    .name = "perf",
    .summary = "our own, on perf_event_open: the kernel's samples in rings",
    .open = perf_open_dialect,
    .capabilities = symbols_capabilities,
    .call = symbols_call,
    .deliver = adapter_deliver,
    .hold = adapter_hold,
    .close = close_dialect,
};
