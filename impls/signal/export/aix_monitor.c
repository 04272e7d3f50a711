/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "export.h"
#include "impls/family/calls.h"
#include "impls/family/monitor.h"
#include "impls/include/aix-monitor/mon.h"

/*
 * With one argument the rest is whatever was in the registers: by the calling
 * convention there is something, and family_aix_monitor knows what to believe.
 */
EXPORT void monitor(int (*lowpc)(void), ...)
{
    uintptr_t highpc;
    void *buffer;
    int bufsize, nfunc;
    va_list rest;

    va_start(rest, lowpc);
    highpc = (uintptr_t)va_arg(rest, void *);
    buffer = va_arg(rest, void *);
    bufsize = va_arg(rest, int);
    nfunc = va_arg(rest, int);
    va_end(rest);
    family_aix_monitor((uintptr_t)lowpc, highpc, buffer, bufsize, nfunc);
}

EXPORT int monstartup(int (*lowpc)(void), int (*highpc)(void))
{
    return family_aix_monstartup((uintptr_t)lowpc, (uintptr_t)highpc);
}

EXPORT void moncontrol(int mode)
{
    family_aix_moncontrol(mode);
}

/*
 * What the start-up code that -p links calls (aix-monitor.10): by these names
 * it finds us before the host's.
 */
EXPORT void __monstartup(unsigned long lowpc, unsigned long highpc);
EXPORT void _mcleanup(void);

void __monstartup(unsigned long lowpc, unsigned long highpc)
{
    family_aix_monstartup(lowpc, highpc);
}

void _mcleanup(void)
{
    family_aix_monitor_stop();
}

ALIAS_MCOUNT(family_mcount, family_fentry)
