/* SPDX-License-Identifier: MIT */
/* What CALLER_STATE_LEAKS leaves behind when profiling is turned off: LEAK,
 * of the names below.  Compile with -DLEAK=thread. */
#ifndef MUTANTS_LEAKS_H
#define MUTANTS_LEAKS_H

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum leak {
    handler, /* all the others put SIGPROF's handler back */
    mask,
    interval_timer,
    posix_timer,
    descriptor,
    closed_descriptor,
    replaced_descriptor,
    thread,
    child,
    zombie,
    quiet_child, /* tells nobody of its end */
    grandchild,  /* its parent has ended */
};

#ifndef LEAK
#define LEAK handler
#endif

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

static void leave(void)
{
    static const struct itimerval never;
    sigset_t all;

    sigfillset(&all);
    switch (LEAK) {
    case handler: break;
    case mask: sigprocmask(SIG_BLOCK, &all, NULL); break;
    case interval_timer: setitimer(ITIMER_PROF, &never, NULL); break;
    case posix_timer: leave_timer(); break;
    case descriptor: (void)!dup(0); break;
    case closed_descriptor: close(2); break;
    case replaced_descriptor:
        (void)!dup2(open("/dev/zero", O_RDONLY), 2);
        break;
    case thread: leave_thread(); break;
    case child:
    case zombie:
    case grandchild: leave_process(SIGCHLD, LEAK); break;
    case quiet_child: leave_process(0, LEAK); break;
    }
}

#endif
