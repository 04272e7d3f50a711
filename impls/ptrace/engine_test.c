/* SPDX-License-Identifier: MIT */
#include "fixture.h"
#include "reference/unit_test.h"

/* The first may be of CPU time before. */
LIVE_TEST(a_tick_is_a_period_of_cpu_time)
{
    struct region region = everything(buffer);
    double before, spent;

    start_on(buffer);
    before = cpu_seconds();
    work(0.3);
    stop();
    spent = cpu_seconds() - before;
    assert_in_range(buffer[0], 150, 1 + (unsigned)(spent * 1000));
    buffer[0] = 0;
    before = cpu_seconds();
    assert_int_equal(start(&region, 1, ENGINE_ORDINARY), 0);
    work(0.3);
    stop();
    spent = cpu_seconds() - before;
    assert_in_range(buffer[0], 15, 1 + (unsigned)(spent * 100));
}

LIVE_TEST(a_process_that_sleeps_gets_no_ticks)
{
    const struct timespec nap = {.tv_nsec = 300000000};

    start_on(buffer);
    work(0.01);
    buffer[0] = 0;
    assert_int_equal(nanosleep(&nap, NULL), 0);
    assert_in_range(buffer[0], 0, 2);
}

static void *work_in_thread(void *unused)
{
    work(0.2);
    return unused;
}

LIVE_TEST(a_thread_made_later_is_sampled_too)
{
    pthread_t thread;

    start_on(buffer);
    buffer[0] = 0;
    assert_int_equal(pthread_create(&thread, NULL, work_in_thread, NULL), 0);
    pthread_join(thread, NULL);
    assert_in_range(buffer[0], 100, 210);
}

static pthread_barrier_t go;

static void *work_when_told(void *unused)
{
    pthread_barrier_wait(&go);
    pthread_barrier_wait(&go);
    return work_in_thread(unused);
}

LIVE_TEST(threads_made_before_are_sampled_each_by_its_own_time)
{
    pthread_t threads[2];

    pthread_barrier_init(&go, NULL, 3);
    for (int i = 0; i < 2; i++)
        assert_int_equal(
            pthread_create(&threads[i], NULL, work_when_told, NULL), 0);
    pthread_barrier_wait(&go);
    start_on(buffer);
    buffer[0] = 0;
    pthread_barrier_wait(&go);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert_in_range(buffer[0], 200, 420);
}

LIVE_TEST(nothing_is_left_after_off)
{
    int files = entries("/proc/self/fd"), threads = entries("/proc/self/task");
    struct sigaction before, after;
    sigset_t mask_before, mask;
    int tracer;

    sigaction(SIGSEGV, NULL, &before);
    sigprocmask(SIG_BLOCK, NULL, &mask_before);
    start_on(buffer);
    assert_int_equal(tracer_of(getpid()), engine_ptrace_tracer());
    assert_int_equal(entries("/proc/self/task"), threads + 1);
    tracer = handle_of(engine_ptrace_tracer());
    assert_true(tracer >= 0);
    stop();
    assert_int_equal(engine_ptrace_tracer(), 0);
    assert_true(ends(tracer));
    assert_int_equal(tracer_of(getpid()), 0);
    assert_int_equal(entries("/proc/self/fd"), files);
    assert_true(threads_left_are(threads));
    sigaction(SIGSEGV, NULL, &after);
    assert_ptr_equal(before.sa_sigaction, after.sa_sigaction);
    sigprocmask(SIG_BLOCK, NULL, &mask);
    assert_memory_equal(&mask, &mask_before, 8);
}

LIVE_TEST(the_program_sees_no_child_and_no_descriptor)
{
    int files = entries("/proc/self/fd"), status;
    sigset_t child, before, pending;

    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, &before);
    start_on(buffer);
    assert_int_equal(entries("/proc/self/fd"), files);
    assert_int_equal(waitpid(-1, &status, __WALL | WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    stop();
    sigpending(&pending);
    assert_false(sigismember(&pending, SIGCHLD));
    sigprocmask(SIG_SETMASK, &before, NULL);
}

LIVE_TEST(a_program_that_adopts_orphans_does_not_see_it_either)
{
    pid_t child;

    start_on(buffer);
    stop();
    child = fork();
    if (child == 0) {
        sigset_t all, pending;

        prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
        sigfillset(&all);
        sigprocmask(SIG_BLOCK, &all, NULL);
        start_on(buffer);
        if (waitpid(-1, NULL, WNOHANG) != -1 || errno != ECHILD)
            _exit(1);
        stop();
        if (waitpid(-1, NULL, WNOHANG | __WALL) != -1 || errno != ECHILD)
            _exit(2);
        sigpending(&pending);
        _exit(sigismember(&pending, SIGCHLD) ? 3 : 0);
    }
    assert_int_equal(end_of(child), 0);
}

/* The program has none of the faults of counting, and all of its own. */
LIVE_TEST(a_fault_of_the_program_is_its_own)
{
    pid_t child;

    child = fork();
    if (child == 0) {
        start_on(buffer);
        signal(SIGSEGV, SIG_DFL);
        mprotect(other, BYTES, PROT_READ);
        other[0] = 1;
        _exit(0);
    }
    assert_int_equal(end_of(child), -SIGSEGV);
}

LIVE_TEST(nobody_traces_after_a_failing_start)
{
    struct region region = everything(buffer);
    pid_t child = fork();

    if (child == 0)
        _exit(forbid(SYS_ptrace, ENOSYS) &&
                      start(&region, 1, ENGINE_ORDINARY) == -1 &&
                      engine_ptrace_refused() == ENOSYS &&
                      tracer_of(getpid()) <= 0
                  ? 0
                  : 1);
    assert_int_equal(end_of(child), 0);
}

LIVE_TEST(where_somebody_traces_already_it_says_so)
{
    struct region region = everything(buffer);
    char why[400];
    int status;
    pid_t child;

    child = fork();
    if (child == 0) {
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        raise(SIGSTOP);
        _exit(start(&region, 1, ENGINE_FAST) == -1 && errno == EPERM ? 0 : 1);
    }
    waitpid(child, &status, 0);
    if (!WIFSTOPPED(status))
        skip(); /* nobody can */
    ptrace(PTRACE_CONT, child, NULL, NULL);
    assert_int_equal(end_of(child), 0);
    engine_ptrace_explain(EPERM, why, sizeof why);
    assert_non_null(strstr(why, "EPERM"));
    assert_non_null(strstr(why, "/proc/sys/kernel/yama/ptrace_scope"));
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
