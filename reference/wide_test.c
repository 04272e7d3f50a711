/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "conformance/language/stream.h"
#include "counter_bytes.h"
#include "unit_test.h"
#include "wide.h"

typedef unsigned __int128 whole;

static whole whole_of(struct wide w)
{
    return (whole)w.high << 64 | w.low;
}

/* Small and large, and on both sides of powers of two. */
static uint64_t some_number(uint64_t *random)
{
    uint64_t r = stream_random(random);

    return r & 64 ? r >> (r & 63) : (UINT64_C(1) << (r & 63)) - (r >> 8 & 1);
}

TEST(arithmetic_is_that_of_128_bits)
{
    uint64_t random = 1;

    for (unsigned k = 0; k < 200000; k++) {
        uint64_t a = some_number(&random), b = some_number(&random);
        struct wide p = wide_product(a, b), q = wide_product(b, a);
        struct wide other = {some_number(&random), some_number(&random)};
        unsigned by = 1 + k % 63;
        whole shifted = whole_of(other) >> by, sum = whole_of(p) + a;

        assert_true(whole_of(p) == (whole)a * b && whole_of(q) == whole_of(p));
        assert_true(whole_of(wide_plus(p, a)) == sum);
        assert_true(wide_shift(other, by) ==
                    (shifted >> 64 ? UINT64_MAX : (uint64_t)shifted));
        assert_true(wide_above(p, other) == (whole_of(p) > whole_of(other)));
        assert_false(wide_above(p, q));
        if (k % 2)
            b |= UINT64_C(1) << 63; /* what is left of a then carries */
        if (b > 0)
            assert_true(wide_quotient(other, b) ==
                        (uint64_t)(whole_of(other) / b));
    }
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
