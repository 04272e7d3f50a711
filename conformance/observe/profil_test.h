/* SPDX-License-Identifier: MIT */
/*
 * Small implementations for the tests of observing: one profil, and the same
 * with one bad habit each, which is chosen by the path it is opened with.
 */
#ifndef CONFORMANCE_PROFIL_TEST_H
#define CONFORMANCE_PROFIL_TEST_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "conformance/machine/arch.h"
#include "impl_test.h"

static struct impl_region profiled;
static bool turned_on;
static struct sigaction before_on;

static void crash(void)
{
    volatile int *volatile nowhere = (volatile int *)8;

    *nowhere = 0;
}

static struct itimerval clock_before_on;

static void set_clock(long microseconds)
{
    const struct timeval every = {microseconds / 1000000,
                                  microseconds % 1000000};
    const struct itimerval period = {every, every};
    struct itimerval before;

    setitimer(ITIMER_PROF, &period, &before);
    if (!turned_on)
        clock_before_on = before;
}

static void set_posix_clock(clockid_t id, bool on)
{
    static timer_t timer;
    static bool made;
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = SIGPROF};
    struct itimerspec period = {{0, 10000000}, {0, 10000000}};

    if (on && !made)
        made = timer_create(id, &event, &timer) == 0;
    if (!on)
        memset(&period, 0, sizeof period);
    timer_settime(timer, 0, &period, NULL);
}

/* Have a tick of a timer pending when the handler returns. */
static void wait_for_tick(int notify)
{
    const struct itimerspec soon = {.it_value = {0, 1}};
    struct sigevent event = {.sigev_notify = notify, .sigev_signo = SIGPROF};
    static timer_t timer;
    static bool made;
    sigset_t pending;

    event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
    if (!made && timer_create(CLOCK_MONOTONIC, &event, &timer) != 0)
        abort();
    made = true;
    timer_settime(timer, 0, &soon, NULL);
    do
        sigpending(&pending);
    while (!sigismember(&pending, SIGPROF));
}

static void trace_the_parent(void)
{
    pid_t child = fork();

    if (child == 0) {
        ptrace(PTRACE_ATTACH, getppid(), NULL, NULL);
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

static void misbehave_in_tick(void)
{
    static bool raised;
    sigset_t none;

    if (has_habit("tick-crashes"))
        crash();
    if (has_habit("tick-hangs"))
        for (;;)
            pause();
    if (has_habit("tick-stops"))
        raise(SIGSTOP);
    if (has_habit("tick-kills"))
        raise(SIGKILL);
    if (has_habit("tick-kills-parent"))
        kill(getppid(), SIGKILL);
    if (has_habit("tick-traps"))
        raise(SIGTRAP);
    if (has_habit("tick-exits"))
        _exit(0);
    if (has_habit("tick-opens-mask")) {
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
    }
    if (has_habit("tick-pends"))
        wait_for_tick(SIGEV_SIGNAL);
    if (has_habit("tick-pends-here"))
        wait_for_tick(SIGEV_THREAD_ID);
    if (has_habit("tick-traces"))
        trace_the_parent();
    if (has_habit("tick-raises") && !raised) {
        raised = true;
        raise(SIGPROF);
    }
}

static void count_tick(int signal, siginfo_t *info, void *pointer)
{
    ucontext_t *context = pointer;
    uint64_t pc = arch_pc(context);
    uint64_t bin = (pc - profiled.offset) / 2 * profiled.scale >> 16;

    (void)signal;
    (void)info;
    if (pc >= profiled.offset && bin < profiled.size / 2)
        ((volatile uint16_t *)profiled.base)[bin]++;
    if (has_habit("changes-errno"))
        errno = EIO;
    misbehave_in_tick();
    if (has_habit("disarms"))
        set_clock(0);
    if (has_habit("rearms"))
        set_clock(10000);
    if (has_habit("one-shot"))
        sigaction(SIGPROF, &before_on, NULL);
}

static void handle_ticks(void)
{
    struct sigaction action = {.sa_sigaction = count_tick,
                               .sa_flags = SA_SIGINFO | SA_RESTART};

    if (has_habit("interrupts"))
        action.sa_flags = SA_SIGINFO;
    if (!has_habit("small-mask"))
        sigfillset(&action.sa_mask);
    if (!turned_on)
        sigaction(SIGPROF, &action, &before_on);
}

static void start_clock(void)
{
    const struct itimerval one_tick = {.it_value = {0, 10000}};

    if (has_habit("wall-clock"))
        set_posix_clock(CLOCK_MONOTONIC, true);
    else if (has_habit("posix-clock"))
        set_posix_clock(CLOCK_PROCESS_CPUTIME_ID, true);
    else if (has_habit("fast-clock"))
        set_clock(1000);
    else if (has_habit("slow-clock"))
        set_clock(900000000);
    else if (has_habit("one-tick"))
        setitimer(ITIMER_PROF, &one_tick, NULL);
    else if (!has_habit("no-clock"))
        set_clock(10000);
}

static void stop(void)
{
    if (has_habit("wall-clock") || has_habit("posix-clock"))
        set_posix_clock(0, false);
    else if (turned_on && !has_habit("loses-timer"))
        setitimer(ITIMER_PROF, &clock_before_on, NULL);
    else
        set_clock(0);
    if (turned_on && !has_habit("leaves-handler"))
        sigaction(SIGPROF, &before_on, NULL);
    turned_on = false;
    if (has_habit("late-tick"))
        raise(SIGPROF);
}

/* Never ends; the frame is used after the call, so that no loop can be made
 * of it. */
static int recurse(volatile char *below)
{
    volatile char here[1024];

    here[0] = below ? below[0] : 1;
    if (here[0] != 1)
        return 0;
    return recurse(here) + here[0];
}

static void leave_a_child_behind(void)
{
    if (fork() == 0) {
        setsid();
        for (;;)
            pause();
    }
}

static bool on_before; /* in this process */

static void misbehave(unsigned char *base, uint64_t size)
{
    static const char junk[] = "{\"junk\": true}\n";
    sigset_t all;

    if (has_habit("crashes") || (has_habit("crashes-again") && on_before))
        crash();
    on_before = true;
    if (has_habit("hangs"))
        for (;;)
            pause();
    if (has_habit("stops"))
        raise(SIGSTOP);
    if (has_habit("exits"))
        exit(0);
    if (has_habit("kills-itself"))
        raise(SIGKILL);
    if (has_habit("traps"))
        raise(SIGTRAP);
    if (has_habit("signals-group")) {
        signal(SIGUSR1, SIG_IGN);
        kill(0, SIGUSR1);
    }
    if (has_habit("asks-to-be-traced"))
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    if (has_habit("traces-its-parent"))
        trace_the_parent();
    if (has_habit("recurses"))
        recurse(NULL);
    if (has_habit("closes-all"))
        for (int fd = 0; fd < 1024; fd++)
            close(fd);
    if (has_habit("writes-junk") &&
        (write(1, junk, sizeof junk) < 0 || write(2, junk, sizeof junk) < 0))
        abort();
    if (has_habit("blocks-all")) {
        sigfillset(&all);
        sigprocmask(SIG_BLOCK, &all, NULL);
    }
    if (has_habit("leaves-child"))
        leave_a_child_behind();
    if (has_habit("writes-before"))
        ((volatile unsigned char *)base)[-1] = 1;
    if (has_habit("writes-after"))
        ((volatile unsigned char *)base)[size] = 1;
    if (has_habit("writes-far-before"))
        ((volatile unsigned char *)base)[-200] = 1;
    if (has_habit("writes-far-after"))
        ((volatile unsigned char *)base)[size + 100] = 1;
    if (has_habit("writes-beyond-guard"))
        ((volatile unsigned char *)base)[size + 100 + 2 * 4096] = 1;
}

static void test_call(struct impl *impl, const struct impl_call *call,
                      struct impl_result *result)
{
    struct impl_region region =
        call->entry == IMPL_PROFIL ? call->region : call->list[0];

    (void)impl;
    result->has_value = !has_habit("returns-nothing");
    if (has_habit("fails") || has_habit("fails-with-0")) {
        result->value = has_habit("fails") ? -1 : 0;
        result->error = EINVAL;
        return;
    }
    if (region.scale == 0 || region.base == NULL) {
        if (has_habit("crashes-off"))
            crash();
        stop();
        return;
    }
    misbehave(region.base, region.size);
    profiled = region;
    if (!has_habit("no-handler"))
        handle_ticks();
    start_clock();
    turned_on = true;
    if (call->tvp && !has_habit("leaves-tvp"))
        *call->tvp = (struct timeval){0, has_habit("lies") ? 1 : 10000};
}

TEST_IMPL(test_profil, .call = test_call);

#endif
