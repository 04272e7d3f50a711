/* SPDX-License-Identifier: MIT */
#include "fixture.h"

#include <pthread.h>

#include "engine.h"

enum { BYTES = 4096 };

static uint16_t *buffer, *other;

static uint16_t *page(int flags)
{
    void *at =
        mmap(NULL, BYTES, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0);

    assert_ptr_not_equal(at, MAP_FAILED);
    return at;
}

/* Every pc counts in the first counter. */
static struct region everything(void *base)
{
    struct region region =
        region_make(base, BYTES, 0, 65536, 2, REGION_DOWN);

    region_gather(&region);
    return region;
}

static int start(const struct region *list, size_t count, unsigned period)
{
    struct engine_call call;

    engine_enter(&call);
    return engine_leave(&call, engine_start(list, count, period));
}

static void start_on(void *base)
{
    struct region region = everything(base);

    skip_without_perf();
    assert_int_equal(start(&region, 1, ENGINE_FAST), 0);
}

static void stop(void)
{
    struct engine_call call;

    engine_enter(&call);
    engine_stop();
    engine_leave(&call, 0);
}

static void hold(bool held)
{
    struct engine_call call;

    engine_enter(&call);
    perf_hold(held);
    engine_leave(&call, 0);
}

static void count_at(uint64_t pc, size_t count)
{
    struct engine_call call;

    engine_enter(&call);
    while (count-- > 0)
        perf_count(&pc, 1);
    engine_leave(&call, 0);
}

static int set_up(void **state)
{
    (void)state;
    engine_current = &engine_perf;
    buffer = page(MAP_PRIVATE);
    other = page(MAP_SHARED);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    stop();
    hold(false);
    munmap(buffer, BYTES);
    munmap(other, BYTES);
    return 0;
}

/* A minute of CPU time at most. */
static bool counted(volatile uint16_t *counter)
{
    double end = cpu_seconds() + 60;

    while (*counter == 0 && cpu_seconds() < end)
        spin();
    return *counter > 0;
}

static void ticks_are_in_the_buffer_while_it_is_on(void **state)
{
    (void)state;
    start_on(buffer);
    assert_true(counted(buffer));
}

static void ticks_are_in_the_buffer_when_a_call_returns(void **state)
{
    (void)state;
    start_on(buffer);
    work(0.1);
    stop();
    assert_true(buffer[0] >= 20);
    assert_int_equal(perf_lost(), 0);
}

enum { ROUNDS = 20, LEAST = 4 * ROUNDS }; /* of ten ticks in a round */

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

static void the_last_ticks_before_a_fork_are_in_both_copies(void **state)
{
    int seen = 0;

    (void)state;
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

static void no_tick_comes_after_off(void **state)
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

static void a_replaced_buffer_is_no_longer_written_to(void **state)
{
    uint16_t before;

    (void)state;
    start_on(buffer);
    work(0.05);
    start_on(other);
    before = buffer[0];
    assert_true(before > 0);
    assert_true(counted(other));
    stop();
    assert_int_equal(buffer[0], before);
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

static void a_clock_that_is_held_never_ticks(void **state)
{
    (void)state;
    hold(true);
    start_on(buffer);
    work(0.1);
    count_at(5, 3);
    assert_int_equal(buffer[0], 3);
    hold(false);
    work(0.1);
    hold(true);
    assert_true(buffer[0] > 3);
}

static void ticks_count_nowhere_while_it_is_off(void **state)
{
    (void)state;
    hold(true);
    start_on(buffer);
    stop();
    count_at(5, 3);
    assert_int_equal(buffer[0], 0);
}

static void after_fork_both_count_each_in_its_own_copy(void **state)
{
    uint16_t parents;
    pid_t child;

    (void)state;
    start_on(buffer);
    work(0.05);
    child = fork();
    if (child == 0) {
        parents = buffer[0];
        work(0.1);
        stop();
        _exit(parents >= 10 && buffer[0] >= parents + 20 ? 0 : 1);
    }
    assert_int_equal(end_of(child), 0);
    parents = buffer[0];
    work(0.1);
    stop();
    assert_true(buffer[0] > parents);
}

static void memory_that_is_shared_has_the_ticks_of_both(void **state)
{
    pid_t child;

    (void)state;
    hold(true);
    start_on(other);
    count_at(5, 10);
    child = fork();
    if (child == 0) {
        count_at(5, 200);
        _exit(0);
    }
    count_at(5, 300);
    assert_int_equal(end_of(child), 0);
    assert_int_equal(other[0], 510);
}

static void a_child_has_none_of_its_parents_descriptors(void **state)
{
    int before = entries("/proc/self/fd");
    pid_t child;

    (void)state;
    start_on(buffer);
    child = fork();
    if (child == 0) {
        stop();
        _exit(entries("/proc/self/fd") == before ? 0 : 1);
    }
    assert_int_equal(end_of(child), 0);
}

static void a_fork_that_tells_nobody_is_noticed_at_the_next_call(void **state)
{
    pid_t child;

    (void)state;
    start_on(buffer);
    child = (pid_t)syscall(SYS_fork);
    if (child == 0) {
        hold(false);
        work(0.1);
        stop();
        _exit(buffer[0] >= 20 ? 0 : 1);
    }
    assert_int_equal(end_of(child), 0);
}

static void a_child_that_may_not_sample_is_off_and_says_so(void **state)
{
    pid_t child;

    (void)state;
    start_on(buffer);
    child = fork();
    if (child == 0) {
        if (perf_refused() != 0 || !forbid_perf(EACCES))
            _exit(1);
        child = fork();
        if (child == 0)
            _exit(perf_refused() == EACCES && !engine_is_on() ? 0 : 2);
        _exit(end_of(child));
    }
    assert_int_equal(end_of(child), 0);
}

static void a_later_call_may_turn_such_a_child_on(void **state)
{
    int files = entries("/proc/self/fd");
    struct rlimit limit;
    pid_t child;

    (void)state;
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

static void exec_leaves_no_descriptor(void **state)
{
    pid_t child;

    (void)state;
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

static void a_buffer_that_goes_away_stops_its_region_only(void **state)
{
    struct region list[2];

    (void)state;
    skip_without_perf();
    list[0] = region_make(other, BYTES, 0x1000, 65536, 2, REGION_DOWN);
    list[1] = region_make(buffer, BYTES, 0x9000, 65536, 2, REGION_DOWN);
    hold(true);
    assert_int_equal(start(list, 2, ENGINE_ORDINARY), 0);
    mprotect(other, BYTES, PROT_READ);
    count_at(0x1000, 2);
    count_at(0x9000, 3);
    mprotect(other, BYTES, PROT_READ | PROT_WRITE);
    count_at(0x1000, 2);
    assert_int_equal(other[0], 0);
    assert_int_equal(buffer[0], 3);
}

static void a_live_tick_outlives_a_buffer_that_went_away(void **state)
{
    struct region list[2];

    (void)state;
    skip_without_perf();
    list[0] = everything(other);
    list[1] = everything(buffer);
    mprotect(other, BYTES, PROT_READ);
    assert_int_equal(start(list, 2, ENGINE_FAST), 0);
    assert_true(counted(buffer));
    assert_int_equal(other[0], 0);
}

static void a_failing_start_changes_nothing(void **state)
{
    struct region region = everything(buffer);
    int files = entries("/proc/self/fd");
    pid_t child = fork();

    (void)state;
    if (child == 0) {
        errno = 0;
        _exit(forbid_perf(EPERM) &&
                      start(&region, 1, ENGINE_ORDINARY) == -1 &&
                      errno == EPERM && !engine_is_on() &&
                      entries("/proc/self/fd") == files &&
                      entries("/proc/self/task") == 3
                  ? 0
                  : 1);
    }
    assert_int_equal(end_of(child), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(ticks_are_in_the_buffer_while_it_is_on),
        TEST(ticks_are_in_the_buffer_when_a_call_returns),
        TEST(the_last_ticks_count_where_they_were_when_turned_off),
        TEST(the_last_ticks_count_where_they_were_when_replaced),
        TEST(the_last_ticks_before_a_fork_are_in_both_copies),
        TEST(an_ordinary_period_is_ten_times_as_long),
        TEST(no_tick_comes_after_off),
        TEST(a_replaced_buffer_is_no_longer_written_to),
        TEST(nothing_is_left_after_off),
        TEST(a_clock_that_is_held_never_ticks),
        TEST(ticks_count_nowhere_while_it_is_off),
        TEST(after_fork_both_count_each_in_its_own_copy),
        TEST(memory_that_is_shared_has_the_ticks_of_both),
        TEST(a_child_has_none_of_its_parents_descriptors),
        TEST(a_fork_that_tells_nobody_is_noticed_at_the_next_call),
        TEST(a_child_that_may_not_sample_is_off_and_says_so),
        TEST(a_later_call_may_turn_such_a_child_on),
        TEST(exec_leaves_no_descriptor),
        TEST(a_buffer_that_goes_away_stops_its_region_only),
        TEST(a_live_tick_outlives_a_buffer_that_went_away),
        TEST(a_failing_start_changes_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
