/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <errno.h>

#include "dialects.h"
#include "engine.h"
#include "stub.h"

#define BASE (STUB_TEXT + 0x1000)

static unsigned short buffer[32], other[32];

static void call(void *buff, size_t bufsiz, size_t offset, unsigned scale)
{
    signal_hpux_profil(buff, bufsiz, offset, scale);
    stub_stop_clock();
}

static int set_up(void **state)
{
    (void)state;
    memset(buffer, 0, sizeof buffer);
    memset(other, 0, sizeof other);
    if (!STUB_WORKS)
        skip();
    return 0;
}

static int turn_off(void **state)
{
    (void)state;
    signal_hpux_profil(NULL, 0, 0, 0);
    return 0;
}

static void octal_177777_is_one_to_one(void **state)
{
    (void)state;
    call(buffer, 64, BASE, 0177777);
    for (int i = 0; i < 32; i++)
        stub_ticks(BASE + 2 * (uint64_t)i, 1 + i);
    stub_ticks(BASE + 64, 5);
    for (int i = 0; i < 32; i++)
        assert_int_equal(buffer[i], 1 + i);
}

static void octal_77777_maps_pairs(void **state)
{
    (void)state;
    call(buffer, 64, BASE, 077777);
    stub_ticks(BASE, 1);
    stub_ticks(BASE + 4, 2);
    stub_ticks(BASE + 8, 4);
    assert_int_equal(buffer[0], 1);
    assert_int_equal(buffer[1], 2);
    assert_int_equal(buffer[2], 4);
}

static void scale_2_gathers_everything_at_the_beginning(void **state)
{
    (void)state;
    call(buffer, 64, BASE, 2);
    stub_ticks(BASE, 1);
    stub_ticks(BASE + 0xd000, 2);
    assert_int_equal(buffer[0], 3);
}

static void scale_0_or_1_turns_off(void **state)
{
    (void)state;
    for (unsigned scale = 0; scale <= 1; scale++) {
        call(buffer, 64, BASE, 0177777);
        assert_true(engine_is_on());
        call(buffer, 64, BASE, 0x10000 + scale);
        assert_false(engine_is_on());
    }
}

static void size_0_counts_nothing(void **state)
{
    struct sigaction now;

    (void)state;
    call(buffer, 64, BASE, 0177777);
    call(buffer, 0, BASE, 0177777);
    sigaction(SIGPROF, NULL, &now);
    assert_true(now.sa_handler == SIG_DFL);
}

static void a_second_call_replaces_the_first(void **state)
{
    (void)state;
    call(buffer, 64, BASE, 0177777);
    call(other, 64, BASE, 0177777);
    stub_ticks(BASE, 1);
    assert_int_equal(buffer[0], 0);
    assert_int_equal(other[0], 1);
}

static void a_bad_buffer_counts_nothing_and_tells_no_error(void **state)
{
    (void)state;
    errno = 5;
    call((void *)0x10, 64, BASE, 0177777);
    assert_int_equal(errno, 5);
    stub_ticks(BASE, 2);
    call(buffer, 64, BASE, 0177777);
    stub_ticks(BASE, 2);
    assert_int_equal(buffer[0], 2);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, turn_off)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(octal_177777_is_one_to_one),
        TEST(octal_77777_maps_pairs),
        TEST(scale_2_gathers_everything_at_the_beginning),
        TEST(scale_0_or_1_turns_off),
        TEST(size_0_counts_nothing),
        TEST(a_second_call_replaces_the_first),
        TEST(a_bad_buffer_counts_nothing_and_tells_no_error),
    };

    return stub_map() ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
