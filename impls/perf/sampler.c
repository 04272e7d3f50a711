/* SPDX-License-Identifier: MIT */
#include "sampler.h"

#include <dirent.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { RING_PAGES = 16 }; /* seconds of samples of the fastest clock */

static int open_rings(struct sampler *sampler, pid_t taker)
{
    long processors = sysconf(_SC_NPROCESSORS_CONF);
    int error = 0;

    sampler->rings = calloc((size_t)processors, sizeof *sampler->rings);
    sampler->ring_events = calloc((size_t)processors, sizeof(int));
    if (!sampler->rings || !sampler->ring_events)
        return ENOMEM;
    for (int i = 0; i < processors; i++) {
        int event = event_open_ring(taker, i);

        sampler->ring_events[i] = event;
        sampler->ring_count++;
        if (event >= 0)
            error = ring_map(&sampler->rings[i], event, RING_PAGES);
        else if (event != -ENODEV) /* that processor is off */
            error = -event;
        if (error != 0)
            return error;
    }
    return 0;
}

static int keep_clock(struct sampler *sampler, int event)
{
    size_t room = sampler->clock_room ? 2 * sampler->clock_room : 16;
    int *clocks;

    if (sampler->clock_count == sampler->clock_room) {
        clocks = realloc(sampler->clocks, room * sizeof *clocks);
        if (!clocks) {
            close(event);
            return ENOMEM;
        }
        sampler->clocks = clocks;
        sampler->clock_room = room;
    }
    sampler->clocks[sampler->clock_count++] = event;
    return 0;
}

static int open_clocks(struct sampler *sampler, pid_t thread,
                       unsigned microseconds)
{
    for (size_t i = 0; i < sampler->ring_count; i++) {
        int event, error;

        if (sampler->ring_events[i] < 0)
            continue;
        event = event_open_clock(thread, (int)i, microseconds, sampler->layout);
        if (event == -ESRCH) /* the thread has ended */
            return 0;
        if (event < 0)
            return -event;
        error = keep_clock(sampler, event);
        if (error != 0)
            return error;
        if (ioctl(event, PERF_EVENT_IOC_SET_OUTPUT, sampler->ring_events[i]))
            return errno;
    }
    return 0;
}

static int open_threads(struct sampler *sampler, pid_t taker,
                        unsigned microseconds)
{
    DIR *tasks = opendir("/proc/self/task");
    struct dirent *task;
    int error = 0;

    if (!tasks)
        return errno;
    while (error == 0 && (task = readdir(tasks))) {
        pid_t thread = (pid_t)atoi(task->d_name);

        if (thread > 0 && thread != taker)
            error = open_clocks(sampler, thread, microseconds);
    }
    closedir(tasks);
    return error;
}

int sampler_open(struct sampler *sampler, pid_t taker, unsigned microseconds)
{
    int error;

    *sampler = (struct sampler){.layout = event_layout_of_clocks()};
    error = open_rings(sampler, taker);
    if (error == 0)
        error = open_threads(sampler, taker, microseconds);
    if (error != 0)
        sampler_close(sampler);
    return error;
}

void sampler_enable(const struct sampler *sampler, bool on)
{
    for (size_t i = 0; i < sampler->clock_count; i++)
        ioctl(sampler->clocks[i],
              on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0);
}

void sampler_drain(struct sampler *sampler, ring_take *take, void *context)
{
    for (size_t i = 0; i < sampler->ring_count; i++)
        if (sampler->rings[i].control)
            sampler->told_lost +=
                ring_drain(&sampler->rings[i], sampler->layout, take, context);
}

/* A record tells of losses only once there is room for it; a count tells all,
 * but not in old kernels. */
uint64_t sampler_lost(const struct sampler *sampler)
{
    uint64_t counted = 0;
    struct event_count count;

    for (size_t i = 0; i < sampler->clock_count; i++)
        if (event_read(sampler->clocks[i], &count))
            counted += count.lost;
    return counted > sampler->told_lost ? counted : sampler->told_lost;
}

static void close_all(int *events, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (events[i] >= 0)
            close(events[i]);
    free(events);
}

void sampler_forget(struct sampler *sampler)
{
    free(sampler->rings);
    close_all(sampler->clocks, sampler->clock_count);
    close_all(sampler->ring_events, sampler->ring_count);
    *sampler = (struct sampler){0};
}

void sampler_close(struct sampler *sampler)
{
    for (size_t i = 0; i < sampler->ring_count; i++)
        ring_unmap(&sampler->rings[i]);
    sampler_forget(sampler);
}
