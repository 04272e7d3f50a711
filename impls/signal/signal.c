/* SPDX-License-Identifier: MIT */
/* The adapter: our own functions on signals, called by the harness. */
#include "engine.h"

#include "impls/family/adapter.h"

static struct impl *open_dialect(const struct impl_options *options, char *why,
                                 size_t why_size)
{
    struct symbols *symbols =
        adapter_open(&impl_signal, &engine_signal, options, why, why_size);

    return symbols ? &symbols->impl : NULL;
}

const struct impl_class impl_signal = {
    .name = "signal",
    .summary = "our own, on SIGPROF and a timer of the process's CPU time",
    .open = open_dialect,
    .capabilities = symbols_capabilities,
    .call = symbols_call,
    .close = symbols_close,
};
