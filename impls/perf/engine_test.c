/* SPDX-License-Identifier: MIT */
#include "engine_fixture.h"

static void ticks_are_in_the_buffer_when_a_call_returns(void **state)
{
    (void)state;
    start_on(buffer);
    work(0.1);
    stop();
    assert_true(buffer[0] >= 20);
    assert_int_equal(perf_lost(), 0);
}

/* Most of them since the thread looked last, which is done with the first. */
static void the_last_ticks_count_where_they_were_when_turned_off(void **state)
{
    (void)state;
    for (int i = 0; i < ROUNDS; i++) {
        start_on(buffer);
        work(0.01);
        stop();
    }
    assert_true(buffer[0] >= LEAST);
}

static void the_last_ticks_count_where_they_were_when_replaced(void **state)
{
    (void)state;
    for (int i = 0; i < ROUNDS; i++) {
        start_on(buffer);
        work(0.01);
        start_on(other);
        stop();
    }
    assert_true(buffer[0] >= LEAST);
}

static void an_ordinary_period_is_ten_times_as_long(void **state)
{
    struct region region = everything(buffer);

    (void)state;
    start_on(buffer);
    work(0.05);
    assert_int_equal(start(&region, 1, ENGINE_ORDINARY), 0);
    buffer[0] = 0;
    work(0.4);
    stop();
    assert_in_range(buffer[0], 10, 100);
}

static void nothing_is_left_after_off(void **state)
{
    int files = entries("/proc/self/fd"), threads = entries("/proc/self/task");
    struct sigaction before, after;

    (void)state;
    sigaction(SIGSEGV, NULL, &before);
    start_on(buffer);
    assert_true(entries("/proc/self/fd") > files);
    assert_int_equal(entries("/proc/self/task"), threads + 1);
    stop();
    assert_int_equal(entries("/proc/self/fd"), files);
    assert_int_equal(entries("/proc/self/task"), threads);
    sigaction(SIGSEGV, NULL, &after);
    assert_ptr_equal(before.sa_sigaction, after.sa_sigaction);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(ticks_are_in_the_buffer_while_it_is_on),
        TEST(ticks_are_in_the_buffer_when_a_call_returns),
        TEST(the_last_ticks_count_where_they_were_when_turned_off),
        TEST(the_last_ticks_count_where_they_were_when_replaced),
        TEST(an_ordinary_period_is_ten_times_as_long),
        TEST(no_tick_comes_after_off),
        TEST(a_replaced_buffer_is_no_longer_written_to),
        TEST(nothing_is_left_after_off),
        TEST(a_clock_that_is_held_never_ticks),
        TEST(ticks_count_nowhere_while_it_is_off),
        TEST(a_buffer_that_goes_away_stops_its_region_only),
        TEST(a_live_tick_outlives_a_buffer_that_went_away),
        TEST(a_failing_start_changes_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
