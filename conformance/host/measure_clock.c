/* SPDX-License-Identifier: MIT */
/* Timers of CPU time, and time in a sleep. */
#include <time.h>

#include <sys/time.h>
#include <unistd.h>

#include "conformance/contain/sandbox_time.h"
#include "conformance/inject/clock.h"
#include "measure.h"

enum { MS = 1000000 }; /* nanoseconds */

volatile sig_atomic_t measure_ticks;

static void measure_clock_count(int signal)
{
    (void)signal;
    measure_ticks++;
}

void measure_count(void)
{
    struct sigaction action = {.sa_handler = measure_clock_count,
                               .sa_flags = SA_RESTART};

    sigaction(SIGPROF, &action, NULL);
    measure_ticks = 0;
}

uint64_t measure_spent(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

void measure_spend(uint64_t nanoseconds)
{
    uint64_t start = measure_spent();

    while (measure_spent() - start < nanoseconds)
        ;
}

void measure_block(bool block)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGPROF);
    sigprocmask(block ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

void measure_drain(void)
{
    static const struct timespec at_once;
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGPROF);
    while (sigtimedwait(&set, NULL, &at_once) == SIGPROF)
        ;
}

void measure_arm(long first, long period)
{
    const struct itimerval setting = {{period / 1000000, period % 1000000},
                                      {first / 1000000, first % 1000000}};

    setitimer(ITIMER_PROF, &setting, NULL);
}

/* From one tick to the third after it, by CPU time. */
void measure_timer(struct host_fact *fact)
{
    enum { PERIOD = 10, PERIODS = 3, MOST = 300 };
    uint64_t start = measure_spent(), first = 0, period;

    measure_count();
    measure_arm(PERIOD * 1000, PERIOD * 1000);
    while (measure_ticks <= PERIODS &&
           measure_spent() - start < MOST * (uint64_t)MS)
        if (measure_ticks == 1 && !first)
            first = measure_spent();
    if (measure_ticks <= PERIODS || !first) {
        measured(fact, HOST_BROKEN,
                 "of ITIMER_PROF with a period of %d ms came %d ticks in %d ms "
                 "of CPU time",
                 PERIOD, (int)measure_ticks, MOST);
        return;
    }
    period = (measure_spent() - first) / PERIODS / (MS / 10);
    measured(fact,
             period > 5 * PERIOD && period < 20 * PERIOD ? HOST_RIGHT
                                                         : HOST_BROKEN,
             "ITIMER_PROF with a period of %d ms ticks every %llu.%llu ms of "
             "CPU time",
             PERIOD, (unsigned long long)period / 10,
             (unsigned long long)period % 10);
}

/* As clock_hold does: disarmed and drained while blocked. */
void measure_timer_off(struct host_fact *fact)
{
    enum { ROUNDS = 20, LONGEST = 200 };
    uint64_t until = sandbox_time() + LONGEST * (uint64_t)MS;

    measure_count();
    for (int k = 0; k < ROUNDS && sandbox_time() < until; k++) {
        measure_block(true);
        measure_arm(1000, 1000);
        measure_spend(MS + MS / ROUNDS * (uint64_t)k);
        measure_arm(0, 0);
        measure_drain();
        measure_block(false);
        measure_spend(MS / 4);
    }
    measured(fact, measure_ticks ? HOST_BROKEN : HOST_RIGHT,
             measure_ticks ? "a timer that was disarmed still sends a signal"
                           : "a timer that was disarmed sends no more signals");
}

void measure_timer_list(struct host_fact *fact)
{
    if (clock_lists_timers())
        measured(fact, HOST_RIGHT,
                 "/proc/self/timers lists a process's timers");
    else
        measured(fact, HOST_ABSENT, "%s",
                 access("/proc/self/timers", R_OK) == 0
                     ? "/proc/self/timers has other numbers than the process "
                       "has: POSIX timers are found by their ids, and each is "
                       "taken to send SIGPROF"
                     : "there is no /proc/self/timers: POSIX timers are found "
                       "by their ids, and each is taken to send SIGPROF");
}

void measure_sleep(struct host_fact *fact)
{
    enum { ASLEEP = 20, MOST = 14 };
    struct timespec time = {0, ASLEEP * MS};
    uint64_t before, spent;

    measure_count();
    measure_arm(1000, 1000);
    before = measure_spent();
    while (nanosleep(&time, &time) != 0 && measure_ticks < ASLEEP)
        ;
    spent = (measure_spent() - before) / MS;
    measure_arm(0, 0);
    measured(fact,
             spent < MOST && measure_ticks < MOST ? HOST_RIGHT : HOST_BROKEN,
             "in a sleep of %d ms CPU time went on by %llu ms, and its timer "
             "of 1 ms ticked %d times",
             ASLEEP, (unsigned long long)spent, (int)measure_ticks);
}
