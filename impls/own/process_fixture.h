/* SPDX-License-Identifier: MIT */
/* What tests do in a process, and see of it: CPU time that is spent, files
 * and threads, how a child ends. */
#ifndef IMPLS_OWN_PROCESS_FIXTURE_H
#define IMPLS_OWN_PROCESS_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static inline double seconds_by(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* CPU time of this thread, for work that is the same on a busy machine. */
static inline double cpu_seconds(void)
{
    return seconds_by(CLOCK_THREAD_CPUTIME_ID);
}

static inline double real_seconds(void)
{
    return seconds_by(CLOCK_MONOTONIC);
}

/* In the program itself: not everybody sees ticks in the kernel. */
static inline void spin(void)
{
    for (volatile int i = 0; i < 50000; i++)
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

/* Whether so many threads are left.  A joined thread may still be in /proc for
 * a moment: the kernel wakes who joins it before it removes the entry. */
static inline bool threads_left_are(int threads)
{
    const struct timespec moment = {.tv_nsec = 1000000};

    for (int k = 0; k < 60000 && entries("/proc/self/task") > threads; k++)
        nanosleep(&moment, NULL);
    return entries("/proc/self/task") == threads;
}

/* Of a child: its exit status, or minus the signal that killed it. */
static inline int end_of(pid_t child)
{
    int status;

    if (waitpid(child, &status, 0) != child)
        return -1000;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/* That it holds in a child, which then ends. */
#define ASSERT_IN_CHILD(condition)                                             \
    do {                                                                       \
        pid_t child_ = fork();                                                 \
                                                                               \
        if (child_ == 0)                                                       \
            _exit((condition) ? 0 : 1);                                        \
        assert_int_equal(end_of(child_), 0);                                   \
    } while (0)

/* 0 in a child; where it is CANNOT, there is nothing to test here. */
enum { CANNOT = 77 };

static inline void assert_child_can(int (*body)(void))
{
    pid_t child = fork();
    int end;

    if (child == 0)
        _exit(body());
    end = end_of(child);
    if (end == CANNOT)
        skip();
    assert_int_equal(end, 0);
}

/* Who traces a process; 0: nobody. */
static inline pid_t tracer_of(pid_t process)
{
    char path[64], line[128];
    int id = -1;
    FILE *file;

    snprintf(path, sizeof path, "/proc/%d/status", (int)process);
    file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file) &&
           sscanf(line, "TracerPid: %d", &id) != 1)
        ;
    if (file)
        fclose(file);
    return id;
}

static inline bool forbid(long call, int error)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};

    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

#endif
