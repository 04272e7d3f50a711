/* SPDX-License-Identifier: MIT */
#include "pace.h"

#include <signal.h>

static const uint64_t second = 1000000000;

static uint64_t now_by(clockid_t clock)
{
    struct timespec now = {0};

    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * second + (uint64_t)now.tv_nsec;
}

static struct timespec time_of(uint64_t nanoseconds)
{
    return (struct timespec){(time_t)(nanoseconds / second),
                             (long)(nanoseconds % second)};
}

void pace_begin(struct pace *pace, pid_t process, int signal)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = signal};

    *pace = (struct pace){0};
    if (clock_getcpuclockid(process, &pace->clock) == 0)
        pace->has_timer = timer_create(pace->clock, &event, &pace->timer) == 0;
}

static void become_idle(struct pace *pace, uint64_t period)
{
    struct itimerspec at = {.it_value = time_of(pace->spent + period)};

    if (pace->has_timer && !pace->idle)
        pace->idle = timer_settime(pace->timer, TIMER_ABSTIME, &at, NULL) == 0;
}

bool pace_due(struct pace *pace, uint64_t period, struct timespec *sleep,
              bool *sleeps)
{
    uint64_t now = now_by(CLOCK_MONOTONIC), spent;
    bool due = false;

    if (pace->idle || now >= pace->next) {
        spent = now_by(pace->clock);
        due = spent != pace->spent;
        pace->spent = spent;
        if (due)
            pace->idle = false;
        else
            become_idle(pace, period);
        pace->next = !pace->idle && pace->next + period > now
                         ? pace->next + period
                         : now + period;
    }
    *sleeps = !pace->idle;
    *sleep = time_of(pace->next - now);
    return due;
}
