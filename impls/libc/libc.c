/* SPDX-License-Identifier: MIT */
/*
 * The host's own profil and sprofil, unmodified.
 *
 * A dialect is available where its calls and the host's agree in binary form.
 * glibc's profil(pointer, size_t, size_t, unsigned) takes what freebsd and
 * hpux pass.  aix and irix pass the size as 32 bits, whose upper half a
 * size_t reads undefined, and their lists have another layout.  Of aix-monitor
 * it has monstartup, moncontrol and mcount; what it does for monitor(0) and at
 * exit is _mcleanup, which freebsd has too; as gmon they are what they are.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "impls/symbols.h"

static bool binary_compatible(const char *dialect)
{
    static const char *const agree[] = {"glibc", "freebsd", "hpux",
                                        "aix-monitor", "gmon"};

    for (size_t k = 0; k < sizeof agree / sizeof agree[0]; k++)
        if (!strcmp(agree[k], dialect))
            return true;
    return false;
}

static symbol host_symbol(void *handle, const char *name)
{
    void *address = dlsym(handle ? handle : RTLD_DEFAULT, name);
    symbol found;

    memcpy(&found, &address, sizeof found);
    return found;
}

/* What the start-up code of a program compiled with -pg does when it calls
 * monstartup. */
static void (*host_monstartup)(void *, void *);
static void (*host_mcleanup)(void);

static void cleanup(void)
{
    host_mcleanup();
}

static int call_monstartup(void *lowpc, void *highpc)
{
    static bool watched;

    if (!watched)
        atexit(cleanup);
    watched = true;
    host_monstartup(lowpc, highpc);
    return 0;
}

/* monstartup and its kin, where the host has them all; there is no monitor. */
static void find_monitor(struct symbols *s)
{
    host_monstartup =
        (void (*)(void *, void *))host_symbol(s->handle, "monstartup");
    host_mcleanup = host_symbol(s->handle, "_mcleanup");
    if (!host_monstartup || !host_mcleanup)
        return;
    s->monstartup = (symbol)call_monstartup;
    s->stop = host_mcleanup;
    s->moncontrol = host_symbol(s->handle, "moncontrol");
    s->impl.mcount = host_symbol(s->handle, "mcount");
}

/* The runtime behind -pg, as programs call it. */
static void find_runtime(struct symbols *s)
{
    s->monstartup = host_symbol(s->handle, "monstartup");
    s->moncontrol = host_symbol(s->handle, "moncontrol");
    s->stop = host_symbol(s->handle, "_mcleanup");
    s->impl.mcount = host_symbol(s->handle, "mcount");
}

static struct impl *libc_open(const struct impl_options *options, char *why,
                              size_t why_size)
{
    struct symbols *s;

    if (!binary_compatible(options->dialect)) {
        snprintf(why, why_size,
                 "libc: its profil and sprofil differ from those of dialect "
                 "%s in binary form; judge it as glibc, freebsd, hpux, "
                 "aix-monitor or gmon",
                 options->dialect);
        return NULL;
    }
    s = symbols_new(&impl_libc, options, why, why_size);
    if (!s)
        return NULL;
    /* From libc itself: another library of this process may define the same
     * names.  Where libc has another file name the default scope must do. */
    s->handle = dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD);
    s->profil = host_symbol(s->handle, "profil");
    s->sprofil = host_symbol(s->handle, "sprofil");
    if (!strcmp(options->dialect, "aix-monitor") ||
        !strcmp(options->dialect, "freebsd"))
        find_monitor(s);
    if (!strcmp(options->dialect, "gmon"))
        find_runtime(s);
    if (!symbols_capabilities(&s->impl)) {
        snprintf(why, why_size, "libc: this host's libc has no profil");
        symbols_close(&s->impl);
        return NULL;
    }
    return &s->impl;
}

const struct impl_class impl_libc = {
    .name = "libc",
    .summary = "the host's libc, unmodified (glibc, freebsd, hpux, "
               "aix-monitor, gmon)",
    .open = libc_open,
    .capabilities = symbols_capabilities,
    .call = symbols_call,
    .close = symbols_close,
};
