/* SPDX-License-Identifier: MIT */
/* What the demos have in common: a function that takes time, and a look at
 * what is found in a histogram of it. */
#ifndef DEMO_WORK_H
#define DEMO_WORK_H

#include <stdio.h>
#include <sys/time.h>
#include <time.h>

enum { WORK_SPAN = 256 }; /* bytes of text, more than work() has */

static volatile unsigned long work_done;

__attribute__((noinline)) static void work(void)
{
    unsigned long i;

    for (i = 0; i < 10000000; i++)
        work_done += i;
}

/* Work until the counters hold a tick: their sum, or 0 after a minute. */
static unsigned long work_seen(const volatile unsigned short *counters,
                               unsigned count)
{
    unsigned long sum = 0;
    unsigned i;

    while (sum == 0 && clock() < 60L * CLOCKS_PER_SEC) {
        work();
        for (i = 0; i < count; i++)
            sum += counters[i];
    }
    return sum;
}

/* A profil that takes the program's interval timer is not ours. */
static int work_timer_is_free(void)
{
    struct itimerval timer;

    getitimer(ITIMER_PROF, &timer);
    return timer.it_value.tv_sec == 0 && timer.it_value.tv_usec == 0;
}

static int work_report(const char *name, int ok)
{
    if (!ok)
        fprintf(stderr, "%s: this is not our profil, or it counts nothing\n",
                name);
    return ok ? 0 : 1;
}

#endif
