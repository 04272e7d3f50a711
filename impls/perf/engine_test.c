/* SPDX-License-Identifier: MIT */
/* The engine on perf: what all engines do, and the last ticks of this one,
 * which are in rings until they are counted. */
#include "fixture.h"
#include "impls/own/live_test.h"

enum { ROUNDS = 20, LEAST = 4 * ROUNDS }; /* of ten ticks in a round */

static const struct tested tested = {
    .engine = &engine_perf,
    .is_possible = perf_is_possible,
    .needs = SYS_perf_event_open,
};

/* Most of them came since the thread looked last, which is done with the
 * first. */
LIVE_TEST(the_last_ticks_count_where_they_were)
{
    int seen = 0;

    for (int i = 0; i < ROUNDS; i++) {
        start_on(buffer);
        work(0.01);
        stop();
    }
    assert_true(buffer[0] >= LEAST);
    buffer[0] = 0;
    for (int i = 0; i < ROUNDS; i++) {
        start_on(buffer);
        work(0.01);
        start_on(other);
        stop();
    }
    assert_true(buffer[0] >= LEAST);
    for (int i = 0; i < ROUNDS; i++) {
        pid_t child;

        buffer[0] = 0;
        start_on(buffer);
        work(0.01);
        child = fork();
        if (child == 0)
            _exit(buffer[0] < 100 ? buffer[0] : 100);
        seen += end_of(child);
        stop();
    }
    assert_true(seen >= LEAST);
}

LIVE_TEST(a_child_has_none_of_its_parents_descriptors)
{
    int before = entries("/proc/self/fd");

    start_on(buffer);
    ASSERT_IN_CHILD((stop(), entries("/proc/self/fd") == before));
}

LIVE_TEST(a_later_call_may_turn_a_child_on_that_was_refused)
{
    int files = entries("/proc/self/fd");
    struct rlimit limit;
    pid_t child;

    start_on(buffer);
    getrlimit(RLIMIT_NOFILE, &limit);
    child = fork();
    if (child == 0) {
        limit_files(files - entries("/proc/self/fd"));
        child = fork();
        if (child != 0)
            _exit(end_of(child));
        if (deliver(NULL, 0) != EMFILE || engine_current->is_on())
            _exit(1);
        setrlimit(RLIMIT_NOFILE, &limit);
        start_on(buffer);
        _exit(deliver(NULL, 0) == 0 && counted(buffer) ? 0 : 2);
    }
    assert_int_equal(end_of(child), 0);
}

TESTS(NULL, NULL)
