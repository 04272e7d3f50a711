/* SPDX-License-Identifier: MIT */
#include "monitor.h"

#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine.h"
#include "impls/include/aix-monitor/mon.h"
#include "mon_file.h"
#include "probe.h"
#include "regions.h"

enum {
    TICKS_A_SECOND = 1000000 / ENGINE_ORDINARY,
    LEAST_FUNCTIONS = 512, /* that monstartup has counted */
};

/* Memory that monstartup asks for at most, as far as it is touched. */
#define BUFFER_MOST ((uintptr_t)1 << 30)

/* What goes on from a beginning to its stop.  Only who holds the engine looks
 * here. */
static struct {
    bool on, paused, by_list;
    struct mon_range *ranges;
    struct region *regions; /* of the same index */
    size_t count;
    void *own; /* monstartup's buffer, or null */
    size_t own_bytes;
} session;

static int make_session(size_t count)
{
    struct mon_range *ranges =
        mmap(NULL, count * sizeof *ranges, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct region *regions = regions_new(count);

    if (ranges != MAP_FAILED && regions) {
        session.ranges = ranges;
        session.regions = regions;
        session.count = count;
        return 0;
    }
    if (ranges != MAP_FAILED)
        munmap(ranges, count * sizeof *ranges);
    if (regions)
        regions_free(regions, count);
    return ENOMEM;
}

static void free_session(void)
{
    munmap(session.ranges, session.count * sizeof *session.ranges);
    regions_free(session.regions, session.count);
    if (session.own)
        munmap(session.own, session.own_bytes);
    memset(&session, 0, sizeof session);
}

/* Monitoring ends, and mon.out is written if that is wanted. */
static void finish_monitoring(bool with_file)
{
    const struct calls_record *calls;
    size_t functions;
    int error;

    if (!session.on)
        return;
    if (!session.paused)
        engine_stop();
    calls_pause();
    functions = calls_list(&calls);
    if (with_file) {
        error = mon_file_write(session.ranges, session.count, session.by_list,
                               TICKS_A_SECOND, calls, functions);
        if (error != 0)
            dprintf(STDERR_FILENO, "monitor: mon.out: %s\n", strerror(error));
    }
    free_session();
}

/* aix-monitor.9 */
static void at_exit(void)
{
    family_aix_monitor_stop();
}

static void watch_exit(void)
{
    static bool watched;

    if (!watched)
        watched = atexit(at_exit) == 0;
}

static void set_range(size_t index, uintptr_t low, uintptr_t high, void *buffer,
                      uint64_t bytes)
{
    session.ranges[index] =
        (struct mon_range){low, high, buffer, regions_fitted(bytes, low, high)};
    session.regions[index] = regions_fitting(buffer, bytes, low, high);
}

/* Its ranges being set. */
static int begin_ranges(int nfunc)
{
    int error = engine_start(session.regions, session.count, ENGINE_ORDINARY);

    if (error == 0 && !calls_begin(nfunc)) {
        engine_stop();
        error = ENOMEM;
    }
    if (error != 0) {
        free_session();
        return error;
    }
    session.on = true;
    watch_exit();
    return 0;
}

/* aix-monitor.2, .4.  bytes: of the buffer. */
static int begin_one(uintptr_t low, uintptr_t high, void *buffer,
                     uint64_t bytes, int nfunc)
{
    if (low >= high)
        return EINVAL;
    if (!probe_writable(buffer, bytes))
        return EFAULT;
    finish_monitoring(false);
    if (make_session(1) != 0)
        return ENOMEM;
    set_range(0, low, high, buffer, bytes);
    return begin_ranges(nfunc);
}

/* aix-monitor.6, .7: how many ranges, each with its buffer, there are. */
static int check_monitor_list(const struct prof *list, size_t *count)
{
    unsigned long before = 0;

    for (*count = 0;; ++*count) {
        const struct prof *p = &list[*count];

        if (!probe_readable(p, sizeof *p))
            return EFAULT;
        if (p->p_high == 0)
            return 0;
        if (p->p_high <= before || p->p_low >= p->p_high || p->p_bufsize < 0)
            return EINVAL;
        if (!probe_writable(p->p_buff, (uint64_t)p->p_bufsize))
            return EFAULT;
        before = p->p_high;
    }
}

static int begin_list(const struct prof *list, int nfunc)
{
    size_t count;
    int error = check_monitor_list(list, &count);

    if (error != 0 || count == 0)
        return error;
    finish_monitoring(false);
    if (make_session(count) != 0)
        return ENOMEM;
    session.by_list = true;
    for (size_t k = 0; k < count; k++)
        set_range(k, list[k].p_low, list[k].p_high, list[k].p_buff,
                  (uint64_t)list[k].p_bufsize);
    return begin_ranges(nfunc);
}

/*
 * lowpc 0 stops (aix-monitor.3) wherever there is something to be stopped.
 * Where there is not, a list begins, as in the manual's example; what a call
 * with one argument has in the place of one is none.
 */
void family_aix_monitor(uintptr_t lowpc, uintptr_t highpc, void *buffer,
                        int bufsize, int nfunc)
{
    struct engine_call call;

    engine_enter(&call);
    if (lowpc == 0 && session.on)
        finish_monitoring(true);
    else if (bufsize == -1)
        begin_list(buffer, nfunc);
    else if (lowpc != 0 && bufsize >= 0)
        begin_one(lowpc, highpc, buffer, 2 * (uint64_t)bufsize, nfunc);
    engine_leave(&call, 0);
}

void family_aix_monitor_stop(void)
{
    struct engine_call call;

    engine_enter(&call);
    finish_monitoring(true);
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
 * up has nothing there, and a buffer for all of that could not be had: it
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
    void *buffer;
    int error;

    if (low >= high)
        return EINVAL;
    low = low_enough(low, high);
    bytes = (high - low) / 2 * 2;
    if (bytes > BUFFER_MOST)
        bytes = BUFFER_MOST;
    if (bytes < 2)
        bytes = 2;
    functions = bytes / 32 + LEAST_FUNCTIONS;
    buffer = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (buffer == MAP_FAILED)
        return ENOMEM;
    error = begin_one(low, high, buffer, bytes,
                      functions < CALLS_MOST ? (int)functions : CALLS_MOST);
    if (error != 0) {
        munmap(buffer, bytes);
        return error;
    }
    session.own = buffer;
    session.own_bytes = bytes;
    return 0;
}

int family_aix_monstartup(uintptr_t lowpc, uintptr_t highpc)
{
    struct engine_call call;

    engine_enter(&call);
    return engine_leave(&call, start_range(lowpc, highpc));
}

static int control(bool on)
{
    int error = 0;

    if (!session.on || session.paused != on)
        return 0;
    if (on) {
        error = engine_start(session.regions, session.count, ENGINE_ORDINARY);
        if (error == 0)
            calls_resume();
    } else {
        engine_stop();
        calls_pause();
    }
    if (error == 0)
        session.paused = !on;
    return error;
}

void family_aix_moncontrol(int mode)
{
    struct engine_call call;

    engine_enter(&call);
    control(mode != 0);
    engine_leave(&call, 0);
}
