/* SPDX-License-Identifier: MIT */
/* A thread that is pinned, and what lets it out. */
#include <stdlib.h>

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>

#include "arch.h"
#include "clock.h"
#include "impls/own/process_fixture.h"
#include "pin.h"
#include "reference/unit_test.h"

#define PC      UINT64_C(0x10000123)
#define FOREVER (UINT64_C(600) * 1000000000)

static unsigned char now[40000], before[40000];
static const struct pin_range whole = {now, before, sizeof now};

static int clear(void **state)
{
    const stack_t none = {.ss_flags = SS_DISABLE};

    (void)state;
    memset(now, 0, sizeof now);
    memset(before, 0, sizeof before);
    sigaltstack(&none, NULL); /* a sanitizer has one */
    return !ARCH_DELIVERS;
}

static struct pin wait_at(uint64_t pc, uint64_t nanoseconds,
                          const struct pin_range *ranges, unsigned count)
{
    struct pin pin;

    assert_null(pin_prepare(&pin, pc, nanoseconds, ranges, count));
    pin_enter(&pin);
    pin_finish(&pin);
    assert_int_equal(waitpid(-1, NULL, __WALL | WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    return pin;
}

TEST_WITH(a_change_of_any_byte_lets_it_out, clear, NULL)
{
    static const size_t at[] = {0, 1, 16384, sizeof now - 1};
    const struct pin_range ranges[] = {{now, before, 1}, whole};

    for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
        struct pin pin;

        now[at[k]] = 1;
        pin = wait_at(PC, FOREVER, ranges, 2);
        assert_true(pin.changed);
        assert_false(pin.handled);
        now[at[k]] = 0;
    }
}

static volatile uint64_t handled_at;
static volatile int handled;

static void note_pc(int number, siginfo_t *info, void *context)
{
    (void)number, (void)info, (void)context;
    handled_at = arch_pc((ucontext_t *)context);
    handled++;
}

static void handle(int flags)
{
    struct sigaction action = {.sa_sigaction = note_pc,
                               .sa_flags = SA_SIGINFO | flags};

    handled = 0;
    sigaction(SIGVTALRM, &action, NULL);
}

static void soon(void)
{
    setitimer(ITIMER_VIRTUAL, &(struct itimerval){.it_value = {0, 10000}},
              NULL);
}

TEST_WITH(a_handler_lets_it_out_and_has_seen_the_pc, clear, NULL)
{
    struct pin pin;

    handle(0);
    soon();
    pin = wait_at(PC, FOREVER, &whole, 1);
    assert_true(pin.handled);
    assert_false(pin.changed);
    assert_int_equal(handled, 1);
    assert_true(handled_at == PC);
    assert_true(pin_shows_handlers());
}

/* What the first handler left on the stack is not the second's. */
TEST_WITH(a_handler_of_the_past_is_forgotten, clear, NULL)
{
    a_handler_lets_it_out_and_has_seen_the_pc(state);
    assert_false(wait_at(PC, 1000000, &whole, 1).handled);
}

TEST_WITH(a_handler_on_another_stack_is_not_seen, clear, NULL)
{
    static unsigned char memory[65536];
    const stack_t alternate = {.ss_sp = memory, .ss_size = sizeof memory};
    const stack_t none = {.ss_flags = SS_DISABLE};
    struct pin pin;

    handle(SA_ONSTACK);
    assert_int_equal(sigaltstack(&alternate, NULL), 0);
    assert_false(pin_shows_handlers());
    soon();
    pin = wait_at(PC, 60000000, &whole, 1);
    sigaltstack(&none, NULL);
    assert_int_equal(handled, 1);
    assert_true(handled_at == PC);
    assert_false(pin.handled);
}

TEST_WITH(its_time_lets_it_out_and_was_spent, clear, NULL)
{
    uint64_t before = clock_spent();
    struct pin pin;

    pin = wait_at(PC, 20000000, &whole, 1);
    assert_true(clock_spent() - before >= 20000000);
    assert_false(pin.changed || pin.handled);
}

TEST_WITH(memory_that_cannot_be_read_is_no_change, clear, NULL)
{
    unsigned char *gone =
        mmap(NULL, 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const struct pin_range ranges[] = {{gone, before, 8192}, whole};
    struct pin pin;

    assert_ptr_not_equal(gone, MAP_FAILED);
    pin = wait_at(PC, 1000000, ranges, 2);
    assert_false(pin.changed);
    munmap(gone, 8192);
    pin = wait_at(PC, 1000000, ranges, 2);
    assert_false(pin.changed);
}

TEST_WITH(pcs_across_pages_are_pcs_too, clear, NULL)
{
    wait_at(UINT64_C(0x10010fff), 1000000, NULL, 0);
    wait_at(UINT64_C(0x10012000), 1000000, NULL, 0);
}

TEST_WITH(where_no_page_is_to_be_had_it_says_so, clear, NULL)
{
    static const uint64_t pcs[] = {0,
                                   0xfff,
                                   UINT64_C(0x7ffffffff000),
                                   UINT64_C(0x4000000001000),
                                   UINT64_C(0xffffffff81000000),
                                   UINT64_MAX};
    struct pin pin;

    for (size_t k = 0; k < sizeof pcs / sizeof *pcs; k++)
        assert_non_null(pin_prepare(&pin, pcs[k], 1, NULL, 0));
    assert_non_null(
        pin_prepare(&pin, (uint64_t)(uintptr_t)(void *)handle, 1, NULL, 0));
    assert_int_equal(waitpid(-1, NULL, __WALL | WNOHANG), -1);
}

static int forks, deaths;

static void count_fork(void)
{
    forks++;
}

static void count_death(int number)
{
    (void)number;
    deaths++;
}

/* Its own errno, handlers of fork and signals are as they were. */
TEST_WITH(the_implementation_is_not_reported, clear, NULL)
{
    struct pin pin;
    sigset_t mask, after;

    pthread_atfork(count_fork, count_fork, count_fork);
    signal(SIGCHLD, count_death);
    sigprocmask(SIG_BLOCK, NULL, &mask);
    assert_null(pin_prepare(&pin, PC, 1000000, &whole, 1));
    errno = 77;
    pin_enter(&pin);
    assert_int_equal(errno, 77);
    pin_finish(&pin);
    sigprocmask(SIG_BLOCK, NULL, &after);
    assert_memory_equal(&mask, &after, 8); /* what the kernel knows */
    assert_int_equal(forks, 0);
    assert_int_equal(deaths, 0);
}

TEST_WITH(a_child_can_be_pinned_too, clear, NULL)
{
    wait_at(PC, 1000000, &whole, 1);
    ASSERT_IN_CHILD((now[5] = 1) && wait_at(PC, FOREVER, &whole, 1).changed);
    assert_int_equal(now[5], 0);
}

TESTS(NULL, NULL)
