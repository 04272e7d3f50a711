/* SPDX-License-Identifier: MIT */
#include "arrival.h"

#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static struct sigaction its_own;
static volatile sig_atomic_t arrived;
static long caller;

/* Its own handler goes on: it may be what arms the clock again. */
static void look_out(int signal, siginfo_t *info, void *context)
{
    if (syscall(SYS_gettid) == caller)
        arrived++;
    if (its_own.sa_flags & SA_SIGINFO)
        its_own.sa_sigaction(signal, info, context);
    else
        its_own.sa_handler(signal);
}

static void look_out_for_ticks(void)
{
    struct sigaction action;

    caller = syscall(SYS_gettid);
    sigaction(SIGPROF, NULL, &its_own);
    action = its_own;
    action.sa_sigaction = look_out;
    action.sa_flags |= SA_SIGINFO;
    action.sa_flags &= ~(int)SA_RESETHAND;
    sigaction(SIGPROF, &action, NULL);
}

static uint64_t spent(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* A clock that is not periodic is to be armed again by the handler. */
static void wait_for_ticks(struct run *run)
{
    int wanted = clock_periodic(&run->clock) ? 1 : 2;
    uint64_t until = spent() + ARRIVAL_MS * UINT64_C(1000000);

    clock_release(&run->clock);
    clock_open();
    while (arrived < wanted && spent() < until)
        ;
    if (arrived < wanted)
        arrived = 0;
    clock_hold(&run->clock);
}

bool arrival_wait(struct run *run, char *why, size_t why_size)
{
    uint64_t period = clock_period(&run->clock);

    if (run->left_blocked) {
        snprintf(why, why_size,
                 "no tick reaches its caller: it left SIGPROF blocked");
        return false;
    }
    if (period > ARRIVAL_MS * UINT64_C(1000)) {
        snprintf(why, why_size,
                 "no tick reaches its caller in %d ms of CPU time: its clock "
                 "ticks every %llu ms",
                 ARRIVAL_MS, (unsigned long long)period / 1000);
        return false;
    }
    look_out_for_ticks();
    wait_for_ticks(run);
    if (!arrived)
        snprintf(why, why_size,
                 "no tick of its clock reached its caller in %d ms of CPU time",
                 ARRIVAL_MS);
    return arrived;
}
