/* SPDX-License-Identifier: MIT */
#include "dialect_fixture.h"
#include "reference/unit_test.h"

static int call(void *samples, size_t size, unsigned long offset, int scale)
{
    return family_freebsd_profil(samples, size, offset, scale);
}

DIALECT_TEST(a_bin_is_rounded_down_once_at_the_end)
{
    assert_int_equal(call(buffer, 64, BASE, 65536), 0);
    tick(BASE + 3, 1);
    assert_int_equal(buffer[1], 1);
    assert_int_equal(call(buffer, 64, BASE, 43691), 0);
    tick(BASE + 3, 1); /* 3 / 2 * 2 / 3; halved first it would be 0 */
    assert_int_equal(buffer[1], 2);
    assert_int_equal(call(buffer, 64, BASE, 32768), 0);
    tick(BASE + 7, 1);
    assert_int_equal(buffer[1], 3);
}

DIALECT_TEST(scale_1_is_a_scale_and_0_is_off)
{
    assert_int_equal(call(buffer, 64, BASE, 1), 0);
    tick(BASE + 0xd000, 1);
    assert_int_equal(call(buffer, 64, BASE, 0), 0);
    assert_false(engine_is_on());
    assert_int_equal(buffer[0], 1);
}

DIALECT_TEST(a_pc_below_offset_is_not_counted)
{
    call(buffer, 64, BASE, 65536);
    tick(BASE - 1, 1);
    for (int i = 0; i < 32; i++)
        assert_int_equal(buffer[i], 0);
}

DIALECT_TEST(a_second_call_replaces_the_first)
{
    call(buffer, 64, BASE, 65536);
    call(other, 64, BASE, 65536);
    tick(BASE, 1);
    assert_int_equal(buffer[0], 0);
    assert_int_equal(other[0], 1);
    assert_int_equal(call(buffer, 0, BASE, 65536), 0);
    assert_false(engine_is_on());
}

static void fails(int error, void *samples, size_t size, int scale)
{
    errno = 0;
    assert_int_equal(call(samples, size, BASE, scale), -1);
    assert_int_equal(errno, error);
    assert_true(engine_is_on());
}

DIALECT_TEST(an_error_is_told_and_changes_nothing)
{
    call(buffer, 64, BASE, 65536);
    fails(EFAULT, NULL, 64, 65536);
    fails(EFAULT, (void *)0x10, 64, 65536);
    fails(EFAULT, buffer, SIZE_MAX, 65536);
    fails(EFAULT, buffer, (size_t)1 << 46, 65536);
    fails(EINVAL, other, 64, 65537);
    fails(EINVAL, other, 64, -1);
    tick(BASE, 1);
    assert_int_equal(buffer[0], 1);
}

TESTS(use_manual_engine, NULL)
