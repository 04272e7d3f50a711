/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tick.h"

#define NOWHERE UINT64_MAX

static uint16_t buffer[64];

/* Where a single region of 16-bit counters has a pc. */
static uint64_t place(uint64_t size, uint64_t offset, uint64_t scale,
                      enum region_rounding rounding, uint64_t pc)
{
    struct region region =
        region_make(buffer, size, offset, scale, 2, rounding);
    struct table table;
    uint64_t counter = NOWHERE;

    assert_int_equal(table_make(&table, &region, 1), 0);
    if (!table_find(&table, pc, &counter))
        counter = NOWHERE;
    table_free(&table);
    return counter;
}

static void an_odd_byte_rounds_up_or_down(void **state)
{
    (void)state;
    assert_int_equal(place(128, 1000, 0x8000, REGION_DOWN, 1002), 0);
    assert_int_equal(place(128, 1000, 0x8000, REGION_UP, 1002), 1);
    assert_int_equal(place(128, 1000, 0x8000, REGION_UP, 1001), 0);
    assert_int_equal(place(128, 1000, 0x10000, REGION_DOWN, 1003), 1);
    assert_int_equal(place(128, 1000, 0xffff, REGION_UP, 1002), 1);
    assert_int_equal(place(128, 1000, 0xffff, REGION_UP, 1003), 1);
}

static void a_pc_below_offset_is_nowhere(void **state)
{
    (void)state;
    assert_int_equal(place(128, 1000, 0x10000, REGION_UP, 999), NOWHERE);
    assert_int_equal(place(128, 1000, 0x10000, REGION_UP, 1000), 0);
    assert_int_equal(place(128, 1000, 0x10000, REGION_UP, 0), NOWHERE);
}

static void only_whole_counters_exist(void **state)
{
    (void)state;
    assert_int_equal(place(6, 0, 0x10000, REGION_DOWN, 5), 2);
    assert_int_equal(place(6, 0, 0x10000, REGION_DOWN, 6), NOWHERE);
    assert_int_equal(place(5, 0, 0x10000, REGION_DOWN, 4), NOWHERE);
    assert_int_equal(place(1, 0, 0x10000, REGION_DOWN, 0), NOWHERE);
}

static void products_are_exact_at_any_distance(void **state)
{
    static const uint64_t far[] = {UINT64_C(1) << 32, UINT64_C(1) << 48,
                                   UINT64_C(1) << 63, UINT64_MAX};

    (void)state;
    for (int i = 0; i < 4; i++) {
        assert_int_equal(place(128, 0, 0x10000, REGION_DOWN, far[i]), NOWHERE);
        assert_int_equal(place(128, 0, 0xffff, REGION_UP, far[i]), NOWHERE);
        assert_int_equal(place(128, far[i] - 4, 0x10000, REGION_DOWN, far[i]),
                         2);
    }
    /* 2^17 * 2^47 is 0 modulo 2^64 */
    assert_int_equal(place(128, 0, UINT64_C(1) << 47, REGION_DOWN, 1 << 17),
                     NOWHERE);
    assert_int_equal(place(128, 0, UINT64_MAX, REGION_DOWN, UINT64_MAX),
                     NOWHERE);
}

static void a_number_past_64_bits_is_in_no_counter(void **state)
{
    struct bins bins = {
        .scale = 0xffff, .counters = 64, .bias = 65536, .shift = 17};
    uint64_t counter;

    (void)state;
    /* the product is 2^64 - 1, and the bias carries */
    assert_false(bins_find(&bins, UINT64_C(0x1000100010001), &counter));
    /* 2^41 * 2^40 is 0 in the 64 bits above the shift */
    bins.scale = UINT64_C(1) << 40;
    assert_false(bins_find(&bins, UINT64_C(1) << 41, &counter));
}

/* Long multiplication by hand, where the compiler has no wide integers. */
static void multiplication_carries(void **state)
{
    struct bins_product p = bins_multiply(UINT64_MAX, UINT64_MAX);

    (void)state;
    assert_int_equal(p.high, UINT64_MAX - 1);
    assert_int_equal(p.low, 1);
    p = bins_multiply(UINT64_C(0xffffffff00000001), UINT64_C(0x1ffffffff));
    assert_int_equal(p.high, UINT64_C(0x1fffffffd));
    assert_int_equal(p.low, UINT64_C(0x00000002ffffffff));
}

static void reach_is_the_last_pc_with_a_counter(void **state)
{
    static const uint64_t scales[] = {
        2, 3, 12345, 0x8000, 0xffff, 0x10000, UINT64_C(1) << 40};

    (void)state;
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        struct region r =
            region_make(buffer, 128, 1000, scales[i], 2, REGION_UP);
        uint64_t counter;

        assert_true(bins_find(&r.bins, r.last - 1000, &counter));
        assert_false(bins_find(&r.bins, r.last - 1000 + 1, &counter));
    }
}

static void a_buffer_ends_where_memory_does(void **state)
{
    struct region r = region_make((void *)(UINTPTR_MAX - 9), UINT64_MAX, 0,
                                  0x10000, 2, REGION_DOWN);

    (void)state;
    assert_int_equal(r.bins.counters, 4);
}

/* Regions that overlap: [1000, 1127] of 64 counters, [1040, 1047] of 4, a
 * twin of the latter and an overflow bin. */
struct overlap {
    struct region list[4];
    struct table table;
};

static void make_overlap(struct overlap *o)
{
    o->list[0] = region_make(buffer, 128, 1000, 65536, 2, REGION_DOWN);
    o->list[1] = region_make(buffer, 8, 1040, 65536, 2, REGION_DOWN);
    o->list[2] = region_make(buffer, 16, 1040, 65536, 2, REGION_DOWN);
    o->list[3] = region_make(buffer, 8, 0, 2, 2, REGION_DOWN);
    o->list[3].overflow_bin = true;
    assert_int_equal(table_make(&o->table, o->list, 4), 0);
}

static const struct region *found(struct overlap *o, uint64_t pc,
                                  uint64_t counter)
{
    uint64_t got;
    struct region *region = table_find(&o->table, pc, &got);

    assert_non_null(region);
    assert_int_equal(got, counter);
    return region;
}

enum { MANY = 40, SPACE = 256 };

/* The region for pc, sought among all. */
static int sought(const struct region *list, uint64_t pc)
{
    int best = -1;

    for (int i = 0; i < MANY; i++)
        if (list[i].offset <= pc && pc <= list[i].last &&
            (best < 0 || list[i].offset > list[best].offset))
            best = i;
    return best;
}

static void many_regions_are_searched_as_if_one_by_one(void **state)
{
    unsigned seed = 1;

    (void)state;
    for (int round = 0; round < 200; round++) {
        struct region list[MANY];
        struct table table;
        uint64_t counter;

        for (int i = 0; i < MANY; i++) {
            seed = seed * 1103515245 + 12345;
            list[i] = region_make(buffer, 2 + 2 * (seed >> 16) % 80,
                                  (seed >> 24) % SPACE, 65536, 2, REGION_DOWN);
        }
        assert_int_equal(table_make(&table, list, MANY), 0);
        for (uint64_t pc = 0; pc < SPACE + 100; pc++) {
            struct region *region = table_find(&table, pc, &counter);

            assert_int_equal(region ? (int)region->listed : -1,
                             sought(list, pc));
        }
        table_free(&table);
    }
}

static void the_largest_offset_wins_then_the_first_listed(void **state)
{
    struct overlap o;

    (void)state;
    make_overlap(&o);
    assert_int_equal(found(&o, 1039, 19)->listed, 0);
    assert_int_equal(found(&o, 1040, 0)->listed, 1);
    assert_int_equal(found(&o, 1047, 3)->listed, 1);
    table_free(&o.table);
}

static void past_a_regions_end_the_next_lower_counts(void **state)
{
    struct overlap o;

    (void)state;
    make_overlap(&o);
    assert_int_equal(found(&o, 1048, 4)->listed, 2);
    assert_int_equal(found(&o, 1056, 28)->listed, 0);
    table_free(&o.table);
}

static void what_no_region_has_is_in_the_overflow_bin(void **state)
{
    struct overlap o;

    (void)state;
    make_overlap(&o);
    assert_true(found(&o, 999, 0)->overflow_bin);
    assert_true(found(&o, 1128, 0)->overflow_bin);
    assert_true(found(&o, UINT64_MAX, 0)->overflow_bin);
    table_free(&o.table);
}

static void a_stopped_region_is_as_if_not_listed(void **state)
{
    struct overlap o;
    uint64_t counter;

    (void)state;
    make_overlap(&o);
    atomic_store(&table_find(&o.table, 1040, &counter)->stopped, true);
    assert_int_equal(found(&o, 1040, 0)->listed, 2);
    atomic_store(&table_find(&o.table, 1040, &counter)->stopped, true);
    assert_int_equal(found(&o, 1040, 20)->listed, 0);
    atomic_store(&o.table.overflow_bin->stopped, true);
    assert_null(table_find(&o.table, 1, &counter));
    table_free(&o.table);
}

static void a_computed_fraction_spreads_counters_evenly(void **state)
{
    struct bins bins = {.counters = 5, .shift = 63};

    (void)state;
    for (uint64_t span = 10; span < 400; span++) {
        uint64_t seen = 0, counter;

        bins.scale = bins_fraction(5, span);
        for (uint64_t d = 0; d < span; d++) {
            assert_true(bins_find(&bins, d, &counter));
            assert_true(counter == seen || counter == seen + 1);
            seen = counter;
        }
        assert_int_equal(seen, 4);
    }
    bins.scale = bins_fraction(3, UINT64_MAX);
    assert_int_equal(bins_reach(&bins, UINT64_MAX), UINT64_MAX);
}

static void a_full_counter_stays_full(void **state)
{
    uint16_t narrow[3] = {7, 65533, 9};
    uint32_t wide[3] = {7, UINT32_MAX - 2, 9};
    struct region r = region_make(narrow, 6, 0, 65536, 2, REGION_DOWN);

    (void)state;
    region_count(&r, 1, 1);
    assert_int_equal(narrow[1], 65534);
    region_count(&r, 1, 5);
    assert_int_equal(narrow[1], 65535);
    region_count(&r, 1, UINT32_MAX);
    assert_int_equal(narrow[1], 65535);
    assert_int_equal(narrow[0], 7);
    assert_int_equal(narrow[2], 9);
    r = region_make(wide, 12, 0, 65536, 4, REGION_DOWN);
    region_count(&r, 1, 1);
    assert_int_equal(wide[1], UINT32_MAX - 1);
    region_count(&r, 1, UINT32_MAX);
    assert_int_equal(wide[1], UINT32_MAX);
    assert_int_equal(wide[0], 7);
    assert_int_equal(wide[2], 9);
}

static void an_unaligned_counter_counts_too(void **state)
{
    unsigned char bytes[9] = {0};
    uint16_t narrow;
    uint32_t wide;
    struct region r;

    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        r = region_make(bytes + 1 - i, 8, 0, 65536, 2, REGION_DOWN);
        region_count(&r, 0, 65534);
        region_count(&r, 0, 2);
        memcpy(&narrow, r.base, 2);
        assert_int_equal(narrow, 65535);
        assert_int_equal(r.base[2], 0);
        memset(bytes, 0, sizeof bytes);
    }
    for (uint32_t i = 0; i < 4; i++) {
        r = region_make(bytes + i, 5, 0, 65536, 4, REGION_DOWN);
        region_count(&r, 0, UINT32_MAX - 1);
        region_count(&r, 0, 2);
        memcpy(&wide, r.base, 4);
        assert_int_equal(wide, UINT32_MAX);
        assert_int_equal(r.base[4], 0);
        memset(bytes, 0, sizeof bytes);
    }
}

static void *count_many(void *region)
{
    for (int i = 0; i < 12000; i++)
        region_count(region, 0, 1);
    return NULL;
}

static void threads_lose_no_counts(void **state)
{
    uint16_t shared[2] = {0};
    struct region r = region_make(shared, 4, 0, 65536, 2, REGION_DOWN);
    pthread_t threads[4];

    (void)state;
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, count_many, &r), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(shared[0], 48000);
    assert_int_equal(shared[1], 0);
}

static void without_memory_there_is_no_table(void **state)
{
    struct region region = region_make(buffer, 128, 0, 65536, 2, REGION_DOWN);
    const struct rlimit none = {0, RLIM_INFINITY};
    struct table table;
    int status;
    pid_t child = fork();

    (void)state;
    if (child == 0) {
        setrlimit(RLIMIT_AS, &none);
        _exit(table_make(&table, &region, 1) == ENOMEM ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_odd_byte_rounds_up_or_down),
        cmocka_unit_test(a_pc_below_offset_is_nowhere),
        cmocka_unit_test(only_whole_counters_exist),
        cmocka_unit_test(products_are_exact_at_any_distance),
        cmocka_unit_test(a_number_past_64_bits_is_in_no_counter),
        cmocka_unit_test(multiplication_carries),
        cmocka_unit_test(reach_is_the_last_pc_with_a_counter),
        cmocka_unit_test(a_buffer_ends_where_memory_does),
        cmocka_unit_test(the_largest_offset_wins_then_the_first_listed),
        cmocka_unit_test(many_regions_are_searched_as_if_one_by_one),
        cmocka_unit_test(past_a_regions_end_the_next_lower_counts),
        cmocka_unit_test(what_no_region_has_is_in_the_overflow_bin),
        cmocka_unit_test(a_stopped_region_is_as_if_not_listed),
        cmocka_unit_test(a_computed_fraction_spreads_counters_evenly),
        cmocka_unit_test(a_full_counter_stays_full),
        cmocka_unit_test(an_unaligned_counter_counts_too),
        cmocka_unit_test(threads_lose_no_counts),
        cmocka_unit_test(without_memory_there_is_no_table),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
