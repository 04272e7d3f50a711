/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "counter_bytes.h"
#include "unit_test.h"
#include "wide.h"

TEST(a_product_of_64_bit_factors_is_exact)
{
    static const struct {
        uint64_t a, b, high, low;
    } rows[] = {
        {0, UINT64_MAX, 0, 0},
        {1, UINT64_MAX, 0, UINT64_MAX},
        {2, UINT64_MAX, 1, UINT64_MAX - 1},
        {UINT64_MAX, UINT64_MAX, UINT64_MAX - 1, 1},
        {UINT64_C(1) << 32, UINT64_C(1) << 32, 1, 0},
        {UINT32_MAX, UINT32_MAX, 0, UINT64_C(0xfffffffe00000001)},
        {UINT64_C(0x100000001), UINT64_C(0x100000001), 1,
         UINT64_C(0x200000001)},
        {UINT64_C(123456789012345678), UINT64_C(876543210987654321),
         UINT64_C(5866358302944964), UINT64_C(4222486922457112814)},
    };

    for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct wide p = wide_product(rows[k].a, rows[k].b);
        struct wide q = wide_product(rows[k].b, rows[k].a);

        assert_int_equal(p.high, rows[k].high);
        assert_int_equal(p.low, rows[k].low);
        assert_int_equal(q.high, rows[k].high);
        assert_int_equal(q.low, rows[k].low);
    }
}

TEST(a_shift_that_does_not_fit_is_all_ones)
{
    assert_int_equal(wide_shift((struct wide){0, 65536 * 3 + 7}, 16), 3);
    assert_int_equal(wide_shift((struct wide){5, 0}, 16), UINT64_C(5) << 48);
    assert_int_equal(wide_shift((struct wide){0xffff, UINT64_MAX}, 16),
                     UINT64_MAX);
    assert_int_equal(wide_shift((struct wide){0x10000, 0}, 16), UINT64_MAX);
    assert_int_equal(wide_shift((struct wide){0x3fff, 0}, 14), UINT64_C(0x3fff)
                                                                   << 50);
    assert_int_equal(wide_shift((struct wide){0x4000, 0}, 14), UINT64_MAX);
}

TEST(a_quotient_is_that_of_whole_numbers)
{
    static const struct {
        struct wide a;
        uint64_t b, quotient;
    } rows[] = {
        {{0, 7}, 2, 3},
        {{0, UINT64_MAX}, 1, UINT64_MAX},
        {{1, 0}, 2, UINT64_C(1) << 63},
        {{1, 0}, UINT64_MAX, 1},
        {{UINT64_MAX - 1, 1}, UINT64_MAX, UINT64_MAX}, /* (2^64 - 1)^2 */
        {{3, 0}, 1, 0},                                /* 3 * 2^64 */
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        assert_int_equal(wide_quotient(rows[k].a, rows[k].b), rows[k].quotient);
}

TEST(the_high_half_decides_which_is_above)
{
    assert_true(wide_above((struct wide){1, 0}, (struct wide){0, 1}));
    assert_false(wide_above((struct wide){0, 1}, (struct wide){1, 0}));
    assert_true(wide_above((struct wide){1, 1}, (struct wide){1, 0}));
    assert_false(wide_above((struct wide){1, 1}, (struct wide){1, 1}));
    assert_false(wide_above((struct wide){1, 0}, (struct wide){1, 1}));
}

TEST(a_sum_carries_into_the_high_half)
{
    struct wide sum = wide_plus((struct wide){1, UINT64_MAX}, 1);

    assert_int_equal(sum.high, 2);
    assert_int_equal(sum.low, 0);
    sum = wide_plus((struct wide){1, 5}, 2);
    assert_int_equal(sum.high, 1);
    assert_int_equal(sum.low, 7);
}

/* The bytes of a value, its highest first. */
static void assert_bytes(const unsigned char *bytes, unsigned width,
                         uint32_t value, bool big)
{
    for (unsigned k = 0; k < width; k++)
        assert_int_equal(bytes[big ? width - 1 - k : k],
                         value >> 8 * k & UINT8_MAX);
}

static bool here_is_big(void)
{
    const uint16_t one = 1;
    unsigned char first;

    memcpy(&first, &one, 1);
    return first == 0;
}

TEST(a_counter_is_in_the_order_of_its_machine)
{
    static const uint32_t values[] = {0,      1,      0x7fff,     0x8001,
                                      0xfffe, 0xabcd, 0x01020304, UINT32_MAX};

    for (size_t k = 0; k < sizeof values / sizeof *values; k++)
        for (unsigned how = 0; how < 4; how++) {
            unsigned width = how & 1 ? 4 : 2;
            bool swapped = how & 2;
            uint32_t value = width == 2 ? (uint16_t)values[k] : values[k];
            unsigned char bytes[7];

            memset(bytes, 0xa5, sizeof bytes);
            counter_write(bytes + 1, width, swapped, values[k]);
            assert_int_equal(bytes[0], 0xa5);
            assert_int_equal(bytes[width + 1], 0xa5);
            assert_bytes(bytes + 1, width, value, here_is_big() != swapped);
            assert_int_equal(counter_read(bytes + 1, width, swapped), value);
        }
}

TESTS(NULL, NULL)
