/* SPDX-License-Identifier: MIT */
/* The engine over fork and exec. */
#include "engine_fixture.h"
#include "reference/unit_test.h"

LIVE_TEST(the_last_ticks_before_a_fork_are_in_both_copies)
{
    int seen = 0;

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
    pid_t child;

    start_on(buffer);
    child = fork();
    if (child == 0) {
        stop();
        _exit(entries("/proc/self/fd") == before ? 0 : 1);
    }
    assert_int_equal(end_of(child), 0);
}

LIVE_TEST(a_later_call_may_turn_such_a_child_on)
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
        if (perf_refused() != EMFILE || engine_is_on())
            _exit(1);
        setrlimit(RLIMIT_NOFILE, &limit);
        start_on(buffer);
        _exit(perf_refused() == 0 && counted(buffer) ? 0 : 2);
    }
    assert_int_equal(end_of(child), 0);
}

LIVE_TEST(exec_leaves_no_descriptor)
{
    pid_t child;

    start_on(buffer);
    child = fork();
    if (child == 0) {
        execlp("sh", "sh", "-c",
               "! ls -l /proc/$$/fd | grep -E 'perf_event|eventfd'",
               (char *)NULL);
        _exit(127);
    }
    assert_int_equal(end_of(child), 0);
}

ENLIST(after_fork_both_count_each_in_its_own_copy, set_up, tear_down)
ENLIST(memory_that_is_shared_has_the_ticks_of_both, set_up, tear_down)
ENLIST(a_fork_that_tells_nobody_is_noticed_at_the_next_call, set_up, tear_down)
ENLIST(a_child_that_may_not_be_profiled_is_off_and_says_so, set_up, tear_down)

TESTS(NULL, NULL)
