/* SPDX-License-Identifier: MIT */
/* Our own implementations: the dialects' functions, called by the harness, on
 * an engine, which is the process's from the opening on. */
#include <string.h>

#include "calls.h"
#include "dialects.h"
#include "engine.h"
#include "impls/symbols.h"

static const struct {
    const char *dialect;
    symbol profil, sprofil, monitor, monstartup, moncontrol, stop, mcount;
} functions[] = {
    {.dialect = "aix", .profil = (symbol)own_aix_profil},
    {.dialect = "irix",
     .profil = (symbol)own_irix_profil,
     .sprofil = (symbol)own_irix_sprofil},
    {.dialect = "hpux", .profil = (symbol)own_hpux_profil},
    {.dialect = "freebsd",
     .profil = (symbol)own_freebsd_profil,
     .monstartup = (symbol)own_freebsd_monstartup,
     .stop = own_freebsd__mcleanup,
     .mcount = own_mcount_arc},
    {.dialect = "glibc",
     .profil = (symbol)own_glibc_profil,
     .sprofil = (symbol)own_glibc_sprofil},
    {.dialect = "aix-monitor",
     .monitor = (symbol)own_aix_monitor,
     .monstartup = (symbol)own_aix_monstartup,
     .moncontrol = (symbol)own_aix_moncontrol,
     .mcount = own_mcount},
    {.dialect = "gmon",
     .monstartup = (symbol)own_freebsd_monstartup,
     .moncontrol = (symbol)own_freebsd_moncontrol,
     .stop = own_freebsd__mcleanup,
     .mcount = own_mcount_arc},
};

static struct impl *open_on(const struct impl_class *class,
                            const struct engine *engine,
                            const struct impl_options *options, char *why,
                            size_t why_size)
{
    struct symbols *symbols = symbols_new(class, options, why, why_size);

    if (!symbols)
        return NULL;
    engine_current = engine;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(functions[i].dialect, options->dialect) == 0) {
            symbols->profil = functions[i].profil;
            symbols->sprofil = functions[i].sprofil;
            symbols->monitor = functions[i].monitor;
            symbols->monstartup = functions[i].monstartup;
            symbols->moncontrol = functions[i].moncontrol;
            symbols->stop = functions[i].stop;
            symbols->impl.mcount = functions[i].mcount;
        }
    return &symbols->impl;
}

static int deliver(struct impl *impl, const struct impl_tick *ticks,
                   size_t count)
{
    static char why[400]; /* of the last one that failed */
    struct engine_call call = engine_enter();
    int error;

    error = engine_current->deliver(ticks, count, why, sizeof why);
    engine_leave(&call, 0);
    impl->refused = error ? why : NULL;
    return error;
}

static void hold(struct impl *impl, bool held)
{
    struct engine_call call = engine_enter();

    (void)impl;
    engine_current->hold(held);
    engine_leave(&call, 0);
}

/* Our own on one engine; deliver and hold, where ticks are no signals. */
#define ON(engine, words, ...)                                                 \
    static struct impl *open_##engine(const struct impl_options *options,      \
                                      char *why, size_t why_size)              \
    {                                                                          \
        return open_on(&impl_##engine, &engine_##engine, options, why,         \
                       why_size);                                              \
    }                                                                          \
    const struct impl_class impl_##engine = {.name = #engine,                  \
                                             .summary = words,                 \
                                             .open = open_##engine,            \
                                             .capabilities =                   \
                                                 symbols_capabilities,         \
                                             .call = symbols_call,             \
                                             .close = symbols_close,           \
                                             __VA_ARGS__}

ON(signal, "our own, on SIGPROF and a timer of the process's CPU time");
ON(perf, "our own, on perf_event_open: the kernel's samples in rings",
   .deliver = deliver, .hold = hold);
ON(ptrace, "our own, on ptrace: another process reads the pc and counts",
   .deliver = deliver, .hold = hold);
