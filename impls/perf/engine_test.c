/* SPDX-License-Identifier: MIT */
#include "engine_fixture.h"
#include "reference/unit_test.h"

LIVE_TEST(ticks_are_in_the_buffer_when_a_call_returns)
{
    start_on(buffer);
    work(0.1);
    stop();
    assert_true(buffer[0] >= 20);
    assert_int_equal(perf_lost(), 0);
}

/* Most of them since the thread looked last, which is done with the first. */
LIVE_TEST(the_last_ticks_count_where_they_were_when_turned_off)
{
    for (int i = 0; i < ROUNDS; i++) {
        start_on(buffer);
        work(0.01);
        stop();
    }
    assert_true(buffer[0] >= LEAST);
}

LIVE_TEST(the_last_ticks_count_where_they_were_when_replaced)
{
    for (int i = 0; i < ROUNDS; i++) {
        start_on(buffer);
        work(0.01);
        start_on(other);
        stop();
    }
    assert_true(buffer[0] >= LEAST);
}

LIVE_TEST(an_ordinary_period_is_ten_times_as_long)
{
    struct region region = everything(buffer);

    start_on(buffer);
    work(0.05);
    assert_int_equal(start(&region, 1, ENGINE_ORDINARY), 0);
    buffer[0] = 0;
    work(0.4);
    stop();
    assert_in_range(buffer[0], 10, 100);
}

LIVE_TEST(nothing_is_left_after_off)
{
    int files = entries("/proc/self/fd"), threads = entries("/proc/self/task");
    struct sigaction before, after;

    sigaction(SIGSEGV, NULL, &before);
    start_on(buffer);
    assert_true(entries("/proc/self/fd") > files);
    assert_int_equal(entries("/proc/self/task"), threads + 1);
    stop();
    assert_int_equal(entries("/proc/self/fd"), files);
    assert_true(threads_left_are(threads));
    sigaction(SIGSEGV, NULL, &after);
    assert_ptr_equal(before.sa_sigaction, after.sa_sigaction);
}

ENLIST(ticks_are_in_the_buffer_while_it_is_on, set_up, tear_down)
ENLIST(no_tick_comes_after_off, set_up, tear_down)
ENLIST(a_replaced_buffer_is_no_longer_written_to, set_up, tear_down)
ENLIST(a_clock_that_is_held_never_ticks, set_up, tear_down)
ENLIST(ticks_count_nowhere_while_it_is_off, set_up, tear_down)
ENLIST(a_buffer_that_goes_away_stops_its_region_only, set_up, tear_down)
ENLIST(a_live_tick_outlives_a_buffer_that_went_away, set_up, tear_down)
ENLIST(a_failing_start_changes_nothing, set_up, tear_down)

TESTS(NULL, NULL)
