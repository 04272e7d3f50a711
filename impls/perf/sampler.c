/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "impls/own/engine.h"
#include "sampler.h"

#if defined __x86_64__ || defined __i386__ || defined __aarch64__
#include <asm/perf_regs.h>
#endif

#if defined __x86_64__ || defined __i386__
enum { PC_REGISTER = PERF_REG_X86_IP };
#elif defined __aarch64__
enum { PC_REGISTER = PERF_REG_ARM64_PC };
#else
enum { PC_REGISTER = -1 }; /* clocks show no ticks in system calls */
#endif

#ifndef PERF_FORMAT_LOST
#define PERF_FORMAT_LOST (1U << 4)
#endif

#define PARANOID "/proc/sys/kernel/perf_event_paranoid"
#define MOST     "/proc/sys/kernel/perf_event_max_sample_rate"

static int open_event(struct perf_event_attr *attr, pid_t thread, int processor)
{
    long event;

    attr->size = sizeof *attr;
    attr->type = PERF_TYPE_SOFTWARE;
    attr->exclude_hv = 1;
    attr->read_format = PERF_FORMAT_LOST;
    event = syscall(SYS_perf_event_open, attr, thread, processor, -1,
                    PERF_FLAG_FD_CLOEXEC);
    if (event < 0 && errno == EINVAL) { /* Linux before 6.0 */
        attr->read_format = 0;
        event = syscall(SYS_perf_event_open, attr, thread, processor, -1,
                        PERF_FLAG_FD_CLOEXEC);
    }
    return event < 0 ? -errno : (int)event;
}

/* CPU time of a thread while it is on that processor, and of the threads
 * that it makes.  Disabled at first; it writes into no ring of its own. */
static int event_open_clock(pid_t thread, int processor, unsigned microseconds,
                            enum event_layout layout)
{
    struct perf_event_attr attr = {
        .config = PERF_COUNT_SW_TASK_CLOCK,
        .sample_period = microseconds * UINT64_C(1000),
        .wakeup_events = 1,
        .inherit = 1,
        .inherit_thread = 1,
        .disabled = 1,
    };

    if (layout == EVENT_PC_OF_PROGRAM) {
        attr.sample_type = PERF_SAMPLE_REGS_USER;
        attr.sample_regs_user = UINT64_C(1) << (PC_REGISTER & 63);
    } else {
        attr.sample_type = PERF_SAMPLE_IP;
        attr.exclude_kernel = 1;
    }
    return open_event(&attr, thread, processor);
}

/* Nothing: to have a ring for a processor, of that thread's. */
static int event_open_ring(pid_t thread, int processor)
{
    struct perf_event_attr attr = {.config = PERF_COUNT_SW_DUMMY,
                                   .exclude_kernel = 1};

    return open_event(&attr, thread, processor);
}

int event_open_faults(void)
{
    struct perf_event_attr attr = {
        .config = PERF_COUNT_SW_PAGE_FAULTS,
        .sample_period = 1,
        .sample_type = PERF_SAMPLE_IP,
        .exclude_kernel = 1,
        .disabled = 1,
    };

    return open_event(&attr, 0, -1);
}

bool event_read(int event, struct event_count *count)
{
    *count = (struct event_count){0};
    return read(event, count, sizeof *count) >= (ssize_t)sizeof count->value;
}

/* That of clocks that this process may have. */
static enum event_layout event_layout_of_clocks(void)
{
    int event;

    if (PC_REGISTER < 0)
        return EVENT_PC;
    event = event_open_clock(0, -1, ENGINE_ORDINARY, EVENT_PC_OF_PROGRAM);
    if (event < 0)
        return EVENT_PC;
    close(event);
    return EVENT_PC_OF_PROGRAM;
}

/* The line of a file; empty where there is none. */
static void read_line(const char *path, char *line, int size)
{
    FILE *file = fopen(path, "re");

    if (!file || !fgets(line, size, file))
        line[0] = '\0';
    line[strcspn(line, "\n")] = '\0';
    if (file)
        fclose(file);
}

bool event_can_be_fast(void)
{
    char line[32];

    read_line(MOST, line, sizeof line);
    return atol(line) >= 1000000 / ENGINE_FAST &&
           engine_clock_is_fine(CLOCK_MONOTONIC);
}

void event_explain(int error, char *why, size_t why_size)
{
    const char *name = strerrorname_np(error);
    char paranoid[32];

    read_line(PARANOID, paranoid, sizeof paranoid);
    if (error == EMFILE || error == ENFILE)
        snprintf(why, why_size,
                 "perf_event_open: %s: a descriptor for each thread and "
                 "processor is needed; raise the limit (ulimit -n)",
                 name);
    else if (!*paranoid)
        snprintf(why, why_size,
                 "perf_event_open: %s: this kernel has no perf events "
                 "(there is no " PARANOID ")",
                 name);
    else
        snprintf(why, why_size,
                 "perf_event_open: %s: " PARANOID " is %s; 2 or less is "
                 "needed, or CAP_PERFMON, and no filter of system calls "
                 "that forbids it",
                 name ? name : "an error", paranoid);
}

static uint64_t page_size(void)
{
    return (uint64_t)sysconf(_SC_PAGESIZE);
}

/* The kernel's pages come at the first touch, and one that comes while page
 * faults are sampled would be a sample. */
static void touch(const struct ring *ring)
{
    const volatile unsigned char *byte = (unsigned char *)ring->control;

    for (uint64_t at = 0; at < page_size() + ring->size; at += page_size())
        (void)byte[at];
    __atomic_store_n(&ring->control->data_tail, 0, __ATOMIC_RELEASE);
}

int ring_map(struct ring *ring, int event, unsigned pages)
{
    void *at;

    ring->size = pages * page_size();
    ring->control = NULL;
    at = mmap(NULL, page_size() + ring->size, PROT_READ | PROT_WRITE,
              MAP_SHARED, event, 0);
    if (at == MAP_FAILED)
        return errno;
    ring->control = at;
    ring->records = (const unsigned char *)at + page_size();
    touch(ring);
    return 0;
}

void ring_unmap(struct ring *ring)
{
    if (ring->control)
        munmap(ring->control, page_size() + ring->size);
    ring->control = NULL;
}

/* Records are of whole words, and go on at the beginning after the end. */
static uint64_t word(const struct ring *ring, uint64_t at)
{
    at &= ring->size - 1;
    return *(const uint64_t *)(const void *)(ring->records + at);
}

static uint64_t take_one(const struct ring *ring, uint64_t at, uint32_t type,
                         enum event_layout layout, ring_take *take,
                         void *context)
{
    enum { NUMBER_LOST = 2, REGISTERS_KNOWN = 1 };

    switch (type) {
    case PERF_RECORD_SAMPLE:
        if (layout == EVENT_PC || word(ring, at + 8 * REGISTERS_KNOWN) != 0)
            take(context, word(ring, at + 8 * (uint64_t)layout));
        return 0;
    case PERF_RECORD_LOST: return word(ring, at + 8 * NUMBER_LOST);
    case PERF_RECORD_THROTTLE: return 1; /* or more: it does not say */
    default: return 0;
    }
}

uint64_t ring_drain(const struct ring *ring, enum event_layout layout,
                    ring_take *take, void *context)
{
    struct perf_event_mmap_page *control = ring->control;
    uint64_t head = __atomic_load_n(&control->data_head, __ATOMIC_ACQUIRE);
    uint64_t at = control->data_tail, lost = 0;

    while (at < head) {
        uint64_t begin = word(ring, at);
        struct perf_event_header header;

        __builtin_memcpy(&header, &begin, sizeof header);
        lost += take_one(ring, at, header.type, layout, take, context);
        at += header.size;
    }
    __atomic_store_n(&control->data_tail, at, __ATOMIC_RELEASE);
    return lost;
}

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
            sampler->reported_lost +=
                ring_drain(&sampler->rings[i], sampler->layout, take, context);
}

/* A record has losses only once there is room for it; a count has all,
 * but not in old kernels. */
uint64_t sampler_lost(const struct sampler *sampler)
{
    uint64_t counted = 0;
    struct event_count count;

    for (size_t i = 0; i < sampler->clock_count; i++)
        if (event_read(sampler->clocks[i], &count))
            counted += count.lost;
    return counted > sampler->reported_lost ? counted : sampler->reported_lost;
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
