/* SPDX-License-Identifier: MIT */
#include "event.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "impls/family/engine.h"

#if defined __x86_64__ || defined __i386__ || defined __aarch64__
#include <asm/perf_regs.h>
#endif

#if defined __x86_64__ || defined __i386__
enum { PC_REGISTER = PERF_REG_X86_IP };
#elif defined __aarch64__
enum { PC_REGISTER = PERF_REG_ARM64_PC };
#else
enum { PC_REGISTER = -1 }; /* clocks tell no ticks in system calls */
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

int event_open_clock(pid_t thread, int processor, unsigned microseconds,
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

int event_open_ring(pid_t thread, int processor)
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

enum event_layout event_layout_of_clocks(void)
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
    struct timespec resolution;
    char line[32];

    read_line(MOST, line, sizeof line);
    return atol(line) >= 1000000 / ENGINE_FAST &&
           clock_getres(CLOCK_MONOTONIC, &resolution) == 0 &&
           resolution.tv_sec == 0 && resolution.tv_nsec <= ENGINE_FAST * 1000L;
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
