/* SPDX-License-Identifier: MIT */
#include "dialect_fixture.h"
#include "reference/unit_test.h"

static void call(void *buff, size_t bufsiz, size_t offset, unsigned scale)
{
    family_hpux_profil(buff, bufsiz, offset, scale);
}

DIALECT_TEST(octal_177777_is_one_to_one)
{
    call(buffer, 64, BASE, 0177777);
    for (int i = 0; i < 32; i++)
        tick(BASE + 2 * (uint64_t)i, 1 + i);
    tick(BASE + 64, 5);
    for (int i = 0; i < 32; i++)
        assert_int_equal(buffer[i], 1 + i);
}

DIALECT_TEST(octal_77777_maps_pairs)
{
    call(buffer, 64, BASE, 077777);
    tick(BASE, 1);
    tick(BASE + 4, 2);
    tick(BASE + 8, 4);
    assert_int_equal(buffer[0], 1);
    assert_int_equal(buffer[1], 2);
    assert_int_equal(buffer[2], 4);
}

DIALECT_TEST(scale_2_gathers_everything_at_the_beginning)
{
    call(buffer, 64, BASE, 2);
    tick(BASE, 1);
    tick(BASE + 0xd000, 2);
    assert_int_equal(buffer[0], 3);
}

DIALECT_TEST(scale_0_or_1_turns_off)
{
    for (unsigned scale = 0; scale <= 1; scale++) {
        call(buffer, 64, BASE, 0177777);
        assert_true(engine_is_on());
        call(buffer, 64, BASE, 0x10000 + scale);
        assert_false(engine_is_on());
    }
}

DIALECT_TEST(size_0_counts_nothing)
{
    call(buffer, 64, BASE, 0177777);
    call(buffer, 0, BASE, 0177777);
    assert_false(engine_is_on());
}

DIALECT_TEST(a_second_call_replaces_the_first)
{
    call(buffer, 64, BASE, 0177777);
    call(other, 64, BASE, 0177777);
    tick(BASE, 1);
    assert_int_equal(buffer[0], 0);
    assert_int_equal(other[0], 1);
}

DIALECT_TEST(a_bad_buffer_counts_nothing_and_tells_no_error)
{
    errno = 5;
    call((void *)0x10, 64, BASE, 0177777);
    assert_int_equal(errno, 5);
    tick(BASE, 2);
    call(buffer, 64, BASE, 0177777);
    tick(BASE, 2);
    assert_int_equal(buffer[0], 2);
}

TESTS(use_manual_engine, NULL)
