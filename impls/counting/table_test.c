/* SPDX-License-Identifier: MIT */
/* What no case shows of the arithmetic (mutants/survivors.txt: beyond), and
 * many regions at random.  The cases hold all else of it: the rest of its
 * mechanical mutants. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "impls/own/process_fixture.h"
#include "reference/unit_test.h"
#include "table.h"

static uint16_t buffer[64];

TEST(a_number_past_64_bits_is_in_no_counter)
{
    struct bins bins = {
        .scale = 0xffff, .counters = 64, .bias = 65536, .shift = 17};
    uint64_t counter;

    /* the product is 2^64 - 1, and the bias carries */
    assert_false(bins_find(&bins, UINT64_C(0x1000100010001), &counter));
    /* 2^41 * 2^40 is 0 in the 64 bits above the shift */
    bins.scale = UINT64_C(1) << 40;
    assert_false(bins_find(&bins, UINT64_C(1) << 41, &counter));
    /* 2^17 * 2^47 is 0 modulo 2^64 */
    bins.scale = UINT64_C(1) << 47;
    assert_false(bins_find(&bins, UINT64_C(1) << 17, &counter));
}

TEST(a_buffer_ends_where_memory_does)
{
    struct region r = region_make((void *)(UINTPTR_MAX - 9), UINT64_MAX, 0,
                                  0x10000, 2, REGION_DOWN);

    assert_int_equal(r.bins.counters, 4);
}

TEST(a_computed_fraction_spreads_counters_evenly)
{
    struct bins bins = {.counters = 5, .shift = 63};

    for (uint64_t span = 10; span < 400; span++) {
        uint64_t seen = 0, counter;

        bins.scale = bins_fraction(5, span);
        for (uint64_t d = 0; d < span; d++) {
            assert_true(bins_find(&bins, d, &counter));
            assert_true(counter == seen || counter == seen + 1);
            assert_int_equal(bins_counter(&bins, d), counter);
            seen = counter;
        }
        assert_int_equal(seen, 4);
    }
    bins.scale = bins_fraction(3, UINT64_MAX);
    assert_int_equal(bins_reach(&bins, UINT64_MAX), UINT64_MAX);
}

/* A buffer that ends where memory does, of a scale that puts its last pcs
 * beyond 64 bits of product. */
TEST(products_of_more_than_64_bits_count_exactly)
{
    struct region list[] = {
        region_make((void *)16, UINT64_MAX, 0, 65536, 2, REGION_DOWN),
        region_make((void *)16, 64, UINT64_MAX - 9, 65536, 2, REGION_DOWN)};
    uint64_t far = UINT64_C(0xf000000000000003), counter;
    struct table table;

    assert_int_equal(table_make(&table, list, 2), 0);
    assert_ptr_equal(table_find(&table, far, &counter), &table.regions[0]);
    assert_int_equal(counter, far / 2);
    assert_ptr_equal(table_find(&table, UINT64_MAX - 4, &counter),
                     &table.regions[1]);
    assert_int_equal(counter, 2);
    table_free(&table);
}

enum { MANY = 40, SPACE = 256 };

/* The region for pc, sought among all. */
static int sought(const struct region *list, uint64_t pc)
{
    int best = -1;

    for (int i = 0; i < MANY; i++)
        if (list[i].offset <= pc && pc <= list[i].last && !list[i].stopped &&
            (best < 0 || list[i].offset > list[best].offset))
            best = i;
    return best;
}

static void assert_found(const struct table *table, const struct region *list)
{
    for (uint64_t pc = 0; pc < SPACE + 100; pc++) {
        uint64_t counter;
        struct region *region = table_find(table, pc, &counter);

        assert_int_equal(region ? (int)region->listed : -1, sought(list, pc));
        if (region)
            assert_int_equal(counter, (pc - region->offset) / 2);
    }
}

/* All of them, and after some were stopped. */
TEST(many_regions_are_searched_as_if_one_by_one)
{
    unsigned seed = 1;

    for (int round = 0; round < 200; round++) {
        struct region list[MANY];
        struct table table;

        for (int i = 0; i < MANY; i++) {
            seed = seed * 1103515245 + 12345;
            list[i] = region_make(buffer, 2 + 2 * (seed >> 16) % 80,
                                  (seed >> 24) % SPACE, 65536, 2, REGION_DOWN);
        }
        assert_int_equal(table_make(&table, list, MANY), 0);
        assert_found(&table, list);
        for (size_t i = 0; i < table.count; i += 3) {
            atomic_store(&table.regions[i].stopped, true);
            list[table.regions[i].listed].stopped = true;
        }
        assert_found(&table, list);
        table_free(&table);
    }
}

TEST(an_overflow_bin_that_is_stopped_is_none)
{
    struct region list[2] = {
        region_make(buffer, 8, 0, 2, 2, REGION_DOWN),
        region_make(buffer, 8, 1000, 65536, 2, REGION_DOWN)};
    struct table table;
    uint64_t counter;

    list[0].overflow_bin = true;
    assert_int_equal(table_make(&table, list, 2), 0);
    assert_ptr_equal(table_find(&table, 999, &counter), table.overflow_bin);
    atomic_store(&table.overflow_bin->stopped, true);
    assert_null(table_find(&table, 999, &counter));
    table_free(&table);
}

/* Several ticks at once, at every address, between two that stay. */
TEST(a_full_counter_stays_full)
{
    static const uint32_t ticks[] = {1, 5, UINT32_MAX};
    unsigned char bytes[16];

    for (unsigned width = 2; width <= 4; width += 2)
        for (unsigned shift = 0; shift < width; shift++) {
            uint32_t most = width == 2 ? UINT16_MAX : UINT32_MAX, value = 0;
            struct region r = {.base = bytes + shift, .width = width};

            memset(bytes, 0x5a, sizeof bytes);
            memcpy(r.base + width, &(uint32_t){most - 2}, width);
            for (size_t k = 0; k < 3; k++) {
                region_count(&r, 1, ticks[k]);
                memcpy(&value, r.base + width, width);
                assert_int_equal(value, k == 0 ? most - 1 : most);
            }
            assert_int_equal(r.base[width - 1], 0x5a);
            assert_int_equal(r.base[2 * width], 0x5a);
        }
}

static pthread_barrier_t go;

static void *count_many(void *region)
{
    pthread_barrier_wait(&go);
    for (int i = 0; i < 30000; i++)
        region_count(region, 0, 1);
    return NULL;
}

/* So often, as it takes chance that two come between each other. */
TEST(threads_lose_no_counts)
{
    pthread_barrier_init(&go, NULL, 2);
    for (int round = 0; round < 200; round++) {
        union {
            uint16_t narrow[4];
            uint32_t wide[2];
        } shared = {{0}};
        bool narrow = round % 2;
        struct region r = region_make(&shared, sizeof shared, 0, 65536,
                                      narrow ? 2 : 4, REGION_DOWN);
        pthread_t other;

        assert_int_equal(pthread_create(&other, NULL, count_many, &r), 0);
        count_many(&r);
        pthread_join(other, NULL);
        assert_int_equal(narrow ? shared.narrow[0] : shared.wide[0], 60000);
        assert_int_equal(narrow ? shared.narrow[1] : shared.wide[1], 0);
    }
}

TEST(without_memory_there_is_no_table)
{
    struct region region = region_make(buffer, 128, 0, 65536, 2, REGION_DOWN);
    const struct rlimit none = {0, RLIM_INFINITY};
    struct table table;

    ASSERT_IN_CHILD(setrlimit(RLIMIT_AS, &none) == 0 &&
                    table_make(&table, &region, 1) == ENOMEM);
}

TESTS(NULL, NULL)
