/* SPDX-License-Identifier: MIT */
/* Where a page leaves open which counter a pc goes to: wide counters, and
 * regions that end before it. */
#include "reference/model_test.h"
#include "reference/unit_test.h"

/* What the first two of some wide counters gain by a pc at each byte. */
static unsigned gains(enum choice choice)
{
    run(DIALECT_IRIX, CHOICES_ARE(ROUNDING_UP, choice),
        SCRIPT(BUFFER(0, 32),
               SPROFIL(1, FLAG_UINT, REGION(0, 32, 0x1000, 0x10000)),
               TICK(0x1000), TICK(0x1001), TICK(0x1002), TICK(0x1003),
               TICK(0x1004)));
    return 10 * wide_counter(0, 0) + wide_counter(0, 1);
}

TEST(up_leads_to_each_of_three_wide_counters)
{
    assert_int_equal(gains(WIDE_UP_HALF_WORD), 32);
    assert_int_equal(gains(WIDE_UP_NEAREST), 23);
    assert_int_equal(gains(WIDE_UP_NEXT_COUNTER), 14);
}

TEST(a_short_is_not_wide)
{
    run(DIALECT_IRIX, CHOICES_ARE(ROUNDING_UP),
        SCRIPT(BUFFER(0, 8),
               SPROFIL(1, FLAG_USHORT, REGION(0, 8, 0x1000, 0x8000)),
               TICK(0x1002)));
    assert_false(asked(RULE_WIDE_UP));
    assert_int_equal(counter(0, 1), 1);
}

TEST(an_index_goes_up_to_the_next_whole_number)
{
    run(DIALECT_HPUX, CHOICES_ARE(ROUNDING_UP_EXACT, UNIT_INDEX),
        SCRIPT(BUFFER(0, 16), PROFIL(0, 16, 0x1000, 0x8000), TICK(0x1001),
               TICKS(0x1002, 2), TICKS(0x1003, 4)));
    assert_int_equal(counter(0, 0), 0);
    assert_int_equal(counter(0, 1), 3);
    assert_int_equal(counter(0, 2), 4);
}

enum { OUTER, INNER, BIN };

/* Which buffer gains by a pc: a region of 16 bytes of text, with one of 4 in
 * it from 0x1008 on, and an overflow bin.  -1: none. */
static int taker(enum choice end, uint64_t outer_scale, uint64_t pc)
{
    run(DIALECT_IRIX, CHOICES_ARE(end, DISABLED_REGION_SHADOWS),
        SCRIPT(BUFFER(OUTER, 8), BUFFER(INNER, 2), BUFFER(BIN, 2),
               SPROFIL(3, FLAG_USHORT, REGION(OUTER, 8, 0x1000, outer_scale),
                       REGION(INNER, 2, 0x1008, 0x8000), REGION(BIN, 2, 0, 2)),
               TICK(pc)));
    for (int i = 0; i < 4; i++)
        if (counter(OUTER, i))
            return OUTER;
    return counter(INNER, 0) ? INNER : counter(BIN, 0) ? BIN : -1;
}

TEST(what_another_region_reaches_may_count_nowhere)
{
    assert_int_equal(taker(REGION_END_NOWHERE, 0x8000, 0x100c), -1);
    assert_int_equal(taker(REGION_END_NOWHERE, 0, 0x100c), -1); /* off, there */
    assert_int_equal(taker(REGION_END_OVERFLOW_BIN, 0x8000, 0x100c), BIN);
    assert_int_equal(taker(REGION_END_NEXT_LOWER, 0x8000, 0x100c), OUTER);
    assert_int_equal(taker(REGION_END_NOWHERE, 0x8000, 0x1009), INNER);
}

TEST(what_none_reaches_is_the_bins)
{
    assert_int_equal(taker(REGION_END_NOWHERE, 0x8000, 0x1010), BIN);
    assert_int_equal(taker(REGION_END_NOWHERE, 0x8000, 0xff0), BIN);
}

/* What the bin gains by a second tick at pc, after the first found the inner
 * region's buffer gone. */
static unsigned after_fault(enum choice end, uint64_t pc)
{
    run(DIALECT_IRIX, CHOICES_ARE(end, DISABLED_REGION_SHADOWS),
        SCRIPT(BUFFER(OUTER, 2), BUFFER(INNER, 2), BUFFER(BIN, 2),
               SPROFIL(3, FLAG_USHORT, REGION(OUTER, 2, 0x1000, 0x8000),
                       REGION(INNER, 2, 0x1008, 0x8000), REGION(BIN, 2, 0, 2)),
               UNMAP(INNER), TICK(0x1009), REMAP(INNER), TICK(pc)));
    return counter(BIN, 0);
}

TEST(a_region_that_is_off_still_reaches_a_pc)
{
    assert_int_equal(after_fault(REGION_END_NOWHERE, 0x1009), 0);
    assert_int_equal(after_fault(REGION_END_OVERFLOW_BIN, 0x1009), 1);
    assert_int_equal(after_fault(REGION_END_NEXT_LOWER, 0x1009), 1);
    assert_int_equal(after_fault(REGION_END_NOWHERE, 0x100c), 1);
}

TEST(though_it_is_the_only_one)
{
    run(DIALECT_IRIX, CHOICES_ARE(REGION_END_NOWHERE, DISABLED_REGION_SHADOWS),
        SCRIPT(BUFFER(INNER, 2), BUFFER(BIN, 2),
               SPROFIL(2, FLAG_USHORT, REGION(INNER, 2, 0x1008, 0x8000),
                       REGION(BIN, 2, 0, 2)),
               UNMAP(INNER), TICKS(0x1009, 2), TICK(0x100c)));
    assert_int_equal(counter(BIN, 0), 1);
}

TESTS(NULL, NULL)
