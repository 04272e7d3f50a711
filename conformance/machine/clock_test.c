/* SPDX-License-Identifier: MIT */
/* A clock that is held, armed for one tick. */
#include <stdlib.h>

#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <time.h>

#include "clock.h"
#include "impls/own/process_fixture.h"
#include "reference/unit_test.h"

static const struct itimerval slow = {{100, 500000}, {100, 500000}};

static volatile int ticks;

static void count(int number)
{
    (void)number;
    ticks++;
}

static struct profiling_clock held_itimer(const struct itimerval *setting)
{
    struct profiling_clock clock = {0};

    ticks = 0;
    signal(SIGPROF, count);
    setitimer(ITIMER_PROF, setting, NULL);
    clock_hold(&clock);
    return clock;
}

TEST(a_shot_is_armed_once_for_the_period)
{
    struct profiling_clock clock = held_itimer(&slow), before = clock;
    struct itimerval now;

    assert_int_equal(clock_period(&clock), 100500000);
    clock_shoot(&clock);
    getitimer(ITIMER_PROF, &now);
    assert_in_range(now.it_interval.tv_sec, 1000000, 1000001);
    assert_in_range(now.it_value.tv_sec, 90, 100);
    assert_false(clock_shot(&clock));
    assert_memory_equal(&clock, &before, sizeof clock);
    setitimer(ITIMER_PROF, &(struct itimerval){{0, 0}, {0, 0}}, NULL);
}

TEST(a_posix_timer_is_shot_in_the_same_way)
{
    const struct itimerspec setting = {{100, 5000000}, {100, 5000000}};
    const struct itimerspec soon = {{0, 1000}, {0, 1000}}, never = {0};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = SIGPROF};
    struct profiling_clock clock = {0};
    struct itimerspec now;
    uint64_t before;
    timer_t timer;

    signal(SIGPROF, count);
    assert_int_equal(timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer), 0);
    timer_settime(timer, 0, &setting, NULL);
    clock_hold(&clock);
    assert_int_equal(clock_period(&clock), 100005000);
    clock_shoot(&clock);
    timer_gettime(timer, &now);
    assert_int_equal(now.it_interval.tv_sec, 1000000);
    assert_in_range(now.it_value.tv_sec, 90, 100);
    assert_false(clock_shot(&clock));
    timer_settime(timer, 0, &never, NULL);
    clock.timers[1].setting = soon;
    before = clock_spent();
    clock_shoot(&clock);
    timer_gettime(timer, &now);
    assert_true((uint64_t)now.it_value.tv_nsec + (clock_spent() - before) >=
                1000000);
    timer_delete(timer);
}

TEST(a_first_tick_within_the_period_comes_soon)
{
    static const struct {
        struct itimerspec held; /* every, first */
        struct timespec first;  /* once it is released */
    } rows[] = {
        {{{1, 500}, {1, 500}}, {0, 1000000}},
        {{{1, 500}, {0, 1000001}}, {0, 1000000}},
        {{{1, 500}, {0, 500}}, {0, 500}},
        {{{1, 500}, {1, 501}}, {1, 501}},
        {{{0, 0}, {1, 0}}, {1, 0}},   /* its handler arms it again */
        {{{1, 500}, {0, 0}}, {0, 0}}, /* not armed */
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct profiling_clock clock = {
            .timers = {{.setting = rows[k].held}, {.setting = rows[k].held}},
            .timer_count = 1};

        clock_hasten(&clock);
        for (unsigned t = 0; t <= clock.timer_count; t++) {
            const struct itimerspec *now = &clock.timers[t].setting;

            assert_memory_equal(&now->it_value, &rows[k].first,
                                sizeof now->it_value);
            assert_memory_equal(&now->it_interval, &rows[k].held.it_interval,
                                sizeof now->it_interval);
        }
    }
}

TEST(it_comes_once)
{
    const struct itimerval fast = {{0, 1}, {0, 1}};
    struct profiling_clock clock = held_itimer(&fast);

    ticks = 0;
    clock_shoot(&clock);
    while (!clock_shot(&clock))
        ;
    while (ticks == 0)
        ;
    assert_int_equal(ticks, 1);
    assert_true(clock_shot(&clock));
    clock_unwatch(&clock);
    assert_false(clock_armed());
    assert_int_equal(clock_period(&clock), 1);
}

/* 0; CANNOT where nobody may hide /proc. */
static int hold_without_a_list(void)
{
    const struct itimerspec setting = {{1, 0}, {1, 0}};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = SIGPROF};
    struct profiling_clock clock = {0};
    struct itimerspec now;
    timer_t timer;

    if (unshare(CLONE_NEWNS) != 0 ||
        mount("none", "/", "none", MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("none", "/proc", "tmpfs", 0, NULL) != 0)
        return CANNOT;
    /* more than are tried beyond those known */
    for (int k = 0; k < 100; k++) {
        if (timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) != 0)
            return 1;
        timer_settime(timer, 0, &setting, NULL);
        clock_hold(&clock);
        timer_gettime(timer, &now);
        if (clock_period(&clock) != 1000000 || now.it_value.tv_sec != 0 ||
            now.it_value.tv_nsec != 0)
            return 2;
        timer_delete(timer);
        clock_release(&clock);
        clock_hold(&clock);
        if (clock_period(&clock) != 0)
            return 3;
    }
    return clock_lists_timers();
}

TEST(timers_are_held_where_there_is_no_list_of_them)
{
    assert_child_can(hold_without_a_list);
}

TESTS(NULL, NULL)
