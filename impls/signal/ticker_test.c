/* SPDX-License-Identifier: MIT */
#include <pthread.h>
#include <sys/resource.h>

#include "impls/family/engine.h"
#include "impls/family/process_fixture.h"
#include "reference/unit_test.h"
#include "ticker.h"

static sigset_t only_prof;

static int block(void **state)
{
    (void)state;
    sigemptyset(&only_prof);
    sigaddset(&only_prof, SIGPROF);
    return pthread_sigmask(SIG_BLOCK, &only_prof, NULL);
}

static bool pending(void)
{
    sigset_t set;

    sigpending(&set);
    return sigismember(&set, SIGPROF);
}

static void work_until_pending(void)
{
    for (int i = 0; i < 60 && !pending(); i++)
        work(i == 0 ? 0.05 : 1);
    assert_true(pending());
}

/* Timers of this process. */
static int timers(void)
{
    FILE *list = fopen("/proc/self/timers", "r");
    char line[200];
    int count = 0;

    while (list && fgets(line, sizeof line, list))
        count += strncmp(line, "ID:", 3) == 0;
    if (list)
        fclose(list);
    return count;
}

TEST(it_ticks_until_stopped)
{
    const struct timespec now = {0, 0};

    assert_int_equal(ticker_start(ENGINE_ORDINARY), 0);
    assert_int_equal(timers(), 1);
    work_until_pending();
    ticker_stop();
    assert_int_equal(timers(), 0);
    ticker_stop();
    sigtimedwait(&only_prof, NULL, &now);
    work(0.05);
    assert_false(pending());
}

TEST(a_new_period_takes_no_second_timer)
{
    assert_int_equal(ticker_start(ENGINE_ORDINARY), 0);
    assert_int_equal(ticker_start(ENGINE_FAST), 0);
    assert_int_equal(timers(), 1);
    ticker_stop();
}

TEST(a_late_tick_counts_all_its_periods)
{
    siginfo_t info;

    assert_int_equal(ticker_start(ENGINE_ORDINARY), 0);
    work_until_pending();
    work(0.1);
    assert_int_equal(sigwaitinfo(&only_prof, &info), SIGPROF);
    ticker_stop();
    assert_int_equal(info.si_code, SI_TIMER);
    assert_true(info.si_overrun > 0);
    assert_int_equal(ticker_periods(&info), 1 + info.si_overrun);
}

TEST(a_signal_of_others_counts_once)
{
    siginfo_t info = {.si_code = SI_TIMER};

    info.si_overrun = 4;
    assert_int_equal(ticker_periods(&info), 1);
    info.si_code = SI_TKILL;
    assert_int_equal(ticker_periods(&info), 1);
}

TEST(a_child_has_one_of_its_own)
{
    pid_t child;

    assert_int_equal(ticker_start(ENGINE_ORDINARY), 0);
    child = fork();
    if (child == 0) {
        int before = timers();

        ticker_after_fork();
        _exit(10 * before + timers());
    }
    assert_int_equal(end_of(child), 1);
    ticker_stop();
    child = fork();
    if (child == 0) {
        ticker_after_fork();
        _exit(timers());
    }
    assert_int_equal(end_of(child), 0);
}

TEST(too_many_timers_are_an_error)
{
    const struct rlimit none = {0, 0};
    pid_t child = fork();

    if (child == 0) {
        setrlimit(RLIMIT_SIGPENDING, &none);
        _exit(ticker_start(ENGINE_ORDINARY) == EAGAIN && timers() == 0 ? 0 : 1);
    }
    assert_int_equal(end_of(child), 0);
}

TEST(a_period_that_can_not_be_is_an_error)
{
    assert_int_equal(ticker_start(4000000), EINVAL);
    assert_int_equal(timers(), 0);
}

TESTS(block, NULL)
