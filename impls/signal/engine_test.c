/* SPDX-License-Identifier: MIT */
/* The engine on signals: what all engines do, and what this one does with
 * signals, handlers and timers. */
#include <stdatomic.h>

#include "conformance/machine/arch.h"
#include "conformance/machine/stub.h"
#include "impls/own/live_test.h"

/* By a system call that ends at the pc, in this thread. */
static void send_ticks(uint64_t pc, uint32_t ticks)
{
    uintptr_t stub = (uintptr_t)stub_write(pc);
    long process = syscall(SYS_getpid), thread = syscall(SYS_gettid);

    while (ticks-- > 0)
        arch_stub_call(process, thread, SIGPROF, stub, SYS_tgkill, 0);
}

/* Stop all timers that were made by timer_create, or let them go: their ticks,
 * too, would find the process at a stub, for that is where it comes out of the
 * kernel. */
static void hold_timers(bool held)
{
    FILE *list = fopen("/proc/self/timers", "r");
    const struct timespec period = {.tv_nsec = held ? 0 : ENGINE_FAST * 1000L};
    const struct itimerspec setting = {period, period};
    char line[200];
    int id;

    while (list && fgets(line, sizeof line, list))
        if (sscanf(line, "ID: %d", &id) == 1)
            syscall(SYS_timer_settime, id, 0, &setting, NULL);
    if (list)
        fclose(list);
}

static const struct tested tested = {
    .engine = &engine_signal,
    .needs = SYS_timer_create,
    .hold = hold_timers,
    .send = ARCH_DELIVERS ? send_ticks : NULL,
};

static void start_still_on(void *base)
{
    start_held_on(base);
    buffer[0] = other[0] = 0;
}

static bool is_pending(void)
{
    sigset_t set;

    sigpending(&set);
    return sigismember(&set, SIGPROF);
}

static void set_blocked(int how, int number)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(how, &set, NULL);
}

#if ARCH_DELIVERS
/* Each by the handler itself, as often as it can: a count that is not kept
 * shows where two processors run them. */
LIVE_TEST(of_two_processes_at_once_no_count_is_lost)
{
    enum { TIMES = 1000000 };
    struct region wide = region_make(other, BYTES, PCS, 65536, 4, REGION_DOWN);
    uint32_t counted_there;
    struct sigaction action;
    ucontext_t interrupted = {0};
    siginfo_t info = {.si_signo = SIGPROF};
    pid_t child;

    hold(true);
    assert_int_equal(start(&wide, 1, ENGINE_ORDINARY), 0);
    arch_set_pc(&interrupted, PCS + 2);
    sigaction(SIGPROF, NULL, &action);
    set_blocked(SIG_BLOCK, SIGPROF);
    child = fork();
    hold(true);
    for (unsigned i = 0; i < TIMES; i++)
        action.sa_sigaction(SIGPROF, &info, &interrupted);
    if (child == 0)
        _exit(0);
    set_blocked(SIG_UNBLOCK, SIGPROF);
    assert_int_equal(end_of(child), 0);
    memcpy(&counted_there, other, sizeof counted_there);
    assert_int_equal(counted_there, 2 * TIMES);
}
#endif

static void *tick_until_asked(void *asked)
{
    while (!atomic_load((atomic_bool *)asked))
        count_at(PCS + 0x10c, 1);
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
        list[i] =
            region_make(base, 2, PCS + (unsigned)i % 64, 65536, 2, REGION_DOWN);
    list[0] = region_make(base, BYTES, PCS, 65536, 2, REGION_DOWN);
    assert_int_equal(start(list, MANY, ENGINE_ORDINARY), 0);
}

/* Once stop returns, the table and the buffer may go away. */
LIVE_TEST(stop_waits_for_handlers_in_other_threads)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    atomic_bool asked = false;
    pthread_t thread;

    start_still_on(buffer);
    stop();
    sigaction(SIGPROF, &ignore, &before);
    assert_int_equal(pthread_create(&thread, NULL, tick_until_asked, &asked),
                     0);
    for (int i = 0; i < 300; i++) {
        uint16_t *at = page(MAP_PRIVATE);

        start_slowly_on(at);
        count_at(PCS + 0x104, 3);
        stop();
        assert_int_equal(at[0x104 / 2], 3);
        munmap(at, BYTES);
    }
    atomic_store(&asked, true);
    pthread_join(thread, NULL);
    sigaction(SIGPROF, &before, NULL);
}

LIVE_TEST(no_tick_of_ours_is_pending_after_off)
{
    set_blocked(SIG_BLOCK, SIGPROF);
    start_on(buffer);
    while (!is_pending() && cpu_seconds() < 60)
        spin();
    raise(SIGPROF);
    stop();
    assert_false(is_pending());
    set_blocked(SIG_UNBLOCK, SIGPROF);
}

static void on_callers_info(int number, siginfo_t *info, void *context)
{
    (void)number, (void)info, (void)context;
}

LIVE_TEST(a_handler_set_meanwhile_stays)
{
    struct sigaction now,
        rows[] = {{.sa_handler = on_callers_tick},
                  {.sa_sigaction = on_callers_info, .sa_flags = SA_SIGINFO}};

    for (int k = 0; k < 2; k++) {
        start_still_on(buffer);
        sigaction(SIGPROF, &rows[k], NULL);
        stop();
        sigaction(SIGPROF, NULL, &now);
        assert_true(now.sa_sigaction == rows[k].sa_sigaction);
        signal(SIGPROF, SIG_DFL);
    }
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
    mprotect(buffer, BYTES, PROT_READ);
    errno = 78;
    count_at(PCS + 0x104, 1);
    assert_int_equal(errno, 78);
}

LIVE_TEST(periods_that_a_late_tick_stands_for_all_count)
{
    struct sigaction action;
    siginfo_t of_another_timer = {.si_code = SI_TIMER};
    ucontext_t interrupted = {0};

    set_blocked(SIG_BLOCK, SIGPROF);
    start_on(buffer);
    while (!is_pending() && cpu_seconds() < 60)
        spin();
    work(0.1);
    set_blocked(SIG_UNBLOCK, SIGPROF);
    assert_true(buffer[0] >= 5);
    start_held_on(buffer);
    buffer[0] = 0;
    of_another_timer.si_overrun = 4;
    sigaction(SIGPROF, NULL, &action);
    action.sa_sigaction(SIGPROF, &of_another_timer, &interrupted);
    assert_int_equal(buffer[0], 1);
}

LIVE_TEST(there_is_one_timer_and_a_child_has_one_of_its_own)
{
    start_still_on(buffer);
    start_still_on(buffer);
    assert_int_equal(timers(), 1);
    ASSERT_IN_CHILD(timers() == 1 && (stop(), timers() == 0));
    assert_int_equal(timers(), 1);
}

LIVE_TEST(a_fault_is_caught_in_a_thread_that_blocks_faults)
{
    start_still_on(buffer);
    ASSERT_IN_CHILD((set_blocked(SIG_BLOCK, SIGSEGV), true) &&
                    mprotect(buffer, BYTES, PROT_READ) == 0 &&
                    (count_at(PCS + 0x104, 2), true));
}

TESTS(NULL, NULL)
