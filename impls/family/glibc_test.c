/* SPDX-License-Identifier: MIT */
#include <sys/profil.h>

#include "dialect_fixture.h"
#include "reference/unit_test.h"

static int one(void *at, size_t size, size_t offset, unsigned scale)
{
    return family_glibc_profil(at, size, offset, scale);
}

static int call(struct prof *list, int count, struct timeval *tvp,
                unsigned flags)
{
    return family_glibc_sprofil(list, count, tvp, flags);
}

DIALECT_TEST(profil_rounds_down_and_takes_any_scale)
{
    assert_int_equal(one(buffer, 64, BASE, 65536), 0);
    tick(BASE + 3, 1);
    assert_int_equal(one(buffer, 64, BASE, 0x30000), 0);
    tick(BASE + 3, 2);
    assert_int_equal(one(buffer, 64, 0, 2), 0);
    tick(BASE, 4);
    assert_int_equal(buffer[1], 1);
    assert_int_equal(buffer[4], 2);
    assert_int_equal(buffer[0], 0);
}

DIALECT_TEST(profil_is_off_by_null_or_scale_0)
{
    one(buffer, 64, BASE, 65536);
    assert_int_equal(one(NULL, 64, BASE, 65536), 0);
    assert_false(engine_is_on());
    one(buffer, 64, BASE, 65536);
    assert_int_equal(one(buffer, 64, BASE, 0), 0);
    assert_false(engine_is_on());
    assert_int_equal(one(buffer, 64, BASE, 1), 0);
    assert_true(engine_is_on()); /* 1 is a scale: glibc.unistd.3 */
}

DIALECT_TEST(on_off_on_counts_again)
{
    struct prof list = {buffer, 64, BASE, 65536}, none = {0};

    assert_int_equal(call(&list, 1, NULL, PROF_USHORT), 0);
    assert_int_equal(call(&none, 1, NULL, PROF_USHORT), 0);
    assert_false(engine_is_on());
    assert_int_equal(call(&list, 1, NULL, PROF_USHORT), 0);
    tick(BASE, 1);
    assert_int_equal(buffer[0], 1);
}

DIALECT_TEST(the_overflow_bin_may_stand_anywhere)
{
    struct prof list[3] = {{overflow, 4, 0, 2},
                           {buffer, 64, BASE, 65536},
                           {other, 64, BASE + 0x100, 65536}};

    assert_int_equal(call(list, 3, NULL, PROF_FAST), 0);
    tick(BASE, 1);
    tick(BASE + 0x102, 2);
    tick(BASE - 1, 4);
    tick(BASE + 0xf0, 8);
    assert_int_equal(buffer[0], 1);
    assert_int_equal(other[1], 2);
    assert_int_equal(overflow[0], 12);
}

DIALECT_TEST(scales_and_sizes_have_64_bits)
{
    struct prof list = {wide, 128, BASE, (size_t)1 << 33};
    struct timeval time = {7, 7};

    assert_int_equal(call(&list, 1, &time, PROF_UINT), 0);
    assert_int_equal(time.tv_usec, 10000);
    tick(BASE, 1);
    tick(BASE + 1, 1);
    assert_int_equal(wide[0], 1);
    list.pr_size = (size_t)1 << 40;
    list.pr_scale = 65536;
    assert_int_equal(call(&list, 1, NULL, PROF_UINT), 0);
    tick(BASE + 8, 1);
    assert_int_equal(wide[2], 1);
}

DIALECT_TEST(a_list_may_be_long)
{
    static struct prof list[500];

    for (size_t i = 0; i < 500; i++)
        list[i] = (struct prof){i % 2 ? buffer : other, 2, BASE + 4 * i, 65536};
    assert_int_equal(call(list, 500, NULL, PROF_USHORT), 0);
    for (uint64_t pc = BASE; pc < BASE + 2000; pc++)
        tick(pc, 1);
    assert_int_equal(buffer[0], 500);
    assert_int_equal(other[0], 500);
}

DIALECT_TEST(sprofil_is_off_by_a_list_of_none)
{
    struct prof list = {buffer, 64, BASE, 65536};
    struct timeval period = {0};

    assert_int_equal(call(&list, 1, NULL, PROF_USHORT), 0);
    assert_int_equal(call(NULL, 0, NULL, 0), 0);
    assert_false(engine_is_on());
    assert_int_equal(call(&list, 0, &period, PROF_USHORT), 0);
    assert_false(engine_is_on());
    assert_int_equal(period.tv_usec, ENGINE_ORDINARY);
}

static void fails(int error, struct prof *list, int count, struct timeval *tvp)
{
    errno = 0;
    assert_int_equal(call(list, count, tvp, PROF_USHORT), -1);
    assert_int_equal(errno, error);
}

DIALECT_TEST(sprofil_tells_errors)
{
    struct prof list = {buffer, 64, BASE, 65536};

    fails(E2BIG, &list, -1, NULL);
    fails(EFAULT, NULL, 1, NULL);
    fails(EFAULT, BAD, 1, NULL);
    fails(EFAULT, &list, 1, BAD);
    fails(EFAULT, NULL, 0, BAD);
    assert_int_equal(one(BAD, 64, BASE, 65536), 0);
    tick(BASE, 1);
}

TESTS(use_manual_engine, NULL)
