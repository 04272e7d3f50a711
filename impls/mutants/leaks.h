/* SPDX-License-Identifier: MIT */
/* What CALLER_STATE_LEAKS leaves behind when profiling is turned off, or
 * CALLER_STATE_DESTROYS takes from its caller, of the names below: where the
 * choice is written into the file, that after it, "caller-state=leaks:thread". */
#ifndef MUTANTS_LEAKS_H
#define MUTANTS_LEAKS_H

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "choices.h"

#define LEAK_NAMES(LEAK)                                                       \
    LEAK(handler) /* all the others put SIGPROF's handler back */              \
    LEAK(interval_timer)                                                       \
    LEAK(posix_timer)                                                          \
    LEAK(descriptor)                                                           \
    LEAK(thread)                                                               \
    LEAK(child)                                                                \
    LEAK(zombie)                                                               \
    LEAK(quiet_child)  /* tells nobody of its end */                           \
    LEAK(grandchild)   /* its parent has ended */                              \
    LEAK(interruption) /* a system call that a tick interrupts fails */        \
    /* to be destroyed */                                                      \
    LEAK(mask)                                                                 \
    LEAK(closed_descriptor)                                                    \
    LEAK(replaced_descriptor)                                                  \
    LEAK(disposition)                                                          \
    LEAK(alarms)                                                               \
    LEAK(directory)                                                            \
    LEAK(variable)                                                             \
    LEAK(limit)                                                                \
    LEAK(creation_mask)                                                        \
    LEAK(mapping)                                                              \
    LEAK(error_number) /* by each tick */

#define LEAK(name) name,
enum leak { LEAK_NAMES(LEAK) };
#undef LEAK

static enum leak leak_taken(void)
{
#ifdef TAKEN_BY_NAME
#define LEAK(name) #name,
    static const char *const names[] = {LEAK_NAMES(LEAK)};
#undef LEAK

    for (unsigned k = 0; k < sizeof names / sizeof *names; k++)
        if (strcmp(taken_part, names[k]) == 0)
            return (enum leak)k;
#endif
    return takes(CALLER_STATE, DESTROYS) ? creation_mask : handler;
}

static void *stay(void *unused)
{
    (void)unused;
    for (;;)
        pause();
    return NULL;
}

static void leave_thread(void)
{
    pthread_t id;

    pthread_create(&id, NULL, stay, NULL);
}

static void leave_process(unsigned long signal, enum leak kind)
{
    pid_t pid = (pid_t)syscall(SYS_clone, signal, 0, 0, 0, 0);

    if (pid == 0 && kind == grandchild && fork() > 0)
        _exit(0);
    if (pid == 0 && kind != zombie)
        stay(NULL);
    if (pid == 0)
        _exit(0);
    /* A zombie, or a parent, has ended when this goes on. */
    if (kind == zombie || kind == grandchild) {
        siginfo_t info;

        waitid(P_PID, (id_t)pid, &info,
               WEXITED | (kind == zombie ? WNOWAIT : 0));
    }
}

static void leave_timer(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = SIGUSR1};
    timer_t timer;

    timer_create(CLOCK_MONOTONIC, &event, &timer);
}

static void destroy(enum leak kind)
{
    static const struct rlimit few = {8, 8};
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uintptr_t environment = (uintptr_t)(void *)clearenv / page * page;
    sigset_t all;

    sigfillset(&all);
    switch (kind) {
    case mask: sigprocmask(SIG_BLOCK, &all, NULL); break;
    case closed_descriptor: close(2); break;
    case replaced_descriptor:
        (void)!dup2(open("/dev/zero", O_RDONLY), 2);
        break;
    case disposition: signal(SIGALRM, SIG_IGN); break;
    case alarms: alarm(0); break;
    case directory: (void)!chdir("/proc"); break;
    case variable: setenv("PROFDIR", "/", 1); break;
    case limit: setrlimit(RLIMIT_NOFILE, &few); break;
    case mapping:
        mprotect((void *)environment, page, PROT_READ | PROT_WRITE | PROT_EXEC);
        break;
    default: umask(0);
    }
}

static void leave(void)
{
    static const struct itimerval never;
    enum leak kind = leak_taken();

    switch (kind) {
    case handler:
    case interruption:
    case error_number: break;
    case interval_timer: setitimer(ITIMER_PROF, &never, NULL); break;
    case posix_timer: leave_timer(); break;
    case descriptor: (void)!dup(0); break;
    case thread: leave_thread(); break;
    case child:
    case zombie:
    case grandchild: leave_process(SIGCHLD, kind); break;
    case quiet_child: leave_process(0, kind); break;
    default: destroy(kind);
    }
}

#endif
