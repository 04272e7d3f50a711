/* SPDX-License-Identifier: MIT */
#include "clock.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "proc.h"

enum { SHOT_LEAST = 1000 }; /* microseconds */

static sigset_t sigprof_set(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGPROF);
    return set;
}

static bool time_set(const struct timespec *time)
{
    return time->tv_sec != 0 || time->tv_nsec != 0;
}

static uint64_t time_in(const struct timespec *time)
{
    return (uint64_t)time->tv_sec * 1000000000 + (uint64_t)time->tv_nsec;
}

/* By the kernel's ids: the implementation's timer_t is not known here.  One
 * that is gone is not armed. */
static bool timer_read(struct held_timer *timer)
{
    struct itimerval prof;

    timer->setting = (struct itimerspec){.it_value = {0}};
    if (timer->number)
        return syscall(SYS_timer_gettime, timer->number - 1, &timer->setting) ==
               0;
    getitimer(ITIMER_PROF, &prof);
    TIMEVAL_TO_TIMESPEC(&prof.it_interval, &timer->setting.it_interval);
    TIMEVAL_TO_TIMESPEC(&prof.it_value, &timer->setting.it_value);
    return true;
}

static void timer_arm(const struct held_timer *timer,
                      const struct itimerspec *setting)
{
    struct itimerval prof;

    TIMESPEC_TO_TIMEVAL(&prof.it_interval, &setting->it_interval);
    TIMESPEC_TO_TIMEVAL(&prof.it_value, &setting->it_value);
    if (timer->number)
        syscall(SYS_timer_settime, timer->number - 1, 0, setting, NULL);
    else
        setitimer(ITIMER_PROF, &prof, NULL);
}

static bool timer_armed(const struct held_timer *timer)
{
    return time_set(&timer->setting.it_value);
}

static void note_timer(struct profiling_clock *clock, int id, int signal)
{
    if (signal != SIGPROF || clock->timer_count == CLOCK_TIMERS)
        clock->other_timers++;
    else
        clock->timers[++clock->timer_count].number = id + 1;
}

static bool exists(int id)
{
    return timer_read(&(struct held_timer){.number = id + 1});
}

enum { TRIED = 32 }; /* ids, at a time */

enum listing { LISTING_UNKNOWN, LISTING_TOLD, LISTING_NONE, LISTING_OTHER };

static const char list[] = "/proc/self/timers";
static enum listing listing; /* the same in all processes */
static int first_id;         /* where it is LISTING_OTHER */

/* Where the kernel has no list of them: by their ids, which it gives out from
 * 0 on, those known and the next that may have been made since.  What they
 * send is not known, and taken to be SIGPROF.  An emulator has room for so many
 * and gives out again what is free. */
static void try_timers(struct profiling_clock *clock)
{
    unsigned known = clock->timer_count;
    int id = listing == LISTING_OTHER ? first_id : clock->next_id;

    clock->timer_count = 0;
    for (unsigned k = 1; k <= known && listing != LISTING_OTHER; k++)
        if (exists(clock->timers[k].number - 1))
            note_timer(clock, clock->timers[k].number - 1, SIGPROF);
    for (int end = id + TRIED; id < end; id++)
        if (exists(id)) {
            note_timer(clock, id, SIGPROF);
            clock->next_id = id + 1;
        }
}

/* The next line behind that, which begins with a word; null: there is none. */
static const char *next_clock_line(const char *line, const char *word)
{
    while (line && *line && strncmp(line, word, strlen(word)) != 0) {
        line = strchr(line, '\n');
        line += line != NULL;
    }
    return line && *line ? line + strlen(word) : NULL;
}

/* Of one made for it: whether the list has the number that it was given. */
static void learn_listing(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_NONE};
    char text[8192];
    const char *line = text;
    int id;

    listing = access(list, R_OK) == 0 ? LISTING_TOLD : LISTING_NONE;
    if (listing == LISTING_NONE ||
        syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &id) != 0)
        return;
    listing = LISTING_OTHER;
    first_id = id - id % TRIED;
    proc_text(list, text, sizeof text);
    while ((line = next_clock_line(line, "ID: ")))
        if (atoi(line) == id)
            listing = LISTING_TOLD;
    syscall(SYS_timer_delete, id);
}

/* The POSIX timers of this process: lines "ID: 0", "signal: 27/...".  By
 * plain system calls, since stdio would allocate among what is judged. */
static void find_timers(struct profiling_clock *clock)
{
    char text[8192];
    const char *line = text, *signal;

    clock->other_timers = 0;
    if (!clock_lists_timers() || proc_text(list, text, sizeof text) < 0) {
        try_timers(clock);
        return;
    }
    clock->timer_count = 0;
    while ((line = next_clock_line(line, "ID: ")) &&
           (signal = next_clock_line(line, "signal: ")))
        note_timer(clock, atoi(line), atoi(signal));
}

static void clock_drain(void)
{
    static const struct timespec at_once;
    sigset_t set = sigprof_set();

    while (sigtimedwait(&set, NULL, &at_once) == SIGPROF)
        ;
}

/* Note what is armed, and disarm it.  True if anything was. */
static bool disarm(struct profiling_clock *clock)
{
    static const struct itimerspec no_timer;
    bool armed = false;

    for (unsigned k = 0; k <= clock->timer_count; k++) {
        struct held_timer *timer = &clock->timers[k];

        timer_read(timer);
        if (timer_armed(timer)) {
            timer_arm(timer, &no_timer);
            armed = true;
        }
    }
    return armed;
}

void clock_block(void)
{
    sigset_t set = sigprof_set();

    sigprocmask(SIG_BLOCK, &set, NULL);
}

void clock_release(struct profiling_clock *clock)
{
    clock_block();
    for (unsigned k = 0; k <= clock->timer_count; k++)
        if (timer_armed(&clock->timers[k]))
            timer_arm(&clock->timers[k], &clock->timers[k].setting);
}

void clock_open(void)
{
    sigset_t set = sigprof_set();

    sigprocmask(SIG_UNBLOCK, &set, NULL);
}

bool clock_lists_timers(void)
{
    if (listing == LISTING_UNKNOWN)
        learn_listing();
    return listing == LISTING_TOLD && access(list, R_OK) == 0;
}

bool clock_shut(void)
{
    sigset_t now;

    sigprocmask(SIG_BLOCK, NULL, &now);
    return sigismember(&now, SIGPROF) == 1;
}

bool clock_pending(void)
{
    sigset_t pending;

    sigpending(&pending);
    return sigismember(&pending, SIGPROF) == 1;
}

bool clock_armed(void)
{
    struct held_timer prof = {0};

    timer_read(&prof);
    return timer_armed(&prof);
}

void clock_hold(struct profiling_clock *clock)
{
    clock_block();
    find_timers(clock);
    disarm(clock);
    clock->seen |= clock_period(clock) != 0;
    clock_drain();
    clock_open();
}

void clock_forked(struct profiling_clock *clock)
{
    clock->timer_count = 0;
    clock->next_id = 0;
    clock_hold(clock);
}

bool clock_disturbed(struct profiling_clock *clock)
{
    struct profiling_clock now = *clock;

    if (!disarm(&now))
        return false;
    clock_hold(clock);
    *clock = now;
    clock->seen |= clock_period(clock) != 0;
    return true;
}

/* The timer that is the clock. */
static const struct held_timer *ticking(const struct profiling_clock *clock)
{
    for (unsigned k = 1; k <= clock->timer_count; k++)
        if (timer_armed(&clock->timers[k]))
            return &clock->timers[k];
    return &clock->timers[0];
}

/* In CPU time no case comes there. */
static const struct timespec far_off = {1000000, 0};

static bool is_far_off(const struct held_timer *timer)
{
    return timer->setting.it_value.tv_sec > far_off.tv_sec / 2;
}

void clock_watch(const struct profiling_clock *clock)
{
    if (timer_armed(ticking(clock)))
        timer_arm(ticking(clock), &(struct itimerspec){.it_value = far_off});
}

void clock_unwatch(struct profiling_clock *clock)
{
    static const struct itimerspec no_timer;
    struct held_timer *timer = &clock->timers[ticking(clock) - clock->timers];
    struct held_timer now = *timer;

    if (!timer_armed(timer))
        return;
    timer_read(&now);
    if (!timer_armed(&now))
        timer->setting = no_timer;
    else if (is_far_off(&now))
        timer_arm(timer, &no_timer);
}

uint64_t clock_period(const struct profiling_clock *clock)
{
    const struct held_timer *timer = ticking(clock);
    const struct timespec *period = &timer->setting.it_interval;

    if (!time_set(period))
        period = &timer->setting.it_value;
    if (!timer_armed(timer) ||
        (timer == clock->timers && period->tv_sec == CLOCK_CALLER_SECONDS))
        return 0;
    return (uint64_t)period->tv_sec * 1000000 +
           ((uint64_t)period->tv_nsec + 999) / 1000;
}

bool clock_periodic(const struct profiling_clock *clock)
{
    return time_set(&ticking(clock)->setting.it_interval);
}

void clock_shoot(const struct profiling_clock *clock)
{
    uint64_t period = clock_period(clock);

    if (period < SHOT_LEAST)
        period = SHOT_LEAST;
    timer_arm(
        ticking(clock),
        &(struct itimerspec){.it_interval = far_off,
                             .it_value = {(time_t)(period / 1000000),
                                          (long)(period % 1000000) * 1000}});
}

void clock_hasten(struct profiling_clock *clock)
{
    for (unsigned k = 0; k <= clock->timer_count; k++) {
        struct itimerspec *setting = &clock->timers[k].setting;
        const struct timespec soon = {0, SHOT_LEAST * 1000};

        if (time_in(&setting->it_value) > time_in(&soon) &&
            time_in(&setting->it_value) <= time_in(&setting->it_interval))
            setting->it_value = soon;
    }
}

bool clock_shot(const struct profiling_clock *clock)
{
    struct held_timer now = *ticking(clock);

    timer_read(&now);
    return !timer_armed(&now) || is_far_off(&now);
}

uint64_t clock_time(clockid_t clock)
{
    struct timespec now = {0, 0};

    clock_gettime(clock, &now);
    return time_in(&now);
}

uint64_t clock_spent(void)
{
    return clock_time(CLOCK_PROCESS_CPUTIME_ID);
}

void clock_spend(uint64_t nanoseconds)
{
    uint64_t start = clock_spent();

    while (clock_spent() - start < nanoseconds)
        ;
}

bool clock_running(const struct profiling_clock *clock)
{
    return !clock->seen || clock_period(clock) != 0;
}

uint64_t clock_look(bool *interval)
{
    struct profiling_clock now = {0};
    uint64_t period;

    find_timers(&now);
    for (unsigned k = 0; k <= now.timer_count; k++)
        timer_read(&now.timers[k]);
    period = clock_period(&now);
    *interval = period != 0 && ticking(&now) == now.timers;
    return period;
}
