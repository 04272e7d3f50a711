/* SPDX-License-Identifier: MIT */
/* Our own functions on ptrace. */
#include <stdio.h>
#include <string.h>

#include "engine.h"
#include "impls/family/adapter.h"

static int ptrace_deliver(const struct impl_tick *ticks, size_t count,
                          char *why, size_t why_size)
{
    const struct ptrace_row row = {ticks, count, ROW_SET};
    int error = engine_ptrace_refused();

    if (error != 0) {
        engine_ptrace_explain(error, why, why_size);
        return error;
    }
    error = engine_ptrace_row(&row);
    if (error != 0)
        snprintf(why, why_size,
                 "the tracer could not deliver a row of ticks: %s",
                 strerrorname_np(error));
    return error;
}

static const struct adapter adapter_ptrace = {
    .class = &impl_ptrace,
    .engine = &engine_ptrace,
    .deliver = ptrace_deliver,
    .hold = engine_ptrace_hold,
};

static struct impl *ptrace_open_dialect(const struct impl_options *options,
                                        char *why, size_t why_size)
{
    return adapter_open(&adapter_ptrace, options, why, why_size);
}

const struct impl_class impl_ptrace = {
    .name = "ptrace",
    .summary = "our own, on ptrace: another process reads the pc and counts",
    .open = ptrace_open_dialect,
    .capabilities = symbols_capabilities,
    .call = symbols_call,
    .deliver = adapter_deliver,
    .hold = adapter_hold,
    .close = symbols_close,
};
