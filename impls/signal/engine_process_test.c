/* SPDX-License-Identifier: MIT */
/* fork, exec, and memory that goes away. */
#include "engine_fixture.h"
#include "reference/unit_test.h"

LIVE_TEST(shared_memory_has_the_ticks_of_both)
{
    pid_t child;

    start_still_on(other);
    stub_ticks(PC(1), 2);
    child = fork();
    stub_stop_clock();
    stub_ticks(PC(1), 10);
    if (child == 0)
        _exit(0);
    assert_int_equal(end_of(child), 0);
    assert_int_equal(other[1], 22);
}

#if STUB_WORKS
/* Each by the handler itself, as often as it can: a count that is not kept shows
 * where two processors run them. */
LIVE_TEST(of_two_processes_at_once_no_count_is_lost)
{
    enum { TIMES = 1000000 };
    struct region wide =
        region_make(other, BYTES, PC(0), 65536, 4, REGION_DOWN);
    uint32_t counted;
    struct sigaction action;
    ucontext_t interrupted = {0};
    siginfo_t info = {.si_signo = SIGPROF};
    sigset_t ticks;
    pid_t child;

    assert_int_equal(start_still(&wide, 1), 0);
    interrupted.uc_mcontext.gregs[REG_RIP] = (greg_t)PC(1);
    sigaction(SIGPROF, NULL, &action);
    sigemptyset(&ticks);
    sigaddset(&ticks, SIGPROF);
    pthread_sigmask(SIG_BLOCK, &ticks, NULL);
    child = fork();
    stub_stop_clock();
    for (unsigned i = 0; i < TIMES; i++)
        action.sa_sigaction(SIGPROF, &info, &interrupted);
    if (child == 0)
        _exit(0);
    pthread_sigmask(SIG_UNBLOCK, &ticks, NULL);
    assert_int_equal(end_of(child), 0);
    memcpy(&counted, other, sizeof counted);
    assert_int_equal(counted, 2 * TIMES);
}
#endif

LIVE_TEST(a_child_can_turn_itself_off)
{
    pid_t child;

    start_still_on(buffer);
    child = fork();
    if (child == 0) {
        stop();
        _exit(has_timer() ? 1 : 0);
    }
    assert_int_equal(end_of(child), 0);
    assert_true(has_timer());
    stub_ticks(PC(1), 1);
    assert_int_equal(buffer[1], 1);
}

LIVE_TEST(exec_leaves_nothing_behind)
{
    pid_t child;

    start_on(buffer);
    child = fork();
    if (child == 0) {
        block(SIGPROF);
        wait_for_a_pending_tick();
        execlp("sh", "sh", "-c",
               "grep -q '^ShdPnd:[[:space:]]*0*$' /proc/self/status &&"
               " test ! -s /proc/self/timers",
               (char *)NULL);
        _exit(127);
    }
    assert_int_equal(end_of(child), 0);
}

LIVE_TEST(an_unmapped_buffer_stops_its_region_only)
{
    uint16_t *going = page(MAP_PRIVATE);
    struct region list[2];

    list[0] = region_at(buffer, PC(0));
    list[1] = region_at(going, PC(COUNTERS));
    if (!STUB_WORKS)
        skip();
    assert_int_equal(start_still(list, 2), 0);
    stub_ticks(PC(COUNTERS + 1), 2);
    assert_int_equal(going[1], 2);
    munmap(going, BYTES);
    stub_ticks(PC(COUNTERS + 1), 3);
    stub_ticks(PC(1), 4);
    assert_int_equal(buffer[1], 4);
}

LIVE_TEST(a_stopped_region_stays_stopped)
{
    uint16_t *at = page(MAP_PRIVATE);

    start_still_on(at);
    mprotect(at, BYTES, PROT_READ);
    stub_ticks(PC(1), 1);
    mprotect(at, BYTES, PROT_READ | PROT_WRITE);
    stub_ticks(PC(1), 1);
    stop();
    assert_int_equal(at[1], 0);
    munmap(at, BYTES);
}

LIVE_TEST(a_truncated_file_stops_its_region)
{
    int file = memfd_create("buffer", 0);
    uint16_t *mapped;

    assert_int_equal(ftruncate(file, BYTES), 0);
    mapped = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    start_still_on(mapped);
    stub_ticks(PC(1), 1);
    assert_int_equal(mapped[1], 1);
    assert_int_equal(ftruncate(file, 0), 0);
    stub_ticks(PC(1), 2);
    assert_int_equal(ftruncate(file, BYTES), 0);
    stub_ticks(PC(1), 2);
    stop();
    assert_int_equal(mapped[1], 0);
    munmap(mapped, BYTES);
    close(file);
}

LIVE_TEST(a_fault_in_a_child_stops_the_region_there)
{
    pid_t child;

    start_still_on(buffer);
    child = fork();
    if (child == 0) {
        mprotect(buffer, BYTES, PROT_READ);
        stub_ticks(PC(1), 2);
        _exit(0);
    }
    assert_int_equal(end_of(child), 0);
    stub_ticks(PC(1), 2);
    assert_int_equal(buffer[1], 2);
}

LIVE_TEST(a_fault_is_caught_in_a_thread_that_blocks_faults)
{
    pid_t child;

    start_still_on(buffer);
    child = fork();
    if (child == 0) {
        block(SIGSEGV);
        mprotect(buffer, BYTES, PROT_READ);
        stub_ticks(PC(1), 2);
        _exit(0);
    }
    assert_int_equal(end_of(child), 0);
}

ENLIST(after_fork_both_count_each_in_its_own_copy, set_up, tear_down)
ENLIST(a_fork_that_tells_nobody_is_noticed_at_the_next_call, set_up, tear_down)

TESTS(map_text, NULL)
