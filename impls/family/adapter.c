/* SPDX-License-Identifier: MIT */
#include "adapter.h"

#include <string.h>

#include "calls.h"
#include "dialects.h"
#include "gmon.h"
#include "monitor.h"

static const struct adapter *current;

static const struct {
    const char *dialect;
    symbol profil, sprofil;
} functions[] = {
    {"aix", (symbol)family_aix_profil, NULL},
    {"irix", (symbol)family_irix_profil, (symbol)family_irix_sprofil},
    {"hpux", (symbol)family_hpux_profil, NULL},
    {"freebsd", (symbol)family_freebsd_profil, NULL},
    {"glibc", (symbol)family_glibc_profil, (symbol)family_glibc_sprofil},
};

/* The functions of the one dialect that has no profil.  monitor's prototype
 * is that of programs; see export/. */
static void set_monitor(struct symbols *symbols)
{
    symbols->monitor = (symbol)family_aix_monitor;
    symbols->monstartup = (symbol)family_aix_monstartup;
    symbols->moncontrol = (symbol)family_aix_moncontrol;
    symbols->impl.mcount = family_mcount;
}

static void set_gmon(struct symbols *symbols)
{
    symbols->monstartup = (symbol)family_freebsd_monstartup;
    symbols->stop = family_freebsd_mcleanup;
    symbols->moncontrol = (symbol)family_freebsd_moncontrol;
    symbols->impl.mcount = family_mcount_arc;
}

struct impl *adapter_open(const struct adapter *adapter,
                          const struct impl_options *options, char *why,
                          size_t why_size)
{
    struct symbols *symbols =
        symbols_new(adapter->class, options, why, why_size);

    if (!symbols)
        return NULL;
    current = adapter;
    engine_current = adapter->engine;
    if (strcmp(options->dialect, "aix-monitor") == 0)
        set_monitor(symbols);
    if (strcmp(options->dialect, "freebsd") == 0 ||
        strcmp(options->dialect, "gmon") == 0)
        set_gmon(symbols);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(functions[i].dialect, options->dialect) == 0) {
            symbols->profil = functions[i].profil;
            symbols->sprofil = functions[i].sprofil;
        }
    return &symbols->impl;
}

int adapter_deliver(struct impl *impl, const struct impl_tick *ticks,
                    size_t count)
{
    static char why[400]; /* of the last one that failed */
    struct engine_call call;
    int error;

    engine_enter(&call);
    error = current->deliver(ticks, count, why, sizeof why);
    engine_leave(&call, 0);
    impl->refused = error ? why : NULL;
    return error;
}

void adapter_hold(struct impl *impl, bool held)
{
    struct engine_call call;

    (void)impl;
    engine_enter(&call);
    current->hold(held);
    engine_leave(&call, 0);
}
