/* SPDX-License-Identifier: MIT */
#include "dialect_fixture.h"

static void call(void *buff, size_t bufsiz, size_t offset, unsigned scale)
{
    family_hpux_profil(buff, bufsiz, offset, scale);
}

static void octal_177777_is_one_to_one(void **state)
{
    (void)state;
    call(buffer, 64, BASE, 0177777);
    for (int i = 0; i < 32; i++)
        tick(BASE + 2 * (uint64_t)i, 1 + i);
    tick(BASE + 64, 5);
    for (int i = 0; i < 32; i++)
        assert_int_equal(buffer[i], 1 + i);
}

static void octal_77777_maps_pairs(void **state)
{
    (void)state;
    call(buffer, 64, BASE, 077777);
    tick(BASE, 1);
    tick(BASE + 4, 2);
    tick(BASE + 8, 4);
    assert_int_equal(buffer[0], 1);
    assert_int_equal(buffer[1], 2);
    assert_int_equal(buffer[2], 4);
}

static void scale_2_gathers_everything_at_the_beginning(void **state)
{
    (void)state;
    call(buffer, 64, BASE, 2);
    tick(BASE, 1);
    tick(BASE + 0xd000, 2);
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
    (void)state;
    call(buffer, 64, BASE, 0177777);
    call(buffer, 0, BASE, 0177777);
    assert_false(engine_is_on());
}

static void a_second_call_replaces_the_first(void **state)
{
    (void)state;
    call(buffer, 64, BASE, 0177777);
    call(other, 64, BASE, 0177777);
    tick(BASE, 1);
    assert_int_equal(buffer[0], 0);
    assert_int_equal(other[0], 1);
}

static void a_bad_buffer_counts_nothing_and_tells_no_error(void **state)
{
    (void)state;
    errno = 5;
    call((void *)0x10, 64, BASE, 0177777);
    assert_int_equal(errno, 5);
    tick(BASE, 2);
    call(buffer, 64, BASE, 0177777);
    tick(BASE, 2);
    assert_int_equal(buffer[0], 2);
}

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

    return cmocka_run_group_tests(tests, use_manual_engine, NULL);
}
