/* SPDX-License-Identifier: MIT */
/* Our own functions on signals. */
#include "engine.h"
#include "impls/family/adapter.h"

static const struct adapter adapter_signal = {
    .class = &impl_signal,
    .engine = &engine_signal,
};

static struct impl *signal_open_dialect(const struct impl_options *options,
                                        char *why, size_t why_size)
{
    return adapter_open(&adapter_signal, options, why, why_size);
}

const struct impl_class impl_signal = {
    .name = "signal",
    .summary = "our own, on SIGPROF and a timer of the process's CPU time",
    .open = signal_open_dialect,
    .capabilities = symbols_capabilities,
    .call = symbols_call,
    .close = symbols_close,
};
