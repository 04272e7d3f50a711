/* SPDX-License-Identifier: MIT */
/* The adapter: our own functions on ptrace, called by the harness. */
#include "impls/family/adapter.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "engine.h"

static char why_refused[400]; /* of the last deliver that failed */

static struct impl *open_dialect(const struct impl_options *options, char *why,
                                 size_t why_size)
{
    struct symbols *symbols =
        adapter_open(&impl_ptrace, &engine_ptrace, options, why, why_size);

    return symbols ? &symbols->impl : NULL;
}

static int give(const struct impl_tick *ticks, size_t count)
{
    const struct row row = {ticks, count, ROW_SET};
    int error = engine_ptrace_row(&row);

    if (error != 0)
        snprintf(why_refused, sizeof why_refused,
                 "the tracer could not deliver a row of ticks: %s",
                 strerrorname_np(error));
    return error;
}

static int deliver(struct impl *impl, const struct impl_tick *ticks,
                   size_t count)
{
    struct engine_call call;
    int error;

    engine_enter(&call);
    error = engine_ptrace_refused();
    if (error != 0)
        engine_ptrace_explain(error, why_refused, sizeof why_refused);
    else
        error = give(ticks, count);
    engine_leave(&call, 0);
    impl->refused = error ? why_refused : NULL;
    return error;
}

static void hold(struct impl *impl, bool held)
{
    struct engine_call call;

    (void)impl;
    engine_enter(&call);
    engine_ptrace_hold(held);
    engine_leave(&call, 0);
}

const struct impl_class impl_ptrace = {
    .name = "ptrace",
    .summary = "our own, on ptrace: another process reads the pc and counts",
    .open = open_dialect,
    .capabilities = symbols_capabilities,
    .call = symbols_call,
    .deliver = deliver,
    .hold = hold,
    .close = symbols_close,
};
