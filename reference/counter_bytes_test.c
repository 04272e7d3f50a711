/* SPDX-License-Identifier: MIT */
#include "counter_bytes.h"
#include "unit_test.h"

#include <string.h>

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
