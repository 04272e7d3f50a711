/* SPDX-License-Identifier: MIT */
/* The engine, on and off, and what its tests look at. */
#ifndef IMPLS_PTRACE_FIXTURE_H
#define IMPLS_PTRACE_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine.h"

enum { BYTES = 4096 };

static uint16_t *buffer, *other;

/* CPU time of this thread, for work that is the same on a busy machine. */
static inline double cpu_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static inline void spin(void)
{
    for (volatile int i = 0; i < 20000; i++)
        ;
}

static inline void work(double seconds)
{
    double end = cpu_seconds() + seconds;

    while (cpu_seconds() < end)
        spin();
}

static inline int entries(const char *directory)
{
    DIR *dir = opendir(directory);
    int count = 0;

    while (dir && readdir(dir))
        count++;
    if (dir)
        closedir(dir);
    return count;
}

/* Of a child: its exit status, or minus the signal that killed it. */
static inline int end_of(pid_t child)
{
    int status;

    if (waitpid(child, &status, 0) != child)
        return -1000;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

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

/* From here on ptrace fails in this process, and in those it makes. */
static inline bool forbid_ptrace(unsigned error)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ptrace, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof code / sizeof *code, code};

    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static inline uint16_t *page(int flags)
{
    void *at =
        mmap(NULL, BYTES, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0);

    assert_ptr_not_equal(at, MAP_FAILED);
    return at;
}

/* Every pc counts in the first counter. */
static inline struct region everything(void *base)
{
    struct region region = region_make(base, BYTES, 0, 65536, 2, REGION_DOWN);

    region_gather(&region);
    return region;
}

static inline int start(const struct region *list, size_t count,
                        unsigned period)
{
    struct engine_call call;

    engine_enter(&call);
    return engine_leave(&call, engine_start(list, count, period));
}

static inline void stop(void)
{
    struct engine_call call;

    engine_enter(&call);
    engine_stop();
    engine_leave(&call, 0);
}

static inline void hold(bool held)
{
    struct engine_call call;

    engine_enter(&call);
    engine_ptrace_hold(held);
    engine_leave(&call, 0);
}

static inline int give(const struct row *row)
{
    struct engine_call call;
    int error;

    engine_enter(&call);
    error = engine_ptrace_row(row);
    engine_leave(&call, 0);
    return error;
}

static inline void tick_at(uint64_t pc, uint32_t count)
{
    const struct impl_tick tick = {pc, count};
    const struct row row = {&tick, 1, ROW_SET};

    assert_int_equal(give(&row), 0);
}

/* Where nobody may trace there is nothing to test: at first, and not when it
 * has been on once. */
static inline void start_on(void *base)
{
    static bool was_on;
    struct region region = everything(base);
    int result = start(&region, 1, ENGINE_FAST);

    if (result != 0 && !was_on)
        skip();
    assert_int_equal(result, 0);
    was_on = true;
}

static inline int set_up(void **state)
{
    (void)state;
    engine_current = &engine_ptrace;
    buffer = page(MAP_PRIVATE);
    other = page(MAP_SHARED);
    return 0;
}

static inline int tear_down(void **state)
{
    (void)state;
    stop();
    hold(false);
    munmap(buffer, BYTES);
    munmap(other, BYTES);
    return 0;
}

/* A minute of CPU time at most. */
static inline bool counted(volatile uint16_t *counter)
{
    double end = cpu_seconds() + 60;

    while (*counter == 0 && cpu_seconds() < end)
        spin();
    return *counter > 0;
}

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

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
