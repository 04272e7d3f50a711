/* SPDX-License-Identifier: MIT */
#include "ticker.h"

#include <errno.h>
#include <stddef.h>
#include <time.h>

#include "impls/family/engine.h"

const char ticker_mark;

static struct {
    bool running;
    unsigned microseconds;
    timer_t timer;
} ticker;

static int set_period(unsigned microseconds)
{
    struct timespec period = {.tv_sec = 0, .tv_nsec = microseconds * 1000L};
    struct itimerspec setting = {.it_interval = period, .it_value = period};

    if (timer_settime(ticker.timer, 0, &setting, NULL) != 0)
        return errno;
    ticker.microseconds = microseconds;
    return 0;
}

static int create_timer(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = SIGPROF,
                             .sigev_value.sival_ptr = (void *)&ticker_mark};

    return timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &ticker.timer) == 0
               ? 0
               : errno;
}

int ticker_start(unsigned microseconds)
{
    int error = ticker.running ? 0 : create_timer();

    if (error != 0)
        return error;
    error = set_period(microseconds);
    if (error != 0 && !ticker.running)
        timer_delete(ticker.timer);
    else
        ticker.running = true;
    return error;
}

void ticker_stop(void)
{
    if (ticker.running)
        timer_delete(ticker.timer);
    ticker.running = false;
}

void ticker_after_fork(void)
{
    if (!ticker.running)
        return;
    ticker.running = false;
    ticker_start(ticker.microseconds);
}

bool ticker_can_be_fast(void)
{
    struct timespec tick;

    return clock_getres(CLOCK_MONOTONIC_COARSE, &tick) == 0 &&
           tick.tv_sec == 0 && tick.tv_nsec <= ENGINE_FAST * 1000L;
}
