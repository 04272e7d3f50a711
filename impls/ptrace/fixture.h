/* SPDX-License-Identifier: MIT */
/* The engine, for the tests that all engines share, and its own: who traces
 * whom. */
#ifndef IMPLS_PTRACE_FIXTURE_H
#define IMPLS_PTRACE_FIXTURE_H

#include <poll.h>
#include <sys/ptrace.h>

#include "engine.h"
#include "impls/family/live_tests.h"

/* Who traces a process; 0: nobody. */
static inline pid_t tracer_of(pid_t process)
{
    char path[64], line[128];
    int tracer = -1;
    FILE *file;

    snprintf(path, sizeof path, "/proc/%d/status", (int)process);
    file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file) &&
           sscanf(line, "TracerPid: %d", &tracer) != 1)
        ;
    if (file)
        fclose(file);
    return tracer;
}

/* For processes that are not our children. */
static inline int handle_of(pid_t process)
{
    return (int)syscall(SYS_pidfd_open, process, 0);
}

/* Wait for one to end; a minute is for ever. */
static inline bool ends(int handle)
{
    struct pollfd end = {.fd = handle, .events = POLLIN};
    bool ended = poll(&end, 1, 60000) == 1;

    close(handle);
    return ended;
}

static inline void count_row(uint64_t pc, uint32_t ticks)
{
    const struct impl_tick tick = {pc, ticks};
    const struct ptrace_row row = {&tick, 1, ROW_SET};

    assert_int_equal(engine_ptrace_row(&row), 0);
}

static const struct tested tested = {
    .engine = &engine_ptrace,
    .needs = SYS_ptrace,
    .hold = engine_ptrace_hold,
    .count = count_row,
    .refused = engine_ptrace_refused,
};

/* A child that is profiled, and a handle of its tracer. */
static inline pid_t profiled_child(void (*ends_by)(void), int *tracer)
{
    struct pollfd closed = {.events = POLLIN};
    int ends_of_pipe[2];
    pid_t child, id = 0;

    other[2] = 0;
    assert_int_equal(pipe(ends_of_pipe), 0);
    child = fork();
    if (child == 0) {
        start_on(buffer);
        id = engine_ptrace_tracer();
        if (write(ends_of_pipe[1], &id, sizeof id) != sizeof id)
            _exit(99);
        close(ends_of_pipe[1]);
        if (!counted(buffer))
            _exit(98);
        while (!atomic_load((_Atomic uint16_t *)&other[2]))
            spin();
        ends_by();
        _exit(97);
    }
    close(ends_of_pipe[1]);
    if (read(ends_of_pipe[0], &id, sizeof id) != sizeof id)
        id = 0;
    *tracer = id > 0 ? handle_of(id) : -1;
    /* Nobody but the child held the other end: the tracer closed its own. */
    closed.fd = ends_of_pipe[0];
    assert_int_equal(poll(&closed, 1, 10000), 1);
    atomic_store((_Atomic uint16_t *)&other[2], 1);
    close(ends_of_pipe[0]);
    return child;
}

#endif
