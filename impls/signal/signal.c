/* SPDX-License-Identifier: MIT */
/* The adapter: our own functions, called by the harness. */
#include <string.h>

#include "dialects.h"
#include "impls/impl.h"
#include "impls/symbols.h"

static const struct {
    const char *dialect;
    symbol profil, sprofil;
} functions[] = {
    {"aix", (symbol)signal_aix_profil, NULL},
    {"irix", (symbol)signal_irix_profil, (symbol)signal_irix_sprofil},
    {"hpux", (symbol)signal_hpux_profil, NULL},
    {"freebsd", (symbol)signal_freebsd_profil, NULL},
    {"glibc", (symbol)signal_glibc_profil, (symbol)signal_glibc_sprofil},
};

static struct impl *open_dialect(const struct impl_options *options, char *why,
                                 size_t why_size)
{
    struct symbols *symbols = symbols_new(&impl_signal, options, why, why_size);

    if (!symbols)
        return NULL;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(functions[i].dialect, options->dialect) == 0) {
            symbols->profil = functions[i].profil;
            symbols->sprofil = functions[i].sprofil;
        }
    return &symbols->impl;
}

const struct impl_class impl_signal = {
    .name = "signal",
    .summary = "our own, on SIGPROF and a timer of the process's CPU time",
    .open = open_dialect,
    .capabilities = symbols_capabilities,
    .call = symbols_call,
    .close = symbols_close,
};
