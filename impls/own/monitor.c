/* SPDX-License-Identifier: MIT */
#include "names.h"

#include "impls/include/aix-monitor/mon.h"

#include <errno.h>
#include <link.h>
#include <stdarg.h>

#include "calls.h"
#include "dialects.h"
#include "engine.h"
#include "monitoring.h"
#include "regions.h"

enum { LEAST_FUNCTIONS = 512 }; /* that monstartup has counted */

/* Memory that monstartup asks for at most, as far as it is touched. */
#define BUFFER_MOST ((uintptr_t)1 << 30)

static void set_range(size_t index, uintptr_t low, uintptr_t high, void *buffer,
                      uint64_t bytes)
{
    monitoring.ranges[index] = (struct monitoring_range){
        low, high, buffer, (size_t)regions_fitted(bytes, low, high)};
    monitoring.regions[index] = regions_fitting(buffer, bytes, low, high);
}

/* aix-monitor.2, .4 */
static void begin_one(uintptr_t low, uintptr_t high, void *buffer,
                      uint64_t bytes, int nfunc)
{
    if (low >= high || !probe_writable(buffer, bytes) ||
        !monitoring_make(MONITORING_MON, 1))
        return;
    set_range(0, low, high, buffer, bytes);
    monitoring_begin(nfunc);
}

/* aix-monitor.6, .7: how many ranges, each with its buffer, there are; 0 where
 * one is wrong. */
static size_t count_of(const struct prof *list)
{
    unsigned long before = 0;

    for (const struct prof *p = list;; p++) {
        if (!probe_readable(p, sizeof *p))
            return 0;
        if (p->p_high == 0)
            return (size_t)(p - list);
        if (p->p_high <= before || p->p_low >= p->p_high || p->p_bufsize < 0 ||
            !probe_writable(p->p_buff, (uint64_t)p->p_bufsize))
            return 0;
        before = p->p_high;
    }
}

static void begin_list(const struct prof *list, int nfunc)
{
    size_t count = count_of(list);

    if (count == 0 || !monitoring_make(MONITORING_MON_LIST, count))
        return;
    for (size_t k = 0; k < count; k++)
        set_range(k, list[k].p_low, list[k].p_high, list[k].p_buff,
                  (uint64_t)list[k].p_bufsize);
    monitoring_begin(nfunc);
}

/*
 * lowpc 0 stops (aix-monitor.3) wherever there is something to be stopped.
 * Where there is not, a list begins, as in the manual's example.  With one
 * argument the others are whatever was in the registers: by the calling
 * convention there is something, and none of it is believed.
 */
EXPORT void OWN(aix, monitor)(int (*lowpc)(void), ...)
{
    uintptr_t low = (uintptr_t)lowpc, high;
    struct engine_call call = engine_enter();
    void *buffer;
    int bufsize, nfunc;
    va_list rest;

    va_start(rest, lowpc);
    high = (uintptr_t)va_arg(rest, void *);
    buffer = va_arg(rest, void *);
    bufsize = va_arg(rest, int);
    nfunc = va_arg(rest, int);
    va_end(rest);
    if (low == 0 && monitoring.on)
        monitoring_end(true);
    else if (bufsize == -1)
        begin_list(buffer, nfunc);
    else if (low != 0 && bufsize >= 0)
        begin_one(low, high, buffer, 2 * (uint64_t)bufsize, nfunc);
    engine_leave(&call, 0);
}

/* The lowest address of the program itself. */
static int lowest_of_program(struct dl_phdr_info *info, size_t size,
                             void *lowest)
{
    uintptr_t least = UINTPTR_MAX;

    (void)size;
    for (unsigned k = 0; k < info->dlpi_phnum; k++)
        if (info->dlpi_phdr[k].p_type == PT_LOAD &&
            info->dlpi_addr + info->dlpi_phdr[k].p_vaddr < least)
            least = info->dlpi_addr + info->dlpi_phdr[k].p_vaddr;
    *(uintptr_t *)lowest = least;
    return 1; /* the program comes first */
}

/*
 * The manual's example gives 2 for the lowest address.  A program loaded high
 * up has nothing there, and a buffer for all of that could not be allocated: it
 * begins with the program.
 */
static uintptr_t low_enough(uintptr_t low, uintptr_t high)
{
    uintptr_t lowest = low;

    if (high - low > BUFFER_MOST)
        dl_iterate_phdr(lowest_of_program, &lowest);
    return lowest > low && lowest < high ? lowest : low;
}

/* A counter for each pair of addresses, or as many as there may be. */
static int start_range(uintptr_t low, uintptr_t high)
{
    uintptr_t bytes, functions;

    if (low >= high)
        return EINVAL;
    low = low_enough(low, high);
    bytes = (high - low) / 2 * 2;
    bytes = bytes > BUFFER_MOST ? BUFFER_MOST : bytes < 2 ? 2 : bytes;
    functions = bytes / 32 + LEAST_FUNCTIONS;
    if (!monitoring_make(MONITORING_MON, 1) || !monitoring_make_counters(bytes))
        return ENOMEM;
    set_range(0, low, high, monitoring.own, bytes);
    return monitoring_begin(functions < CALLS_MOST ? (int)functions
                                                   : CALLS_MOST);
}

EXPORT int OWN(aix, monstartup)(int (*lowpc)(void), int (*highpc)(void))
{
    struct engine_call call = engine_enter();

    return engine_leave(&call,
                        start_range((uintptr_t)lowpc, (uintptr_t)highpc));
}

EXPORT void OWN(aix, moncontrol)(int mode)
{
    monitoring_control(mode != 0);
}

#ifdef LIBRARY
/*
 * What the start-up code that -p links calls (aix-monitor.10): by these names
 * it finds us before the host's.
 */
EXPORT void __monstartup(unsigned long lowpc, unsigned long highpc)
{
    monstartup((int (*)(void))lowpc, (int (*)(void))highpc);
}

EXPORT void _mcleanup(void)
{
    monitoring_stop();
}
#endif

EXPORT_MCOUNT(own_mcount, own_mcount)
