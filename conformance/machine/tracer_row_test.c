/* SPDX-License-Identifier: MIT */

#include <string.h>
#include <sys/mman.h>

#include "conformance/observe/traced_test.h"
#include "reference/unit_test.h"

TRACED_TEST(every_pc_is_delivered_exactly)
{
    static const int flags[] = {0, SA_RESTART, SA_NODEFER, SA_ONSTACK};
    static unsigned char other_stack[1 << 16];
    const stack_t stack = {.ss_sp = other_stack, .ss_size = sizeof other_stack};
    struct tick ticks[EDGES];
    size_t count = edges(ticks);

    sigaltstack(&stack, NULL);
    for (size_t k = 0; k < 2 * COUNT(flags); k++) {
        handle(flags[k / 2], k % 2);
        demand_delivered(ticks, count);
    }
}

TRACED_TEST(a_row_may_be_of_any_length)
{
    static struct tick ticks[SEEN];

    handle(0, true);
    for (unsigned k = 0; k < SEEN; k++)
        ticks[k] = (struct tick){0x10000000 + k, 1};
    for (size_t count = 0; count <= SEEN; count += 64) {
        demand_delivered(ticks, count);
        demand_delivered(ticks, count ? count - 1 : 0);
    }
}

TRACED_TEST(the_mask_is_as_it_was)
{
    const struct tick tick = {0x10000000, 1};
    sigset_t before, after;

    handle(0, true);
    sigemptyset(&before);
    sigaddset(&before, SIGPWR);
    sigaddset(&before, SIGUSR2);
    sigprocmask(SIG_SETMASK, &before, NULL);
    demand_delivered(&tick, 1);
    sigprocmask(SIG_BLOCK, NULL, &after);
    for (int s = 1; s < NSIG; s++)
        demand(sigismember(&before, s) == sigismember(&after, s));
    sigpending(&after);
    demand(sigismember(&after, SIGPWR) == 0);
}

TRACED_TEST(ticks_that_cannot_be_read_are_refused)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    struct tick *ticks = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    size_t count = page / sizeof *ticks;

    handle(0, true);
    for (size_t k = 0; k < count; k++)
        ticks[k] = (struct tick){k, 1};
    munmap((unsigned char *)ticks + page, page);
    demand(!tracer_ticks((const struct tick *)8, 1));
    demand(seen_count == 0);
    demand(!tracer_ticks(ticks, count + 1));
    demand_delivered(ticks, 3);
}

/* In the handler of each: a child that has ticks of its own.  One more than
 * can be. */
static void tick_in_tick(int signal)
{
    static const struct tick tick = {0x10000000, 1};
    static int depth;
    sigset_t none;
    pid_t child = fork();

    (void)signal;
    if (child == 0) {
        depth++;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        demand(tracer_ticks(&tick, 1) == (depth < TRACER_ROWS));
        _exit(GOOD);
    }
    demand(end_of(child) == GOOD);
}

TRACED_TEST(rows_may_be_open_at_the_same_time)
{
    const struct tick tick = {0x10000000, 1};

    signal(SIGPROF, tick_in_tick);
    demand(tracer_ticks(&tick, 1));
}

TESTS(NULL, NULL)
