/* SPDX-License-Identifier: MIT */
/* What tests do in a process, and see of it: CPU time that is spent, files
 * and threads, how a child ends. */
#ifndef IMPLS_FAMILY_PROCESS_FIXTURE_H
#define IMPLS_FAMILY_PROCESS_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* CPU time of this thread, for work that is the same on a busy machine. */
static inline double cpu_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* In the program itself: not everybody is told of ticks in the kernel. */
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

/* Whether so many threads are left.  A thread that was joined is in /proc for a
 * moment yet: the kernel tells of its end first, and then unlinks it. */
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

#endif
