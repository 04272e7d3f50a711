/* SPDX-License-Identifier: MIT */
/* Ticks at exact pcs, and the registers of a thread that was stopped. */
#include "fixture.h"
#include "reference/unit_test.h"

#include <sys/epoll.h>

#if REGISTERS_KNOWN

static int give(const struct ptrace_row *row)
{
    struct engine_call call;
    int error;

    engine_enter(&call);
    error = engine_ptrace_row(row);
    engine_leave(&call, 0);
    return error;
}

LIVE_TEST(any_number_can_be_a_pc)
{
    static const uint64_t pcs[] = {
        0,
        1,
        0xfff,
        0x7fffffffefff,
        0x7fffffffffff,
        0x800000000000,
        0xffff7fffffffffff,
        0xffffffff81000000,
        0xffffffffff600000,
        UINT64_MAX,
    };

    start_on(buffer);
    hold(true);
    for (size_t i = 0; i < sizeof pcs / sizeof *pcs; i++) {
        struct region region =
            region_make(other, 2, pcs[i], 65536, 2, REGION_DOWN);

        other[0] = 0;
        assert_int_equal(start(&region, 1, ENGINE_ORDINARY), 0);
        tick_at(pcs[i] - 1, 2);
        tick_at(pcs[i], 3);
        assert_int_equal(other[0], 3);
    }
}

static uint64_t random_bits(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

enum { TICKS = 5000, PAGE = 4096 };

/* Each a counter of its own: the pcs of a page, and a byte each. */
LIVE_TEST(both_methods_count_where_they_are_told)
{
    static struct impl_tick ticks[TICKS];
    static uint16_t told[PAGE + 1], counted_at[PAGE + 1];
    unsigned char *code = mmap(NULL, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct region region = region_make(counted_at, sizeof counted_at,
                                       (uintptr_t)code, 131072, 2, REGION_DOWN);
    uint64_t seed = 1;

    start_on(buffer);
    hold(true);
    memset(code, 0xcc, PAGE); /* int3 */
    memset(told, 0, sizeof told);
    for (int i = 0; i < TICKS; i++) {
        unsigned at = 1 + random_bits(&seed) % PAGE;

        ticks[i] = (struct impl_tick){(uintptr_t)code + at, 1 + at % 2};
        told[at] = (uint16_t)(told[at] + ticks[i].count);
    }
    for (int method = ROW_SET; method <= ROW_BREAK; method++) {
        const struct ptrace_row row = {ticks, TICKS, (enum row_method)method};

        memset(counted_at, 0, sizeof counted_at);
        assert_int_equal(start(&region, 1, ENGINE_ORDINARY), 0);
        assert_int_equal(give(&row), 0);
        assert_memory_equal(counted_at, told, sizeof told);
    }
    munmap(code, PAGE);
}

/* What a program's handler for SIGTRAP is, is what it was. */
LIVE_TEST(breakpoints_of_a_row_are_not_seen)
{
    static unsigned char code[2] __attribute__((aligned(2))) = {0xcc, 0xcc};
    struct impl_tick tick = {(uintptr_t)code + 1, 3};
    const struct ptrace_row row = {&tick, 1, ROW_BREAK};
    struct sigaction after;
    uintptr_t start_of_page = (uintptr_t)code & ~(uintptr_t)(PAGE - 1);

    start_on(buffer);
    hold(true);
    mprotect((void *)start_of_page, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC);
    signal(SIGTRAP, SIG_IGN);
    buffer[0] = 0;
    assert_int_equal(give(&row), 0);
    assert_int_equal(buffer[0], 3);
    sigaction(SIGTRAP, NULL, &after);
    signal(SIGTRAP, SIG_DFL);
    assert_ptr_equal(after.sa_handler, SIG_IGN);
}

LIVE_TEST(a_row_that_stops_elsewhere_says_so)
{
    static const unsigned char nops[] = {0x90, 0x90, 0xcc, 0xcc};
    unsigned char *code = mmap(NULL, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct impl_tick tick = {(uintptr_t)code + 1, 3};
    const struct ptrace_row row = {&tick, 1, ROW_BREAK};

    memcpy(code, nops, sizeof nops);
    start_on(buffer);
    hold(true);
    assert_int_equal(give(&row), EIO);
    tick.count = 0;
    assert_int_equal(give(&row), 0);
    munmap(code, PAGE);
}

/* In a child that waits in epoll: what it ends with, its tracer having
 * stopped it there, and sent a signal too or not. */
static int waits_and_is_stopped(bool and_signalled)
{
    int status, result;
    registers now;
    pid_t child = fork();

    if (child == 0) {
        struct epoll_event event;

        signal(SIGUSR1, and_signalled ? (void (*)(int))spin : SIG_DFL);
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        raise(SIGSTOP);
        result = epoll_wait(epoll_create1(0), &event, 1, 50);
        _exit(result == 0 ? 10 : errno == EINTR ? 11 : 12);
    }
    waitpid(child, &status, 0);
    ptrace(PTRACE_DETACH, child, NULL, NULL);
    if (ptrace(PTRACE_SEIZE, child, NULL, NULL) != 0)
        return -1;
    do { /* until it is in that call */
        ptrace(PTRACE_INTERRUPT, child, NULL, NULL);
        waitpid(child, &status, 0);
        if (!registers_read(child, &now))
            return -2;
        if (registers_fails_by_stop(&now))
            break;
        ptrace(PTRACE_CONT, child, NULL, NULL);
        sched_yield();
    } while (true);
    registers_restart(child);
    if (and_signalled)
        kill(child, SIGUSR1);
    ptrace(PTRACE_DETACH, child, NULL, NULL);
    return end_of(child);
}

LIVE_TEST(a_call_that_a_stop_ends_is_made_again)
{
    start_on(buffer);
    stop();
    assert_int_equal(waits_and_is_stopped(false), 10);
}

LIVE_TEST(but_not_if_a_handler_ran)
{
    start_on(buffer);
    stop();
    assert_int_equal(waits_and_is_stopped(true), 11);
}

TESTS(NULL, NULL)

#else

int main(void)
{
    puts("SKIPPED: ptrace is not ported to this machine");
    return 0;
}

#endif
