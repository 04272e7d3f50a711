/* SPDX-License-Identifier: MIT */
/* What the tests of perf have in common. */
#ifndef IMPLS_PERF_FIXTURE_H
#define IMPLS_PERF_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "event.h"

/* Where the kernel gives no events there is nothing to test. */
static inline int need_perf(void **state)
{
    int event = event_open_faults();

    (void)state;
    if (event >= 0)
        close(event);
    return event < 0 ? event : 0;
}

static inline void skip_without_perf(void)
{
    if (need_perf(NULL) != 0)
        skip();
}

/* CPU time of this process, for loops that must end at last. */
static inline double cpu_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
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

/* Of a child: its exit status, or minus the signal that killed it. */
static inline int end_of(pid_t child)
{
    int status;

    if (waitpid(child, &status, 0) != child)
        return -1000;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/* From here on this process may open so many more files, and no more. */
static inline void limit_files(int more)
{
    struct rlimit limit;
    int above = 0;

    /* Its limit is a number: others may be in use below and above it. */
    while (fcntl(above, F_GETFD) >= 0 || more-- > 0)
        above++;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = (rlim_t)above;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/* From here on perf_event_open fails in this process. */
static inline bool forbid_perf(int error)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof code / sizeof *code, code};

    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

#endif
