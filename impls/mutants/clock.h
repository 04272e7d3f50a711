/* SPDX-License-Identifier: MIT */
/*
 * The clock: a signal from a timer on CPU time, which exec deletes and fork
 * does not hand on, so that the child makes its own.  One that is unseen is
 * neither a signal nor a time that the harness looks for.
 */
#ifndef MUTANTS_CLOCK_H
#define MUTANTS_CLOCK_H

#include <errno.h>
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

#include "impls/signal/pc.h"

#include "areas.h"

/* Whether that is left behind when profiling is turned off (LEAKS), or taken
 * from the caller (DESTROYS): what the file says after the choice, or else
 * SIGPROF's handler, or the mask of new files.  All but the former put the
 * handler back. */
static bool leaks(const char *what)
{
    const char *usual = takes(CALLER_STATE, LEAKS)      ? "handler"
                        : takes(CALLER_STATE, DESTROYS) ? "creation_mask"
                                                        : "";

    return strcmp(*taken_form ? taken_form : usual, what) == 0;
}

static void *stay(void *unused)
{
    (void)unused;
    for (;;)
        pause();
    return NULL;
}

static void leave_process(unsigned long signal)
{
    pid_t pid = (pid_t)syscall(SYS_clone, signal, 0, 0, 0, 0);
    siginfo_t info;

    if (pid == 0 && leaks("grandchild") && fork() > 0)
        _exit(0);
    if (pid == 0 && !leaks("zombie"))
        stay(NULL);
    if (pid == 0)
        _exit(0);
    /* A zombie, or a grandchild's parent, has ended when this goes on. */
    if (leaks("zombie"))
        waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT);
    if (leaks("grandchild"))
        waitid(P_PID, (id_t)pid, &info, WEXITED);
}

static void leave(void)
{
    static const struct itimerval never;
    pthread_t id;
    timer_t timer;

    if (leaks("interval_timer"))
        setitimer(ITIMER_PROF, &never, NULL);
    if (leaks("posix_timer"))
        timer_create(CLOCK_MONOTONIC,
                     &(struct sigevent){.sigev_notify = SIGEV_SIGNAL,
                                        .sigev_signo = SIGUSR1},
                     &timer);
    if (leaks("descriptor"))
        (void)!dup(0);
    if (leaks("thread"))
        pthread_create(&id, NULL, stay, NULL);
    if (leaks("child") || leaks("zombie") || leaks("grandchild"))
        leave_process(SIGCHLD);
    if (leaks("quiet_child")) /* does not signal its end */
        leave_process(0);
}

static void destroy(void)
{
    static const struct rlimit few = {8, 8};
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uintptr_t environment = (uintptr_t)(void *)clearenv / page * page;
    sigset_t all;

    sigfillset(&all);
    if (leaks("mask"))
        sigprocmask(SIG_BLOCK, &all, NULL);
    if (leaks("closed_descriptor"))
        close(2);
    if (leaks("replaced_descriptor"))
        (void)!dup2(open("/dev/zero", O_RDONLY), 2);
    if (leaks("disposition"))
        signal(SIGALRM, SIG_IGN);
    if (leaks("alarms"))
        alarm(0);
    if (leaks("directory"))
        (void)!chdir("/proc");
    if (leaks("variable"))
        setenv("PROFDIR", "/", 1);
    if (leaks("limit"))
        setrlimit(RLIMIT_NOFILE, &few);
    if (leaks("mapping"))
        mprotect((void *)environment, page, PROT_READ | PROT_WRITE | PROT_EXEC);
    if (leaks("creation_mask"))
        umask(0);
}

#ifndef TICKED
#define TICKED count_by_search
#endif

static int tick_signal(void)
{
    return clock_is_unseen ? SIGRTMIN + 3 : SIGPROF;
}

static struct {
    bool running, forks_watched;
    bool pretended; /* it was started, and never ticks */
    bool lost;      /* in a child that does not know it */
    unsigned microseconds;
    timer_t timer;
    struct sigaction before;
    struct itimerval
        timer_before; /* the caller's, where ours takes its place */
} the_clock;

static void on_clock(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)info;
    if (!the_clock.lost)
        TICKED(pc_of(context));
    if (leaks("error_number"))
        errno = EIO;
}

/* An interval timer outlives exec, and its signal kills the new program. */
static bool by_interval_timer(void)
{
    return takes(EXEC, KILLS);
}

static void set_timer(unsigned microseconds)
{
    struct itimerval every = {{0, microseconds}, {0, microseconds}};
    struct itimerspec each = {{0, microseconds * 1000L},
                              {0, microseconds * 1000L}};

    if (by_interval_timer())
        setitimer(ITIMER_PROF, &every, NULL);
    else
        timer_settime(the_clock.timer, 0, &each, NULL);
}

static void make_timer(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = tick_signal()};
    bool wall = takes(SLEEPING, WALL_TIME) ||
                (has_defect("wall-lists") && profiling.by_list) ||
                (has_defect("wall-fast") && the_clock.microseconds == 1000);
    clockid_t clock = wall              ? CLOCK_MONOTONIC
                      : clock_is_unseen ? CLOCK_THREAD_CPUTIME_ID
                                        : CLOCK_PROCESS_CPUTIME_ID;

    if (!by_interval_timer())
        timer_create(clock, &event, &the_clock.timer);
    set_timer(the_clock.microseconds);
}

static void clear_areas(void)
{
    for (unsigned k = 0; k < profiling.count; k++) {
        const struct area *a = &profiling.areas[k];

        if (!a->disabled && memory_is_valid(a->base, a->size))
            memset(a->base, 0, a->size);
    }
}

/* By the rule of sprofil what it turned on, or a profil that is one member. */
static bool forks_as(bool regions, bool other)
{
    return (profiling.by_list && (IRIX || GLIBC)) ? regions : other;
}

static void clock_start(unsigned microseconds);

static void clock_after_fork(void)
{
    if (has_defect("child-on") && profiling.ended) {
        profiling.on = true;
        clock_start(the_clock.microseconds);
    }
    for (unsigned k = 0; has_defect("child-32") && k < profiling.count; k++)
        profiling.areas[k].offset = (uint32_t)profiling.areas[k].offset;
    if (!the_clock.running && !the_clock.pretended)
        return;
    if (forks_as(takes(FORK_REGIONS, CHILD_CLEARED),
                 takes(FORK, CHILD_CLEARED)))
        clear_areas();
    the_clock.lost =
        forks_as(takes(FORK_REGIONS, CHILD_LOST), takes(FORK, CHILD_LOST));
    if (forks_as(takes(FORK_REGIONS, CHILD_OFF), takes(FORK, CHILD_OFF)))
        profiling.on = false;
    if (the_clock.running)
        make_timer(); /* none is inherited */
}

static void clock_start(unsigned microseconds)
{
    struct sigaction action = {.sa_sigaction = on_clock,
                               .sa_flags = SA_SIGINFO | SA_RESTART};

    if (the_clock.running) {
        if (has_defect("fast-stays") && microseconds > the_clock.microseconds)
            return;
        the_clock.microseconds = microseconds;
        set_timer(microseconds);
        return;
    }
    if (!the_clock.forks_watched)
        pthread_atfork(NULL, NULL, clock_after_fork);
    the_clock.forks_watched = true;
    if (takes(TICKS, NONE) || takes(TICKS, ENOSYS)) {
        the_clock.pretended = true;
        return;
    }
    the_clock.microseconds = microseconds;
    if (leaks("interruption")) /* a system call that a tick interrupts fails */
        action.sa_flags = SA_SIGINFO;
    sigfillset(&action.sa_mask);
    sigdelset(&action.sa_mask, SIGSEGV);
    sigdelset(&action.sa_mask, SIGBUS);
    if (!takes(BUFFER_FAULT, CRASHES))
        guard_begin();
    sigaction(tick_signal(), &action, &the_clock.before);
    getitimer(ITIMER_PROF, &the_clock.timer_before);
    make_timer();
    the_clock.running = true;
}

static void clock_stop(void)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};

    if (the_clock.pretended) {
        the_clock.pretended = false;
        leave();
        destroy();
        if (leaks("handler"))
            sigaction(tick_signal(), &ignore, NULL);
    }
    if (!the_clock.running)
        return;
    if (by_interval_timer())
        set_timer(0);
    else
        timer_delete(the_clock.timer);
    the_clock.running = the_clock.lost = false;
    if (!takes(BUFFER_FAULT, CRASHES))
        guard_end();
    leave();
    destroy();
    if (leaks("handler"))
        return;
    /* A tick that is still pending must not meet the caller's handler. */
    sigaction(tick_signal(), &ignore, NULL);
    sigaction(tick_signal(), &the_clock.before, NULL);
    if (by_interval_timer())
        setitimer(ITIMER_PROF, &the_clock.timer_before, NULL);
}

#endif
