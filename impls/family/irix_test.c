/* SPDX-License-Identifier: MIT */
/* Before all others: the host's <unistd.h> has another profil. */
#include "impls/include/irix/unistd.h"

#include "dialect_fixture.h"
#include "impls/include/irix/sys/profil.h"
#include "reference/unit_test.h"

static int call(struct prof *list, int count, struct timeval *tvp,
                unsigned flags)
{
    return family_irix_sprofil(list, count, tvp, flags);
}

static struct prof member(void *base, unsigned size, uint64_t offset,
                          unsigned scale)
{
    return (struct prof){base, size, offset, scale};
}

DIALECT_TEST(counters_are_as_wide_as_the_flag_says)
{
    struct prof one = member(buffer, sizeof buffer, BASE, 0x8000);

    assert_int_equal(call(&one, 1, NULL, PROF_USHORT), 0);
    tick(BASE + 3, 1);
    tick(BASE + 4, 2);
    assert_int_equal(buffer[0], 1);
    assert_int_equal(buffer[1], 2);
    one = member(wide, sizeof wide, BASE, 0x10000);
    assert_int_equal(call(&one, 1, NULL, PROF_UINT), 0);
    tick(BASE + 3, 1);
    tick(BASE + 4, 2);
    assert_int_equal(wide[0], 1);
    assert_int_equal(wide[1], 2);
    assert_int_equal(buffer[1], 2);
}

DIALECT_TEST(regions_overlap_and_the_largest_offset_counts)
{
    struct prof list[3] = {member(buffer, 64, BASE, 0x10000),
                           member(other, 8, BASE + 16, 0x10000),
                           member(overflow, 4, 0, 2)};

    assert_int_equal(call(list, 3, NULL, PROF_USHORT), 0);
    tick(BASE + 14, 1);
    tick(BASE + 16, 2);
    tick(BASE + 24, 4);
    tick(BASE - 1, 8);
    tick(BASE + 64, 16);
    assert_int_equal(buffer[7], 1);
    assert_int_equal(other[0], 2);
    assert_int_equal(buffer[12], 4);
    assert_int_equal(overflow[0], 24);
    assert_int_equal(overflow[1], 0);
}

DIALECT_TEST(scale_2_elsewhere_than_at_0_is_a_scale)
{
    struct prof one = member(buffer, 64, BASE, 2);

    call(&one, 1, NULL, PROF_USHORT);
    tick(BASE - 1, 1);
    tick(BASE, 1);
    assert_int_equal(buffer[0], 1);
}

DIALECT_TEST(profil_is_sprofil_with_one_member)
{
    assert_int_equal(family_irix_profil(buffer, 64, BASE, 0x8000), 0);
    tick(BASE + 4, 1);
    assert_int_equal(family_irix_profil(overflow, 4, 0, 2), 0);
    tick(BASE + 4, 2);
    assert_int_equal(family_irix_profil(overflow, 4, 0, 1), 0);
    assert_false(engine_is_on());
    assert_int_equal(buffer[1], 1);
    assert_int_equal(overflow[0], 2);
}

DIALECT_TEST(a_call_that_leaves_no_region_on_turns_off)
{
    struct prof list[2] = {member(buffer, 64, BASE, 0x8000),
                           member(other, 64, BASE, 0x8000)};

    call(list, 2, NULL, PROF_USHORT);
    assert_true(engine_is_on());
    list[0].pr_scale = 1;
    list[1].pr_size = 0;
    assert_int_equal(call(list, 2, NULL, PROF_USHORT), 0);
    assert_false(engine_is_on());
}

DIALECT_TEST(a_region_that_is_off_is_as_if_not_listed)
{
    struct prof list[3] = {member(buffer, 64, BASE, 0x10000),
                           member(other, 64, BASE + 8, 1),
                           member(other, 0, BASE + 8, 0x10000)};

    call(list, 3, NULL, PROF_USHORT);
    tick(BASE + 8, 1);
    assert_int_equal(buffer[4], 1);
}

DIALECT_TEST(a_bad_buffer_stops_its_region_at_the_first_tick)
{
    struct prof list[2] = {member(buffer, 64, BASE, 0x10000),
                           member(BAD, 64, BASE + 8, 0x10000)};

    assert_int_equal(call(list, 2, NULL, PROF_USHORT), 0);
    tick(BASE + 8, 3);
    assert_int_equal(buffer[4], 2);
    list[1].pr_base = (void *)UINT64_C(0x8000000000000000);
    assert_int_equal(call(list, 2, NULL, PROF_USHORT), 0);
    tick(BASE + 8, 1);
}

DIALECT_TEST(tvp_receives_the_period)
{
    struct prof one = member(buffer, 64, BASE, 0x8000);
    struct timeval time = {7, 7};

    assert_int_equal(call(&one, 1, &time, PROF_USHORT), 0);
    assert_int_equal(time.tv_sec, 0);
    assert_int_equal(time.tv_usec, 10000);
}

DIALECT_TEST(fast_is_a_millisecond_or_EACCES)
{
    struct prof one = member(buffer, 64, BASE, 0x8000);
    struct timeval time = {7, 7};

    assert_int_equal(call(&one, 1, &time, PROF_USHORT | PROF_FAST), 0);
    assert_int_equal(time.tv_usec, 1000);
    assert_int_equal(manual.microseconds, 1000);
    time.tv_usec = 7;
    manual.is_slow = true;
    assert_int_equal(call(&one, 1, &time, PROF_USHORT | PROF_FAST), -1);
    manual.is_slow = false;
    assert_int_equal(errno, EACCES);
    assert_int_equal(time.tv_usec, 7);
}

static void fails(int error, struct prof *list, int count, struct timeval *tvp,
                  unsigned flags)
{
    uint16_t before = buffer[1];

    errno = 0;
    assert_int_equal(call(list, count, tvp, flags), -1);
    assert_int_equal(errno, error);
    tick(BASE + 4, 1);
    assert_int_equal(buffer[1], before + 1);
}

DIALECT_TEST(an_error_is_told_and_changes_nothing)
{
    struct prof one = member(buffer, 64, BASE, 0x8000);
    struct prof list[PROFIL_MAX + 1];

    for (int i = 0; i <= PROFIL_MAX; i++)
        list[i] = member(other, 64, BASE, 0x8000);
    call(&one, 1, NULL, PROF_USHORT);
    fails(E2BIG, list, 0, NULL, PROF_USHORT);
    fails(E2BIG, list, -1, NULL, PROF_USHORT);
    fails(E2BIG, list, PROFIL_MAX + 1, NULL, PROF_USHORT);
    fails(EFAULT, NULL, 1, NULL, PROF_USHORT);
    fails(EFAULT, BAD, 1, NULL, PROF_USHORT);
    fails(EFAULT, list, 1, BAD, PROF_USHORT);
    fails(EINVAL, list, 1, NULL, 0);
    fails(EINVAL, list, 1, NULL, PROF_USHORT | PROF_UINT);
    list[0] = member(overflow, 4, 0, 2);
    fails(EINVAL, list, 2, NULL, PROF_USHORT);
    assert_int_equal(call(list + 1, PROFIL_MAX, NULL, PROF_USHORT), 0);
}

TESTS(use_manual_engine, NULL)
