/* SPDX-License-Identifier: MIT */
/*
 * A small profil on a real timer, and its broken twins.  It counts a counter
 * for 32 bytes of text, the scale that live processes ask for; that the
 * formula is right is not what is tested with it.
 */
#ifndef CONFORMANCE_LIVE_TWIN_TEST_H
#define CONFORMANCE_LIVE_TWIN_TEST_H

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "impls/impl.h"
#include "impls/signal/pc.h"
#include "work.h"

enum twin_defect {
    CONFORMS,
    WALL_TIME,  /* a clock of wall time */
    SLOW,       /* a period of 11 ms, said to be of 10 */
    TWICE,      /* counts each tick twice */
    TVP_DOUBLE, /* tvp says 20 ms */
    TVP_UNSET,
    SKEWED, /* every second tick counts for the next function */
    LOSSY,  /* every tenth tick is dropped */
    NEVER_OFF,
    ASTRAY,       /* every tenth tick counts 3 functions on */
    PAST_THE_END, /* each tick changes the byte after the buffer too */
    TO_THE_BIN,   /* every second tick goes to the overflow bin */
    CHILD_OFF,
    CHILD_SLOW, /* the child's period is 15 ms */
    KILLS,      /* the new program, by an interval timer */
    FAST_SLOW,  /* PROF_FAST is accepted and ticks of 2 ms said to be 1 */
    FAST_KEPT,  /* PROF_FAST changes nothing */
    DEAD,       /* never ticks */
    REFUSES,    /* can't be turned on */
    FALLS,      /* dies in its first tick */
    HANGS,      /* in its first tick */
};

static struct {
    enum twin_defect defect;
    bool on;
    uint16_t *buffer, *bin;
    uint64_t counters, offset, ticks;
    long period; /* nanoseconds */
    timer_t timer;
    struct sigaction before;
} twin;

static void twin_count(uint64_t pc)
{
    uint64_t tick = twin.ticks++;
    uint64_t counter;

    if (twin.defect == SKEWED && tick % 2 == 0)
        pc += WORK_SIZE;
    if (twin.defect == ASTRAY && tick % 10 == 0)
        pc += 3 * WORK_SIZE;
    counter = (pc - twin.offset) / 32;
    if (twin.defect == TO_THE_BIN && tick % 2 == 0)
        counter = twin.counters;
    if (twin.defect == LOSSY && tick % 10 == 0)
        return;
    if (counter < twin.counters)
        twin.buffer[counter] += twin.defect == TWICE ? 2 : 1;
    else if (twin.bin)
        twin.bin[0]++;
    if (twin.defect == PAST_THE_END)
        ((unsigned char *)twin.buffer)[2 * twin.counters] = 1;
}

static void twin_tick(int number, siginfo_t *info, void *context)
{
    (void)number;
    if (twin.defect == FALLS)
        abort();
    while (twin.defect == HANGS)
        ;
    for (int k = -1; k < (info->si_code == SI_TIMER ? info->si_overrun : 0);
         k++)
        twin_count(pc_of(context));
}

static void twin_start(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = SIGPROF};
    struct itimerspec each = {{0, twin.period}, {0, twin.period}};
    struct itimerval every = {{0, 10000}, {0, 10000}};

    if (twin.defect == DEAD)
        return;
    if (twin.defect == KILLS) {
        setitimer(ITIMER_PROF, &every, NULL);
        return;
    }
    timer_create(twin.defect == WALL_TIME ? CLOCK_MONOTONIC
                                          : CLOCK_PROCESS_CPUTIME_ID,
                 &event, &twin.timer);
    timer_settime(twin.timer, 0, &each, NULL);
}

static void twin_in_child(void)
{
    if (!twin.on || twin.defect == CHILD_OFF)
        return;
    if (twin.defect == CHILD_SLOW)
        twin.period = 15000000;
    twin_start();
}

static void twin_stop(void)
{
    struct itimerval never = {{0, 0}, {0, 0}};

    if (twin.defect == NEVER_OFF || !twin.on)
        return;
    twin.on = false;
    if (twin.defect == KILLS)
        setitimer(ITIMER_PROF, &never, NULL);
    else
        timer_delete(twin.timer);
    signal(SIGPROF, SIG_IGN);
    sigaction(SIGPROF, &twin.before, NULL);
}

static long twin_period(bool fast)
{
    return twin.defect == SLOW                ? 11000000
           : fast && twin.defect == FAST_SLOW ? 2000000
           : fast && twin.defect != FAST_KEPT ? 1000000
                                              : 10000000;
}

static void twin_call(struct impl *impl, const struct impl_call *call,
                      struct impl_result *result)
{
    const struct impl_region *r =
        call->entry == IMPL_PROFIL ? &call->region : call->list;
    struct sigaction action = {.sa_sigaction = twin_tick,
                               .sa_flags = SA_SIGINFO | SA_RESTART};
    bool fast = call->flags & IMPL_FAST;

    (void)impl;
    result->has_value = true;
    if (r->scale == 0) {
        twin_stop();
        return;
    }
    if (twin.defect == REFUSES) {
        result->value = -1;
        result->error = ENOMEM;
        return;
    }
    twin.buffer = r->base;
    twin.bin =
        call->count == 2 && call->entry == IMPL_SPROFIL ? r[1].base : NULL;
    twin.counters = r->size / 2;
    twin.offset = r->offset;
    twin.period = twin_period(fast);
    twin.on = true;
    if (call->tvp && twin.defect != TVP_UNSET)
        *call->tvp =
            (struct timeval){0, twin.defect == TVP_DOUBLE          ? 20000
                                : fast && twin.defect != FAST_KEPT ? 1000
                                                                   : 10000};
    sigaction(SIGPROF, &action, &twin.before);
    pthread_atfork(NULL, NULL, twin_in_child);
    twin_start();
}

static unsigned twin_capabilities(const struct impl *impl)
{
    (void)impl;
    return IMPL_CAN_PROFIL | IMPL_CAN_SPROFIL;
}

static struct impl *twin_open(const struct impl_options *options, char *why,
                              size_t why_size);

static void twin_close(struct impl *impl)
{
    (void)impl;
}

static const struct impl_class impl_twin = {
    .name = "twin",
    .summary = "for tests",
    .open = twin_open,
    .capabilities = twin_capabilities,
    .call = twin_call,
    .close = twin_close,
};

static struct impl *twin_open(const struct impl_options *options, char *why,
                              size_t why_size)
{
    static struct impl impl = {.class = &impl_twin};

    (void)options;
    (void)why;
    (void)why_size;
    return &impl;
}

#endif
