/* SPDX-License-Identifier: MIT */
/* Before all others: the host's <unistd.h> has another profil. */
#include "impls/include/aix/unistd.h"

#include <sys/mman.h>

#include "dialect_fixture.h"
#include "impls/include/aix/mon.h"
#include "reference/unit_test.h"

enum { LIST = -1 };

static int call(void *address, unsigned size, unsigned long offset,
                unsigned scale)
{
    return family_aix_profil(address, size, offset, scale);
}

static int on(unsigned scale)
{
    return call(buffer, sizeof buffer, BASE, scale);
}

static struct prof element(uint64_t low, uint64_t high,
                           unsigned short *counters, unsigned scale)
{
    return (struct prof){low, high, counters, sizeof buffer, scale};
}

DIALECT_TEST(an_odd_number_rounds_up)
{
    assert_int_equal(on(0x8000), 0);
    tick(BASE + 1, 1);
    tick(BASE + 2, 2);
    tick(BASE + 5, 4);
    tick(BASE + 6, 8);
    assert_int_equal(buffer[0], 1);
    assert_int_equal(buffer[1], 6);
    assert_int_equal(buffer[2], 8);
}

DIALECT_TEST(the_scales_high_half_is_ignored)
{
    on(0xffff8000);
    tick(BASE + 6, 3);
    assert_int_equal(buffer[2], 3);
}

DIALECT_TEST(scale_two_gathers_everything_in_the_first_counter)
{
    on(2);
    tick(BASE, 1);
    tick(BASE + 0xd000, 2);
    tick(BASE - 1, 4);
    assert_int_equal(buffer[0], 3);
    assert_int_equal(buffer[1], 0);
}

DIALECT_TEST(only_counters_that_lie_whole_in_the_buffer_count)
{
    call(buffer, 5, BASE, 0xffff);
    tick(BASE + 2, 1);
    tick(BASE + 4, 1);
    assert_int_equal(buffer[1], 1);
    assert_int_equal(buffer[2], 0);
}

DIALECT_TEST(scale_0_or_1_turns_off)
{
    for (unsigned scale = 0; scale <= 1; scale++) {
        on(0xffff);
        assert_true(engine_is_on());
        assert_int_equal(call(BAD, 0, 0, 0x10000 + scale), 0);
        assert_false(engine_is_on());
        assert_int_equal(call(BAD, 0, 0, scale), 0);
    }
}

DIALECT_TEST(size_0_has_no_effect)
{
    assert_int_equal(call(buffer, 0, BASE, 0xffff), 0);
    assert_false(engine_is_on());
    on(0xffff);
    assert_int_equal(call(buffer, 0, BASE, 0xffff), 0);
    tick(BASE, 1);
    assert_int_equal(buffer[0], 1);
}

DIALECT_TEST(on_while_on_has_no_effect)
{
    struct prof list[2] = {element(BASE, BASE + 64, other, 0xffff), {0}};

    on(0xffff);
    assert_int_equal(call(other, sizeof other, BASE, 0xffff), 0);
    assert_int_equal(call(list, LIST, 0, 0), 0);
    tick(BASE, 2);
    assert_int_equal(buffer[0], 2);
    assert_int_equal(other[0], 0);
}

DIALECT_TEST(off_by_the_other_form_has_no_effect)
{
    struct prof list[2] = {element(BASE, BASE + 64, other, 0xffff), {0}};

    on(0xffff);
    assert_int_equal(call(&list[1], LIST, 0, 0), 0);
    assert_true(engine_is_on());
    call(0, 0, 0, 0);
    assert_false(engine_is_on());
    assert_int_equal(call(list, LIST, 0, 0), 0);
    assert_int_equal(call(0, 0, 0, 0), 0);
    assert_true(engine_is_on());
    assert_int_equal(call(&list[1], LIST, 0, 0), 0);
    assert_false(engine_is_on());
}

DIALECT_TEST(a_list_counts_from_low_to_below_high)
{
    struct prof list[3] = {element(BASE, BASE + 16, buffer, 0xffff),
                           element(BASE + 64, BASE + 80, other, 0xffff),
                           {0}};

    assert_int_equal(call(list, LIST, 0, 0), 0);
    tick(BASE + 14, 1);
    tick(BASE + 16, 2);
    tick(BASE + 63, 4);
    tick(BASE + 64, 8);
    tick(BASE + 79, 16);
    tick(BASE + 80, 32);
    assert_int_equal(buffer[7], 1);
    assert_int_equal(buffer[8], 0);
    assert_int_equal(other[0], 8);
    assert_int_equal(other[7], 16);
}

static void check_fit(uint64_t span, unsigned counters)
{
    struct prof list[2] = {{BASE, BASE + span, buffer, 2 * (int)counters, -1},
                           {0}};
    unsigned reached = 0, half = counters < span / 2 ? counters : span / 2;

    memset(buffer, 0, sizeof buffer);
    assert_int_equal(call(list, LIST, 0, 0), 0);
    for (uint64_t pc = BASE; pc < BASE + span; pc++) {
        tick(pc, 1);
        if (reached + 1 < counters && buffer[reached + 1] > 0)
            reached++;
        assert_true(buffer[reached] > 0);
    }
    tick(BASE + span, 1);
    for (unsigned i = 0, sum = 0; i < COUNTERS; i++) {
        sum += buffer[i];
        assert_int_equal(sum < span, i < reached);
    }
    assert_true(2 * (reached + 1) >= half);
    call(&list[1], LIST, 0, 0);
}

DIALECT_TEST(a_computed_scale_fits_the_range_to_the_buffer)
{
    static const uint64_t spans[] = {1, 2, 3, 4, 5, 7, 31, 64, 65, 129, 1000};

    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++)
        for (unsigned counters = 1; counters <= COUNTERS; counters += 5)
            check_fit(spans[i], counters);
}

DIALECT_TEST(a_computed_scale_fits_any_range)
{
    struct prof list[2] = {{0, UINT64_MAX, buffer, 4, -1}, {0}};

    assert_int_equal(call(list, LIST, 0, 0), 0);
    tick(BASE, 1);
    assert_int_equal(buffer[0], 1);
}

/* aix.profil.2, .11: d = 7 is in the first counter only by a scale that has
 * d = 16 no further than the second. */
DIALECT_TEST(a_computed_scale_is_one_of_16_bits)
{
    struct prof list[2] = {{BASE, BASE + 64, buffer, 16, -1}, {0}};

    assert_int_equal(call(list, LIST, 0, 0), 0);
    for (uint64_t d = 0; d < 64; d++)
        tick(BASE + d, 1);
    /* (15 * 65536 - 1) / 63 = 15603 */
    for (uint64_t d = 0; d < 64; d++)
        buffer[(d * 15603 / 65536 + 1) / 2]--;
    for (int i = 0; i < COUNTERS; i++)
        assert_int_equal(buffer[i], 0);
}

DIALECT_TEST(an_element_that_is_off_or_empty_counts_nothing)
{
    struct prof list[4] = {element(BASE, BASE + 16, BAD, 1),
                           element(BASE + 32, BASE + 32, buffer, 0xffff),
                           element(BASE + 40, BASE + 48, buffer, 0xffff),
                           {0}};

    list[2].p_bufsize = 0;
    assert_int_equal(call(list, LIST, 0, 0), 0);
    assert_true(engine_is_on());
    for (uint64_t pc = BASE; pc < BASE + 64; pc++)
        tick(pc, 1);
    for (int i = 0; i < COUNTERS; i++)
        assert_int_equal(buffer[i], 0);
}

static void fails(int error, void *address, unsigned size)
{
    errno = 0;
    assert_int_equal(call(address, size, BASE, 0xffff), -1);
    assert_int_equal(errno, error);
    assert_false(engine_is_on());
}

DIALECT_TEST(a_bad_address_is_EFAULT)
{
    struct prof list[2] = {element(BASE, BASE + 16, BAD, 0xffff), {0}};

    fails(EFAULT, NULL, 64);
    fails(EFAULT, BAD, 64);
    fails(EFAULT, buffer, (unsigned)-2);
    fails(EFAULT, NULL, LIST);
    fails(EFAULT, BAD, LIST);
    fails(EFAULT, list, LIST);
    list[0].p_buff = buffer;
    list[0].p_bufsize = -1;
    fails(EFAULT, list, LIST);
}

DIALECT_TEST(a_list_without_end_is_read_no_further_than_it_is)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *two = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct prof *list = (struct prof *)(two + page) - 2;

    munmap(two + page, page);
    list[0] = element(BASE, BASE + 16, buffer, 0xffff);
    list[1] = element(BASE, BASE + 32, buffer, 0xffff);
    fails(EFAULT, list, LIST);
    list[1].p_high = 0;
    assert_int_equal(call(list, LIST, 0, 0), 0);
    munmap(two, page);
}

DIALECT_TEST(a_p_high_that_does_not_ascend_is_EINVAL)
{
    struct prof list[3] = {element(BASE, BASE + 16, buffer, 0xffff),
                           element(BASE, BASE + 16, other, 0xffff),
                           {0}};

    fails(EINVAL, list, LIST);
    list[1].p_high--;
    fails(EINVAL, list, LIST);
    list[1].p_high += 2;
    assert_int_equal(call(list, LIST, 0, 0), 0);
}

DIALECT_TEST(a_failing_call_leaves_profiling_on)
{
    on(0xffff);
    assert_int_equal(call(BAD, 64, BASE, 0xffff), -1);
    assert_int_equal(call(BAD, LIST, 0, 0), -1);
    tick(BASE, 1);
    assert_int_equal(buffer[0], 1);
}

TESTS(use_manual_engine, NULL)
