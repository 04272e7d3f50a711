/* SPDX-License-Identifier: MIT */
/* What holds of every engine; each one's test programs list those that they
 * run. */
#ifndef IMPLS_FAMILY_LIVE_TESTS_H
#define IMPLS_FAMILY_LIVE_TESTS_H

#include "live_fixture.h"

static inline void ticks_are_in_the_buffer_while_it_is_on(void **state)
{
    (void)state;
    start_on(buffer);
    assert_true(counted(buffer));
}

static inline void no_tick_comes_after_off(void **state)
{
    uint16_t at_off;

    (void)state;
    start_on(buffer);
    assert_true(counted(buffer));
    stop();
    at_off = buffer[0];
    work(0.1);
    assert_int_equal(buffer[0], at_off);
}

static inline void a_replaced_buffer_is_no_longer_written_to(void **state)
{
    uint16_t before;

    (void)state;
    start_on(buffer);
    assert_true(counted(buffer));
    start_on(other);
    before = buffer[0];
    assert_true(counted(other));
    stop();
    assert_int_equal(buffer[0], before);
}

static inline void a_clock_that_is_held_never_ticks(void **state)
{
    (void)state;
    hold(true);
    start_on(buffer);
    tick_at(5, 3);
    work(0.2);
    assert_int_equal(buffer[0], 3);
    hold(false);
    work(0.05);
    hold(true);
    assert_in_range(buffer[0], 4, 3 + 150); /* none of the time before */
}

static inline void ticks_count_nowhere_while_it_is_off(void **state)
{
    (void)state;
    hold(true);
    start_on(buffer);
    stop();
    tick_at(5, 3);
    assert_int_equal(buffer[0], 0);
}

static inline void a_buffer_that_goes_away_stops_its_region_only(void **state)
{
    struct region list[2];

    (void)state;
    hold(true);
    start_on(buffer);
    list[0] = region_make(other, BYTES, 0x1000, 65536, 2, REGION_DOWN);
    list[1] = region_make(buffer, BYTES, 0x9000, 65536, 2, REGION_DOWN);
    assert_int_equal(start(list, 2, ENGINE_ORDINARY), 0);
    mprotect(other, BYTES, PROT_READ);
    tick_at(0x1000, 2);
    tick_at(0x9000, 3);
    mprotect(other, BYTES, PROT_READ | PROT_WRITE);
    tick_at(0x1000, 2);
    assert_int_equal(other[0], 0);
    assert_int_equal(buffer[0], 3);
}

static inline void a_live_tick_outlives_a_buffer_that_went_away(void **state)
{
    struct region list[2];

    (void)state;
    hold(true);
    start_on(buffer);
    list[0] = everything(other);
    list[1] = everything(buffer);
    mprotect(other, BYTES, PROT_READ);
    assert_int_equal(start(list, 2, ENGINE_FAST), 0);
    hold(false);
    assert_true(counted(buffer));
    assert_int_equal(other[0], 0);
}

static inline bool fails_with(int error)
{
    struct region region = everything(buffer);
    int files = entries("/proc/self/fd"), threads = entries("/proc/self/task");

    errno = 0;
    return start(&region, 1, ENGINE_ORDINARY) == -1 && errno == error &&
           !engine_is_on() && entries("/proc/self/fd") == files &&
           threads_left_are(threads);
}

static inline void a_failing_start_changes_nothing(void **state)
{
    static const int errors[] = {EPERM, ENOSYS};

    (void)state;
    for (int i = 0; i < 2; i++) {
        pid_t child = fork();

        if (child == 0)
            _exit(forbid(tested.needs, errors[i]) && fails_with(errors[i]) ? 0
                                                                           : 1);
        assert_int_equal(end_of(child), 0);
    }
}

static inline void after_fork_both_count_each_in_its_own_copy(void **state)
{
    uint16_t parents;
    pid_t child;

    (void)state;
    start_on(buffer);
    assert_true(counted_to(buffer, 10));
    child = fork();
    if (child == 0) {
        parents = buffer[0];
        _exit(parents >= 10 && counted_to(buffer, parents + 20u) ? 0 : 1);
    }
    assert_int_equal(end_of(child), 0);
    parents = buffer[0];
    assert_true(counted_to(buffer, parents + 1u));
    stop();
}

static inline void memory_that_is_shared_has_the_ticks_of_both(void **state)
{
    pid_t child;

    (void)state;
    hold(true);
    start_on(other);
    tick_at(5, 10);
    child = fork();
    if (child == 0) {
        tick_at(5, 2000);
        _exit(0);
    }
    tick_at(5, 3000);
    assert_int_equal(end_of(child), 0);
    assert_int_equal(other[0], 5010);
}

/* One that no fork handler hears of. */
static inline void
a_fork_that_tells_nobody_is_noticed_at_the_next_call(void **state)
{
    pid_t child;

    (void)state;
    start_on(buffer);
    child = (pid_t)syscall(SYS_fork);
    if (child == 0) {
        hold(false);
        buffer[0] = 0;
        _exit(counted_to(buffer, 20) ? 0 : 1);
    }
    assert_int_equal(end_of(child), 0);
}

static inline void
a_child_that_may_not_be_profiled_is_off_and_says_so(void **state)
{
    pid_t child;

    (void)state;
    start_on(buffer);
    child = fork();
    if (child == 0) {
        if (tested.refused() != 0 || !forbid(tested.needs, EACCES))
            _exit(1);
        child = fork();
        if (child == 0)
            _exit(tested.refused() == EACCES && !engine_is_on() ? 0 : 2);
        _exit(end_of(child));
    }
    assert_int_equal(end_of(child), 0);
}

#endif
