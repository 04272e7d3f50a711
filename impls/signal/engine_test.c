/* SPDX-License-Identifier: MIT */
#include "engine_fixture.h"
#include "reference/unit_test.h"

LIVE_TEST(every_tick_counts_where_it_was)
{
    start_still_on(buffer);
    for (int i = 0; i < COUNTERS; i++)
        stub_ticks(PC(i) + (i & 1), 1 + i % 7);
    stub_ticks(PC(0) - 1, 3);
    stub_ticks(PC(COUNTERS), 3);
    stop();
    for (int i = 0; i < COUNTERS; i++)
        assert_int_equal(buffer[i], 1 + i % 7);
}

static void *tick_many(void *unused)
{
    stub_ticks(PC(5), 10000);
    return unused;
}

LIVE_TEST(threads_lose_no_ticks)
{
    pthread_t threads[4];

    start_still_on(buffer);
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, tick_many, NULL), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(buffer[5], 40000);
    assert_int_equal(buffer[4], 0);
    assert_int_equal(buffer[6], 0);
}

static void *tick_until_told(void *told)
{
    while (!atomic_load((atomic_bool *)told))
        stub_ticks(PC(5), 1);
    return NULL;
}

/* Many regions that begin below the pc and do not reach it, under one that
 * does: a handler takes long to find the latter, so that stop comes to a
 * handler at work time and again. */
static void start_slowly_on(void *base)
{
    enum { MANY = 2000 };
    static struct region list[MANY];

    for (int i = 0; i < MANY; i++)
        list[i] = region_make(base, 2, STUB_TEXT + (unsigned)i % 64, 65536, 2,
                              REGION_DOWN);
    list[0] = region_at(base, STUB_TEXT);
    if (!STUB_WORKS)
        skip();
    assert_int_equal(start_still(list, MANY), 0);
}

/* Once stop returns, the table and the buffer may go away. */
LIVE_TEST(stop_waits_for_handlers_in_other_threads)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    atomic_bool told = false;
    pthread_t thread;

    sigaction(SIGPROF, &ignore, &before);
    assert_int_equal(pthread_create(&thread, NULL, tick_until_told, &told), 0);
    for (int i = 0; i < 300; i++) {
        uint16_t *at = page(MAP_PRIVATE);

        start_slowly_on(at);
        stub_ticks(PC(1), 3);
        stop();
        assert_int_equal(at[(PC(1) - STUB_TEXT) / 2], 3);
        munmap(at, BYTES);
    }
    atomic_store(&told, true);
    pthread_join(thread, NULL);
    sigaction(SIGPROF, &before, NULL);
}

static volatile sig_atomic_t callers_ticks;

static void on_callers_tick(int number)
{
    (void)number;
    callers_ticks++;
}

static void on_callers_info(int number, siginfo_t *info, void *context)
{
    (void)info, (void)context;
    on_callers_tick(number);
}

static bool same_action(const struct sigaction *a, const struct sigaction *b)
{
    return a->sa_handler == b->sa_handler && a->sa_flags == b->sa_flags &&
           memcmp(&a->sa_mask, &b->sa_mask, 8) == 0;
}

LIVE_TEST(the_callers_state_comes_back)
{
    static const int numbers[] = {SIGPROF, SIGSEGV, SIGBUS};
    struct sigaction before[3], after;
    struct sigaction mine = {.sa_handler = on_callers_tick,
                             .sa_flags = SA_NODEFER};
    const struct itimerval hour = {{3600, 0}, {3600, 0}};
    struct itimerval timer, none = {{0, 0}, {0, 0}};
    struct sigaction first;
    sigset_t mask, mask_after;

    sigaddset(&mine.sa_mask, SIGUSR1);
    sigaction(SIGPROF, &mine, &first);
    setitimer(ITIMER_PROF, &hour, NULL);
    for (int i = 0; i < 3; i++)
        sigaction(numbers[i], NULL, &before[i]);
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    start_still_on(buffer);
    stub_ticks(PC(1), 1);
    stop();
    stop();
    for (int i = 0; i < 3; i++) {
        sigaction(numbers[i], NULL, &after);
        assert_true(same_action(&before[i], &after));
    }
    pthread_sigmask(SIG_SETMASK, NULL, &mask_after);
    assert_memory_equal(&mask, &mask_after, 8);
    getitimer(ITIMER_PROF, &timer);
    assert_true(timer.it_value.tv_sec > 3000);
    assert_false(has_timer());
    stub_ticks(PC(1), 2);
    assert_int_equal(callers_ticks, 2);
    assert_int_equal(buffer[1], 1);
    setitimer(ITIMER_PROF, &none, NULL);
    sigaction(SIGPROF, &first, NULL);
}

LIVE_TEST(no_tick_of_ours_is_pending_after_off)
{
    sigset_t set, mask;

    start_on(buffer);
    sigemptyset(&set);
    sigaddset(&set, SIGPROF);
    pthread_sigmask(SIG_BLOCK, &set, &mask);
    wait_for_a_pending_tick();
    raise(SIGPROF);
    stop();
    sigpending(&set);
    assert_false(sigismember(&set, SIGPROF));
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

LIVE_TEST(a_handler_set_meanwhile_stays)
{
    struct sigaction now, mine = {.sa_handler = on_callers_tick};
    struct sigaction info = {.sa_sigaction = on_callers_info,
                             .sa_flags = SA_SIGINFO};

    start_still_on(buffer);
    sigaction(SIGPROF, &mine, NULL);
    stop();
    sigaction(SIGPROF, NULL, &now);
    assert_true(now.sa_handler == on_callers_tick);
    signal(SIGPROF, SIG_DFL);
    start_still_on(buffer);
    sigaction(SIGPROF, &info, NULL);
    stop();
    sigaction(SIGPROF, NULL, &now);
    assert_true(now.sa_sigaction == on_callers_info);
    signal(SIGPROF, SIG_DFL);
}

LIVE_TEST(without_a_timer_nothing_is_changed)
{
    struct region region = region_at(buffer, PC(0));
    const struct rlimit none = {0, 0};
    pid_t child = fork();

    if (child == 0) {
        struct sigaction now;

        setrlimit(RLIMIT_SIGPENDING, &none);
        errno = 0;
        if (start(&region, 1, ENGINE_ORDINARY) != -1 || errno != EAGAIN)
            _exit(1);
        sigaction(SIGPROF, NULL, &now);
        _exit(now.sa_handler == SIG_DFL && !engine_is_on() ? 0 : 2);
    }
    assert_int_equal(end_of(child), 0);
}

LIVE_TEST(errno_is_left_alone)
{
    errno = 77;
    start_still_on(buffer);
    assert_int_equal(errno, 77);
    stub_ticks(PC(1), 1);
    mprotect(buffer, BYTES, PROT_READ);
    errno = 78;
    stub_ticks(PC(1), 1);
    assert_int_equal(errno, 78);
    mprotect(buffer, BYTES, PROT_READ | PROT_WRITE);
    stop();
    assert_int_equal(errno, 78);
}

LIVE_TEST(the_handler_disturbs_as_little_as_it_can)
{
    struct sigaction now;

    start_still_on(buffer);
    sigaction(SIGPROF, NULL, &now);
    assert_true(now.sa_flags & SA_RESTART);
    assert_true(now.sa_flags & SA_ONSTACK);
    assert_true(sigismember(&now.sa_mask, SIGRTMIN));
    assert_true(sigismember(&now.sa_mask, SIGALRM));
}

LIVE_TEST(periods_that_a_late_tick_stands_for_all_count)
{
    struct region all = region_at(buffer, 0);

    region_gather(&all);
    block(SIGPROF);
    assert_int_equal(start(&all, 1, ENGINE_ORDINARY), 0);
    wait_for_a_pending_tick();
    work(0.1);
    unblock(SIGPROF);
    assert_true(buffer[0] >= 5);
}

ENLIST(a_replaced_buffer_is_no_longer_written_to, set_up, tear_down)
ENLIST(ticks_are_in_the_buffer_while_it_is_on, set_up, tear_down)

TESTS(map_text, NULL)
