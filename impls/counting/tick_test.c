/* SPDX-License-Identifier: MIT */
#include "tick.h"

#include "reference/unit_test.h"

/* Just where a product no longer has 64 bits: there the other way is taken. */
TEST(short_products_are_taken_where_they_are_exact)
{
    const uint64_t scales[] = {1, 3, 65535, 65536, UINT64_C(1) << 33};

    for (unsigned rounding = REGION_DOWN; rounding <= REGION_UP; rounding++)
        for (size_t i = 0; i < 5; i++) {
            struct bins bins = {scales[i], UINT64_MAX,
                                rounding == REGION_UP ? 65536 : 0, 17};
            uint64_t last = (UINT64_MAX - bins.bias) / bins.scale;

            assert_true(bins_narrow(&bins, last));
            assert_true(bins_narrow(&bins, 0));
            if (last < UINT64_MAX)
                assert_false(bins_narrow(&bins, last + 1));
            for (uint64_t d = last; d > 0; d /= 3)
                assert_int_equal(bins_counter_narrow(&bins, d),
                                 bins_counter(&bins, d));
            assert_false(bins_narrow(&bins, UINT64_MAX) && bins.bias > 0);
        }
}

/* A buffer that ends where memory does, of a scale that puts its last pcs
 * beyond 64 bits of product. */
TEST(a_region_too_wide_for_short_products_counts_exactly)
{
    struct region list[] = {
        region_make((void *)16, UINT64_MAX, 0, 65536, 2, REGION_DOWN),
        region_make((void *)16, 64, UINT64_MAX - 9, 65536, 2, REGION_DOWN)};
    uint64_t far = UINT64_C(0xf000000000000003), counter;
    struct table table;

    assert_int_equal(table_make(&table, list, 2), 0);
    assert_false(table.regions[0].narrow);
    assert_true(table.regions[1].narrow);
    assert_ptr_equal(table_find(&table, far, &counter), &table.regions[0]);
    assert_int_equal(counter, far / 2);
    assert_ptr_equal(table_find(&table, UINT64_MAX - 4, &counter),
                     &table.regions[1]);
    assert_int_equal(counter, 2);
    table_free(&table);
}

TESTS(NULL, NULL)
