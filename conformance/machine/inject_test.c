/* SPDX-License-Identifier: MIT */
#include <stdint.h>

#include <sys/mman.h>

#include "conformance/observe/seen_test.h"
#include "inject.h"
#include "reference/unit_test.h"

static void begin(int flags, bool full_mask)
{
    handle(flags, full_mask);
    inject_begin();
}

static void assert_delivered(const struct tick *ticks, size_t count,
                             enum inject_method method)
{
    struct injected injected = {0};

    seen_count = 0;
    assert_true(inject_ticks(ticks, count, method, &injected));
    assert_null(injected.refused);
    assert_true(saw(ticks, count));
}

TEST(every_pc_is_delivered_exactly)
{
    static const int flags[] = {0, SA_RESTART, SA_NODEFER, SA_ONSTACK};
    static unsigned char other_stack[1 << 16];
    const stack_t stack = {.ss_sp = other_stack, .ss_size = sizeof other_stack};
    struct tick ticks[EDGES];
    size_t count = edges(ticks);

    sigaltstack(&stack, NULL);
    for (size_t k = 0; k < 2 * COUNT(flags); k++) {
        begin(flags[k / 2], k % 2);
        assert_delivered(ticks, count, INJECT_AUTOMATIC);
        assert_delivered(ticks, count, INJECT_SIGRETURN);
    }
}

TEST(a_stub_reaches_each_place_of_code_in_its_pages)
{
    struct tick ticks[64];

    begin(0, true);
    for (unsigned k = 0; k < COUNT(ticks); k++)
        ticks[k] = (struct tick){0x20000fe0 + k * ARCH_STUB_ALIGN, 1};
    assert_delivered(ticks, COUNT(ticks), INJECT_STUB);
}

TEST(more_pages_than_stubs_may_use_are_reached_too)
{
    begin(0, true);
    for (uint64_t page = 0; page < 2000; page++) {
        struct tick tick = {0x300000000000 + (page << 16), 1};

        assert_delivered(&tick, 1, INJECT_AUTOMATIC);
    }
}

TEST(a_stub_leaves_taken_pages_alone)
{
    unsigned char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const struct tick tick = {(uint64_t)(uintptr_t)page + 100, 1};
    struct injected injected = {0};

    assert_true(page != MAP_FAILED);
    begin(0, true);
    assert_false(inject_ticks(&tick, 1, INJECT_STUB, &injected));
    assert_non_null(injected.refused);
    assert_int_equal(seen_count, 0);
    assert_delivered(&tick, 1, INJECT_AUTOMATIC);
    for (unsigned k = 0; k < 4096; k++)
        assert_int_equal(page[k], 0);
    munmap(page, 4096);
}

TEST(nothing_is_sent_where_nothing_receives)
{
    const struct tick tick = {0x10002, 5};
    struct injected injected = {0};

    signal(SIGPROF, SIG_DFL); /* a tick would kill */
    inject_begin();
    assert_false(inject_received());
    assert_true(inject_ticks(&tick, 1, INJECT_AUTOMATIC, &injected));
    signal(SIGPROF, SIG_IGN);
    assert_true(inject_ticks(&tick, 1, INJECT_AUTOMATIC, &injected));
    assert_false(injected.stub || injected.sigreturn);
}

/* Which kills where a further tick is sent: of one kind, of several, of
 * many. */
TEST(none_is_sent_once_the_handler_has_gone)
{
    static const enum inject_method methods[] = {INJECT_STUB, INJECT_SIGRETURN,
                                                 INJECT_AUTOMATIC};
    static const struct tick ticks[] = {
        {0x20000010, 2}, {0x20000020, 300}, {0x20000030, 1}, {0x20000040, 1}};
    static const unsigned lasts[] = {1, 2, 5, 100, 301, 302, 303};

    for (unsigned k = 0; k < COUNT(methods) * COUNT(lasts); k++) {
        struct injected injected = {0};

        begin(0, k % 2);
        last_taken = lasts[k / COUNT(methods)];
        assert_true(inject_ticks(ticks, COUNT(ticks),
                                 methods[k % COUNT(methods)], &injected));
        assert_int_equal(seen_count, last_taken);
        assert_false(inject_received());
    }
    last_taken = 0;
}

TEST(the_mask_and_handlers_are_as_before)
{
    struct tick ticks[EDGES];
    struct sigaction before, after;
    sigset_t mask, now;

    begin(0, true);
    sigemptyset(&mask);
    sigaddset(&mask, SIGPWR);
    sigaddset(&mask, SIGUSR1);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    sigaction(SIGPWR, NULL, &before);
    assert_delivered(ticks, edges(ticks), INJECT_SIGRETURN);
    sigaction(SIGPWR, NULL, &after);
    sigprocmask(SIG_BLOCK, NULL, &now);
    assert_true(before.sa_handler == after.sa_handler);
    assert_int_equal(sigismember(&now, SIGPWR), 1);
    assert_int_equal(sigismember(&now, SIGUSR1), 1);
    assert_int_equal(sigismember(&now, SIGPROF), 0);
    sigemptyset(&mask);
    sigprocmask(SIG_SETMASK, &mask, NULL);
}

int main(void)
{
    return ARCH_DELIVERS ? RUN_TESTS(NULL, NULL) : 0;
}
