/* SPDX-License-Identifier: MIT */
#include "reference/model_test.h"

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

static void a_pc_counts_where_it_belongs_each_time(void **state)
{
    (void)state;
    run(DIALECT_GLIBC, AS_PERMITTED,
        SCRIPT(BUFFERS,
               SPROFIL(2, FLAG_USHORT, CODE(0, 0x1000), CODE(1, 0x2000)),
               TICK(0x2008), TICK(0x1008)));
    assert_true(asked(RULE_REGION_SEARCH));
    assert_int_equal(counter(1, 2), 1);
    assert_int_equal(counter(0, 2), 1);
}

static void the_first_pc_elsewhere_counts_by_the_bins_formula(void **state)
{
    (void)state;
    SEARCHED(SPROFIL(2, FLAG_USHORT, CODE(0, 0x21000), CODE(1, 0x31000)),
             TICK(0x21004), TICKS(0x31004, 5), TICKS(0x2100c, 7));
    assert_int_equal(counter(0, 1), 1); /* the lowest needs no search */
    assert_int_equal(counter(1, 3), 1); /* 0x31004 * 2 >> 16, halved */
    assert_int_equal(counter(1, 1), 4);
    assert_int_equal(counter(0, 2), 1); /* 0x2100c * 2 >> 16, halved */
    assert_int_equal(counter(0, 3), 6);
}

static void past_its_end_it_counts_in_the_overflow_bin_or_nowhere(void **state)
{
    (void)state;
    SEARCHED(SPROFIL(3, FLAG_USHORT, CODE(0, 0x1000), REGION(2, 4, 0, 2),
                     CODE(1, 0x41000)),
             TICK(0x41004));
    assert_int_equal(all(0) + all(1), 0);
    assert_int_equal(counter(2, 0), 1);
    SEARCHED(SPROFIL(2, FLAG_USHORT, CODE(0, 0x1000), CODE(1, 0x41000)),
             TICK(0x41004));
    assert_int_equal(all(0) + all(1), 0);
}

static void an_overflow_bin_that_faulted_counts_no_miss(void **state)
{
    (void)state;
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

static void a_pc_in_no_region_counts_where_the_search_ends(void **state)
{
    (void)state;
    miss(0x22000);
    assert_int_equal(counter(0, 2), 1);
    assert_int_equal(all(1) + all(2), 0);
    miss(0x32000);
    assert_int_equal(counter(2, 3), 1);
    assert_int_equal(all(0) + all(1), 0);
    miss(0x42000);
    assert_int_equal(all(0) + all(1) + all(2), 0);
}

static void a_pc_below_all_regions_is_the_end(void **state)
{
    (void)state;
    miss(0x20000);
    assert_crashed_in(4);
}

static void a_miss_is_not_the_last_region(void **state)
{
    (void)state;
    SEARCHED(SPROFIL(2, FLAG_USHORT, CODE(0, 0x1000), CODE(1, 0x21000)),
             TICK(0x1004), TICK(0x22000), TICK(0x2000), TICK(0x1004));
    assert_int_equal(counter(0, 1), 2);
    assert_int_equal(counter(1, 0), 1); /* between two: the upper one */
    assert_int_equal(counter(1, 2), 1);
}

static void of_overlapping_regions_the_highest_that_reaches_counts(void **state)
{
    (void)state;
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

static void regions_that_count_nothing_are_not_searched(void **state)
{
    (void)state;
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

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pc_counts_where_it_belongs_each_time),
        cmocka_unit_test(the_first_pc_elsewhere_counts_by_the_bins_formula),
        cmocka_unit_test(past_its_end_it_counts_in_the_overflow_bin_or_nowhere),
        cmocka_unit_test(an_overflow_bin_that_faulted_counts_no_miss),
        cmocka_unit_test(a_pc_in_no_region_counts_where_the_search_ends),
        cmocka_unit_test(a_pc_below_all_regions_is_the_end),
        cmocka_unit_test(a_miss_is_not_the_last_region),
        cmocka_unit_test(
            of_overlapping_regions_the_highest_that_reaches_counts),
        cmocka_unit_test(regions_that_count_nothing_are_not_searched),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
