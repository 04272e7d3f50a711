/* SPDX-License-Identifier: MIT */
#include "reference/model_test.h"
#include "reference/unit_test.h"

#define BUFFERS BUFFER(0, 8), BUFFER(1, 8), BUFFER(2, 8)

/* A region of 4 counters, one a 4-byte instruction: 16 bytes of text. */
#define CODE(n, from) REGION(n, 8, from, 0x8000)

#define SEARCHED(...)                                                          \
    run(DIALECT_GLIBC, CHOICES_ARE(REGION_SEARCH_HIT_AS_MISS),                 \
        SCRIPT(BUFFERS, __VA_ARGS__))

static unsigned all(unsigned n)
{
    return counter(n, 0) + counter(n, 1) + counter(n, 2) + counter(n, 3);
}

TEST(a_pc_counts_where_it_belongs_each_time)
{
    run(DIALECT_GLIBC, AS_PERMITTED,
        SCRIPT(BUFFERS,
               SPROFIL(2, FLAG_USHORT, CODE(0, 0x1000), CODE(1, 0x2000)),
               TICK(0x2008), TICK(0x1008)));
    assert_true(asked(RULE_REGION_SEARCH));
    assert_int_equal(counter(1, 2), 1);
    assert_int_equal(counter(0, 2), 1);
}

TEST(the_first_pc_elsewhere_counts_by_the_bins_formula)
{
    SEARCHED(SPROFIL(2, FLAG_USHORT, CODE(0, 0x21000), CODE(1, 0x31000)),
             TICK(0x21004), TICKS(0x31004, 5), TICKS(0x2100c, 7));
    assert_int_equal(counter(0, 1), 1); /* the lowest needs no search */
    assert_int_equal(counter(1, 3), 1); /* 0x31004 * 2 >> 16, halved */
    assert_int_equal(counter(1, 1), 4);
    assert_int_equal(counter(0, 2), 1); /* 0x2100c * 2 >> 16, halved */
    assert_int_equal(counter(0, 3), 6);
}

TEST(past_its_end_it_counts_in_the_overflow_bin_or_nowhere)
{
    SEARCHED(SPROFIL(3, FLAG_USHORT, CODE(0, 0x1000), REGION(2, 4, 0, 2),
                     CODE(1, 0x41000)),
             TICK(0x41004));
    assert_int_equal(all(0) + all(1), 0);
    assert_int_equal(counter(2, 0), 1);
    SEARCHED(SPROFIL(2, FLAG_USHORT, CODE(0, 0x1000), CODE(1, 0x41000)),
             TICK(0x41004));
    assert_int_equal(all(0) + all(1), 0);
}

TEST(an_overflow_bin_that_faulted_counts_no_miss)
{
    SEARCHED(SPROFIL(2, FLAG_USHORT, REGION(2, 2, 0, 2), CODE(1, 0x41000)),
             PROTECT(2), TICK(0x8000), REMAP(2), TICK(0x61000));
    assert_int_equal(all(1) + all(2), 0);
}

/* Three regions from 0x21000, 0x31000 and 0x41000 on, not listed in order;
 * the counter of 0x21000 to 0x2ffff is 2 by the bin's formula, and so on. */
static void miss(uint64_t pc)
{
    SEARCHED(SPROFIL(3, FLAG_USHORT, CODE(1, 0x31000),
                     REGION(2, 8, 0x41000, 0x8000), CODE(0, 0x21000)),
             TICK(pc));
}

TEST(a_pc_in_no_region_counts_where_the_search_ends)
{
    miss(0x22000);
    assert_int_equal(counter(0, 2), 1);
    assert_int_equal(all(1) + all(2), 0);
    miss(0x32000);
    assert_int_equal(counter(2, 3), 1);
    assert_int_equal(all(0) + all(1), 0);
    miss(0x42000);
    assert_int_equal(all(0) + all(1) + all(2), 0);
}

TEST(a_pc_below_all_regions_is_the_end)
{
    miss(0x20000);
    assert_crashed_in(4);
}

TEST(a_miss_is_not_the_last_region)
{
    SEARCHED(SPROFIL(2, FLAG_USHORT, CODE(0, 0x1000), CODE(1, 0x21000)),
             TICK(0x1004), TICK(0x22000), TICK(0x2000), TICK(0x1004));
    assert_int_equal(counter(0, 1), 2);
    assert_int_equal(counter(1, 0), 1); /* between two: the upper one */
    assert_int_equal(counter(1, 2), 1);
}

TEST(of_overlapping_regions_the_highest_that_reaches_counts)
{
    SEARCHED(SPROFIL(3, FLAG_USHORT, REGION(0, 4, 0x1008, 0x8000),
                     CODE(1, 0x1004), CODE(2, 0x1008)),
             TICKS(0x1008, 3), TICKS(0x1010, 5), TICKS(0x1004, 7));
    assert_int_equal(counter(0, 0), 3);
    assert_int_equal(counter(2, 0), 1);
    assert_int_equal(counter(2, 2), 4);
    assert_int_equal(counter(1, 0), 7);
    SEARCHED(SPROFIL(2, FLAG_USHORT, CODE(0, 0x21000), CODE(1, 0x21000)),
             TICK(0x21004)); /* the first listed is the lowest */
    assert_int_equal(counter(0, 1), 1);
}

TEST(regions_that_count_nothing_are_not_searched)
{
    SEARCHED(SPROFIL(2, FLAG_USHORT, REGION(0, 8, 0x1000, 0), CODE(1, 0x21000)),
             TICK(0x21004), TICK(0x1004));
    assert_crashed_in(5);
    SEARCHED(SPROFIL(2, FLAG_USHORT, REGION(0, 1, 0, 2), CODE(1, 0x21000)),
             TICK(0x21004));
    assert_int_equal(counter(1, 1), 1);
    assert_int_equal(all(0), 0);
    SEARCHED(SPROFIL(1, FLAG_USHORT, REGION(0, 0, 0x1000, 0x8000)),
             TICK(0x1004), TICK(0x8));
    assert_int_equal(all(0), 0);
}

TESTS(NULL, NULL)
