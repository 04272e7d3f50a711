/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine.h"
#include "stub.h"
#include "ticker.h"

enum { BYTES = 4096, COUNTERS = BYTES / 2 };

#define PC(counter) (STUB_TEXT + 0x100 + 2 * (uint64_t)(counter))

static uint16_t *buffer; /* a page, zeroed before each test */

static struct region region_at(void *base, uint64_t offset)
{
    return region_make(base, BYTES, offset, 65536, 2, REGION_DOWN);
}

static int start_with_clock(const struct region *list, size_t count)
{
    struct engine_call call;

    engine_enter(&call);
    return engine_leave(&call, engine_start(list, count, TICKER_ORDINARY));
}

static int start(const struct region *list, size_t count)
{
    int result = start_with_clock(list, count);

    stub_stop_clock();
    return result;
}

static void stop(void)
{
    struct engine_call call;

    engine_enter(&call);
    engine_stop();
    engine_leave(&call, 0);
}

static void *pages(int flags)
{
    void *at =
        mmap(NULL, BYTES, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0);

    assert_ptr_not_equal(at, MAP_FAILED);
    return at;
}

static void start_on(void *base)
{
    struct region region = region_at(base, PC(0));

    if (!STUB_WORKS)
        skip();
    assert_int_equal(start(&region, 1), 0);
}

static void start_clock_on(void *base)
{
    struct region region = region_at(base, PC(0));

    assert_int_equal(start_with_clock(&region, 1), 0);
}

/* Of a child: its exit status, or minus the signal that killed it. */
static int end_of(pid_t child)
{
    int status;

    if (waitpid(child, &status, 0) != child)
        return -1000;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static int set_up(void **state)
{
    (void)state;
    memset(buffer, 0, BYTES);
    return 0;
}

static int turn_off(void **state)
{
    (void)state;
    stop();
    return 0;
}

static void every_tick_counts_where_it_was(void **state)
{
    (void)state;
    start_on(buffer);
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

static void threads_lose_no_ticks(void **state)
{
    pthread_t threads[4];

    (void)state;
    start_on(buffer);
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, tick_many, NULL), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(buffer[5], 40000);
    assert_int_equal(buffer[4], 0);
    assert_int_equal(buffer[6], 0);
}

static bool profiles_text(void)
{
    struct sigaction action;

    return sigaction(SIGPROF, NULL, &action) == 0 &&
           (action.sa_flags & SA_SIGINFO) && action.sa_sigaction;
}

static bool has_timer(void)
{
    FILE *timers = fopen("/proc/self/timers", "r");
    bool any = timers && fgetc(timers) != EOF;

    if (timers)
        fclose(timers);
    return any;
}

static void after_fork_both_count_each_in_its_own_copy(void **state)
{
    uint16_t *shared = pages(MAP_SHARED);
    struct region list[2];
    pid_t child;

    (void)state;
    list[0] = region_at(buffer, PC(0));
    list[1] = region_at(shared, PC(COUNTERS));
    if (!STUB_WORKS)
        skip();
    assert_int_equal(start(list, 2), 0);
    stub_ticks(PC(1), 2);
    child = fork();
    stub_stop_clock();
    stub_ticks(PC(1), 3);
    stub_ticks(PC(COUNTERS), 10);
    if (child == 0)
        _exit(buffer[1] == 5 && has_timer() && profiles_text() ? 0 : 1);
    assert_int_equal(end_of(child), 0);
    assert_int_equal(buffer[1], 5);
    assert_int_equal(shared[0], 20);
    munmap(shared, BYTES);
}

static void a_child_can_turn_itself_off(void **state)
{
    pid_t child;

    (void)state;
    start_on(buffer);
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

/* One that no fork handler hears of. */
static void a_raw_fork_is_noticed_at_the_next_call(void **state)
{
    pid_t child;

    (void)state;
    start_clock_on(buffer);
    child = (pid_t)syscall(SYS_fork);
    if (child == 0) {
        struct engine_call call;

        engine_enter(&call);
        engine_leave(&call, 0);
        _exit(has_timer() ? 0 : 1);
    }
    assert_int_equal(end_of(child), 0);
}

static void wait_for_a_pending_tick(void)
{
    sigset_t set;

    do
        sigpending(&set);
    while (!sigismember(&set, SIGPROF) && stub_cpu_seconds() < 60);
}

static void block(int number)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

static void exec_leaves_nothing_behind(void **state)
{
    pid_t child;

    (void)state;
    start_clock_on(buffer);
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

static void an_unmapped_buffer_stops_its_region_only(void **state)
{
    uint16_t *going = pages(MAP_PRIVATE);
    struct region list[2];

    (void)state;
    list[0] = region_at(buffer, PC(0));
    list[1] = region_at(going, PC(COUNTERS));
    if (!STUB_WORKS)
        skip();
    assert_int_equal(start(list, 2), 0);
    stub_ticks(PC(COUNTERS + 1), 2);
    assert_int_equal(going[1], 2);
    munmap(going, BYTES);
    stub_ticks(PC(COUNTERS + 1), 3);
    stub_ticks(PC(1), 4);
    assert_int_equal(buffer[1], 4);
}

static void a_stopped_region_stays_stopped(void **state)
{
    uint16_t *page = pages(MAP_PRIVATE);

    (void)state;
    start_on(page);
    mprotect(page, BYTES, PROT_READ);
    stub_ticks(PC(1), 1);
    mprotect(page, BYTES, PROT_READ | PROT_WRITE);
    stub_ticks(PC(1), 1);
    stop();
    assert_int_equal(page[1], 0);
    munmap(page, BYTES);
}

static void a_truncated_file_stops_its_region(void **state)
{
    int file = memfd_create("buffer", 0);
    uint16_t *mapped;

    (void)state;
    assert_int_equal(ftruncate(file, BYTES), 0);
    mapped = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    start_on(mapped);
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

static void a_fault_in_a_child_stops_the_region_there(void **state)
{
    pid_t child;

    (void)state;
    start_on(buffer);
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

static void a_fault_is_caught_in_a_thread_that_blocks_faults(void **state)
{
    pid_t child;

    (void)state;
    start_on(buffer);
    child = fork();
    if (child == 0) {
        block(SIGSEGV);
        mprotect(buffer, BYTES, PROT_READ);
        stub_ticks(PC(1), 2);
        _exit(0);
    }
    assert_int_equal(end_of(child), 0);
}

static void a_replaced_buffer_is_no_longer_written_to(void **state)
{
    uint16_t *other = pages(MAP_PRIVATE);

    (void)state;
    start_on(other);
    stub_ticks(PC(1), 1);
    start_on(buffer);
    stub_ticks(PC(1), 2);
    stop();
    assert_int_equal(other[1], 1);
    assert_int_equal(buffer[1], 2);
    munmap(other, BYTES);
}

static void *tick_until_told(void *told)
{
    while (!atomic_load((atomic_bool *)told))
        stub_ticks(PC(5), 1);
    return NULL;
}

/* Once stop returns the buffer may go away: a late write would revive
 * nothing, but kill. */
static void stop_waits_for_handlers_in_other_threads(void **state)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    atomic_bool told = false;
    pthread_t thread;

    (void)state;
    sigaction(SIGPROF, &ignore, &before);
    start_on(buffer);
    assert_int_equal(pthread_create(&thread, NULL, tick_until_told, &told), 0);
    for (int i = 0; i < 300; i++) {
        uint16_t *page = pages(MAP_PRIVATE);

        stop();
        start_on(page);
        stub_ticks(PC(1), 3);
        stop();
        assert_int_equal(page[1], 3);
        munmap(page, BYTES);
        start_on(buffer);
    }
    stop();
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

static bool same_action(const struct sigaction *a, const struct sigaction *b)
{
    return a->sa_handler == b->sa_handler && a->sa_flags == b->sa_flags &&
           memcmp(&a->sa_mask, &b->sa_mask, 8) == 0;
}

static void the_callers_state_comes_back(void **state)
{
    static const int numbers[] = {SIGPROF, SIGSEGV, SIGBUS};
    struct sigaction before[3], after;
    struct sigaction mine = {.sa_handler = on_callers_tick,
                             .sa_flags = SA_NODEFER};
    const struct itimerval hour = {{3600, 0}, {3600, 0}};
    struct itimerval timer, none = {{0, 0}, {0, 0}};
    struct sigaction first;
    sigset_t mask, mask_after;

    (void)state;
    sigaddset(&mine.sa_mask, SIGUSR1);
    sigaction(SIGPROF, &mine, &first);
    setitimer(ITIMER_PROF, &hour, NULL);
    for (int i = 0; i < 3; i++)
        sigaction(numbers[i], NULL, &before[i]);
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    start_on(buffer);
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

static void no_tick_of_ours_is_pending_after_off(void **state)
{
    sigset_t set, mask;

    (void)state;
    start_clock_on(buffer);
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

static void a_handler_set_meanwhile_stays(void **state)
{
    struct sigaction now, mine = {.sa_handler = on_callers_tick};

    (void)state;
    start_on(buffer);
    sigaction(SIGPROF, &mine, NULL);
    stop();
    sigaction(SIGPROF, NULL, &now);
    assert_true(now.sa_handler == on_callers_tick);
    signal(SIGPROF, SIG_DFL);
}

static void the_clock_ticks_while_the_process_works(void **state)
{
    struct region all = {0};
    double begin = stub_cpu_seconds();

    (void)state;
    all = region_at(buffer, 0);
    region_gather(&all);
    assert_int_equal(start_with_clock(&all, 1), 0);
    while (*(volatile uint16_t *)buffer < 3 && stub_cpu_seconds() < begin + 60)
        ;
    assert_true(buffer[0] >= 3);
}

static void without_a_timer_nothing_is_changed(void **state)
{
    struct region region = region_at(buffer, PC(0));
    const struct rlimit none = {0, 0};
    pid_t child = fork();

    (void)state;
    if (child == 0) {
        struct sigaction now;

        setrlimit(RLIMIT_SIGPENDING, &none);
        errno = 0;
        if (start_with_clock(&region, 1) != -1 || errno != EAGAIN)
            _exit(1);
        sigaction(SIGPROF, NULL, &now);
        _exit(now.sa_handler == SIG_DFL && !engine_is_on() ? 0 : 2);
    }
    assert_int_equal(end_of(child), 0);
}

static void errno_is_left_alone(void **state)
{
    (void)state;
    errno = 77;
    start_on(buffer);
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

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, turn_off)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_tick_counts_where_it_was),
        TEST(threads_lose_no_ticks),
        TEST(after_fork_both_count_each_in_its_own_copy),
        TEST(a_child_can_turn_itself_off),
        TEST(a_raw_fork_is_noticed_at_the_next_call),
        TEST(exec_leaves_nothing_behind),
        TEST(an_unmapped_buffer_stops_its_region_only),
        TEST(a_stopped_region_stays_stopped),
        TEST(a_truncated_file_stops_its_region),
        TEST(a_fault_in_a_child_stops_the_region_there),
        TEST(a_fault_is_caught_in_a_thread_that_blocks_faults),
        TEST(a_replaced_buffer_is_no_longer_written_to),
        TEST(stop_waits_for_handlers_in_other_threads),
        TEST(the_callers_state_comes_back),
        TEST(no_tick_of_ours_is_pending_after_off),
        TEST(a_handler_set_meanwhile_stays),
        TEST(the_clock_ticks_while_the_process_works),
        TEST(without_a_timer_nothing_is_changed),
        TEST(errno_is_left_alone),
    };

    buffer = pages(MAP_PRIVATE);
    if (STUB_WORKS && !stub_map()) {
        fprintf(stderr, "engine_test: can't map text at %#llx\n",
                (unsigned long long)STUB_TEXT);
        return 1;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
