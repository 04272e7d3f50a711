/* SPDX-License-Identifier: MIT */
/* The pace of a tracer, without one: of a child that sleeps or works. */
#include "fixture.h"

#include "pace.h"
#include "reference/unit_test.h"

enum { PERIOD = 1000000 };

static pid_t child;
static struct pace pace;
static struct timespec until;
static bool sleeps;

static void on_work(int number)
{
    (void)number;
    work(0.05);
}

/* It has been asleep once this returns. */
static void wait_until_it_sleeps(void)
{
    char path[64], text[256], state = 'R';

    snprintf(path, sizeof path, "/proc/%d/stat", (int)child);
    while (state != 'S') {
        FILE *file = fopen(path, "r");

        assert_non_null(file);
        assert_non_null(fgets(text, sizeof text, file));
        fclose(file);
        state = strrchr(text, ')')[2];
    }
}

static int make_child(void **state)
{
    sigset_t alarm;

    (void)state;
    sigemptyset(&alarm);
    sigaddset(&alarm, SIGALRM);
    sigprocmask(SIG_BLOCK, &alarm, NULL);
    child = fork();
    if (child == 0) {
        signal(SIGUSR1, on_work);
        for (;;)
            pause();
    }
    pace_begin(&pace, child, SIGALRM);
    wait_until_it_sleeps();
    while (pace_due(&pace, PERIOD, &until, &sleeps) || !pace.idle)
        ;
    return pace.has_timer ? 0 : -1;
}

static int end_child(void **state)
{
    (void)state;
    timer_delete(pace.timer);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    return 0;
}

TEST_WITH(while_a_process_sleeps_nobody_looks, make_child, end_child)
{
    assert_false(pace_due(&pace, PERIOD, &until, &sleeps));
    assert_false(sleeps); /* until it is woken */
}

TEST_WITH(work_wakes_who_is_to_look, make_child, end_child)
{
    sigset_t alarm;
    int number;

    sigemptyset(&alarm);
    sigaddset(&alarm, SIGALRM);
    kill(child, SIGUSR1);
    assert_int_equal(sigwait(&alarm, &number), 0);
    assert_true(pace_due(&pace, PERIOD, &until, &sleeps));
    assert_true(sleeps);
    assert_int_equal(until.tv_sec, 0);
    assert_in_range(until.tv_nsec, 1, PERIOD);
}

static uint64_t now_by_clock(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

TEST_WITH(it_is_not_due_twice_in_a_period, make_child, end_child)
{
    const uint64_t hour = UINT64_C(3600) * 1000000000;

    pace.idle = false;
    /* It is due as of now: how long the machine is up must not matter. */
    pace.next = now_by_clock();
    kill(child, SIGUSR1);
    while (!pace_due(&pace, hour, &until, &sleeps))
        pace.next = now_by_clock();
    assert_false(pace_due(&pace, hour, &until, &sleeps));
    assert_true(sleeps);
    assert_true(until.tv_sec > 3000);
}

TESTS(NULL, NULL)
