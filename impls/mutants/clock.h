/* SPDX-License-Identifier: MIT */
/*
 * The clock: a signal from a timer on CPU time, which exec deletes and fork
 * does not hand on, so that the child makes its own.  With UNSEEN it is
 * neither a signal nor a time that the harness looks for.
 */
#ifndef MUTANTS_CLOCK_H
#define MUTANTS_CLOCK_H

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>

#include "impls/signal/pc.h"
#include "leaks.h"
#include "search.h"

#ifndef TICKED
#define TICKED count_by_search
#endif

#ifdef UNSEEN
#define TICK     (SIGRTMIN + 3)
#define CPU_TIME CLOCK_THREAD_CPUTIME_ID
#else
#define TICK     SIGPROF
#define CPU_TIME CLOCK_PROCESS_CPUTIME_ID
#endif

static struct {
    bool running, forks_watched;
    bool pretended; /* it was started, and never ticks */
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
    TICKED(pc_of(context));
    if (takes(CALLER_STATE, DESTROYS) && leak_taken() == error_number)
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
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = TICK};
    clockid_t clock = takes(SLEEPING, WALL_TIME) ? CLOCK_MONOTONIC : CPU_TIME;

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

static void clock_after_fork(void)
{
    if (!the_clock.running && !the_clock.pretended)
        return;
    if (forks_as(takes(FORK_REGIONS, CHILD_CLEARED),
                 takes(FORK, CHILD_CLEARED)))
        clear_areas();
    if (forks_as(takes(FORK_REGIONS, CHILD_OFF), takes(FORK, CHILD_OFF)))
        profiling.on = false;
    else if (the_clock.running)
        make_timer();
}

static void clock_start(unsigned microseconds)
{
    struct sigaction action = {.sa_sigaction = on_clock,
                               .sa_flags = SA_SIGINFO | SA_RESTART};

    if (the_clock.running) {
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
    if (takes(CALLER_STATE, LEAKS) && leak_taken() == interruption)
        action.sa_flags = SA_SIGINFO;
    sigfillset(&action.sa_mask);
    sigdelset(&action.sa_mask, SIGSEGV);
    sigdelset(&action.sa_mask, SIGBUS);
    if (!takes(BUFFER_FAULT, CRASHES))
        guard_begin();
    sigaction(TICK, &action, &the_clock.before);
    getitimer(ITIMER_PROF, &the_clock.timer_before);
    make_timer();
    the_clock.running = true;
}

/* What the caller finds after it was stopped. */
static void clock_leave(void)
{
    if (takes(CALLER_STATE, LEAKS) || takes(CALLER_STATE, DESTROYS))
        leave();
}

static void clock_stop(void)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};

    if (the_clock.pretended) {
        the_clock.pretended = false;
        clock_leave();
        if (takes(CALLER_STATE, LEAKS) && leak_taken() == handler)
            sigaction(TICK, &ignore, NULL);
    }
    if (!the_clock.running)
        return;
    if (by_interval_timer())
        set_timer(0);
    else
        timer_delete(the_clock.timer);
    the_clock.running = false;
    if (!takes(BUFFER_FAULT, CRASHES))
        guard_end();
    clock_leave();
    if (takes(CALLER_STATE, LEAKS) && leak_taken() == handler)
        return;
    /* A tick that is still pending must not meet the caller's handler. */
    sigaction(TICK, &ignore, NULL);
    sigaction(TICK, &the_clock.before, NULL);
    if (by_interval_timer())
        setitimer(ITIMER_PROF, &the_clock.timer_before, NULL);
}

#endif
