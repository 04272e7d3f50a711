/* SPDX-License-Identifier: MIT */
#include "mon_out.h"

#include "profile_file_test.h"
#include "reference/unit_test.h"

#define PDP ((struct encoding){ORDER_PDP, 2})

static const struct mon_call calls[] = {{0x1010, 3}, {0x1020, 0x10002}};
static const uint16_t counters[] = {1, 0, 0x203};
static const struct mon_contents contents = {
    0x1000, 0x1100, calls, 2, counters, 3,
};
static const char expected[] = "calls 1010 3\ncalls 1020 65538\n"
                               "histogram 1000-1100 rate 0: 1 0 515\n";

static const struct {
    struct encoding encoding;
    const char *hex;
} layouts[] = {
    {{ORDER_LITTLE, 8},
     "0010000000000000 0011000000000000 0200000000000000"
     "1010000000000000 0300000000000000"
     "2010000000000000 0200010000000000 0100 0000 0302"},
    {{ORDER_BIG, 8},
     "0000000000001000 0000000000001100 0000000000000002"
     "0000000000001010 0000000000000003"
     "0000000000001020 0000000000010002 0001 0000 0203"},
    {{ORDER_LITTLE, 4},
     "00100000 00110000 02000000 10100000 03000000 20100000 02000100"
     "0100 0000 0302"},
    {{ORDER_BIG, 4},
     "00001000 00001100 00000002 00001010 00000003 00001020 00010002"
     "0001 0000 0203"},
    {{ORDER_LITTLE, 2},
     "0010 0011 0200 1010 03000000 2010 02000100 0100 0000 0302"},
    {{ORDER_BIG, 2},
     "1000 1100 0002 1010 00000003 1020 00010002 0001 0000 0203"},
    {{ORDER_PDP, 2},
     "0010 0011 0200 1010 00000300 2010 01000200 0100 0000 0302"},
};
enum { LAYOUT_COUNT = sizeof layouts / sizeof *layouts };

TEST(each_layout_reads_as_its_bytes_say)
{
    for (size_t k = 0; k < LAYOUT_COUNT; k++) {
        unsigned char bytes[128];
        size_t size = bytes_of(layouts[k].hex, bytes, sizeof bytes);

        assert_reads(bytes, size, LAYOUT_MON, layouts[k].encoding, expected);
    }
}

TEST(each_layout_is_written_so)
{
    for (size_t k = 0; k < LAYOUT_COUNT; k++) {
        unsigned char bytes[128], written[128] = {0};
        size_t size = bytes_of(layouts[k].hex, bytes, sizeof bytes);

        assert_int_equal(
            mon_out_write(&contents, layouts[k].encoding, written, size), size);
        assert_memory_equal(written, bytes, size);
        assert_int_equal(written[size], 0);
    }
}

TEST(without_room_the_size_is_reported_and_nothing_written)
{
    unsigned char bytes[64] = {0};

    assert_int_equal(mon_out_write(&contents, LITTLE(8), NULL, 0), 62);
    assert_int_equal(mon_out_write(&contents, LITTLE(8), bytes, 61), 62);
    for (size_t k = 0; k < sizeof bytes; k++)
        assert_int_equal(bytes[k], 0);
}

TEST(what_does_not_fit_a_field_is_not_written)
{
    struct mon_contents wide = contents;
    struct mon_call far = {0x10000, 1}, many = {0x1010, 0x100000000};
    unsigned char bytes[64];

    wide.high = 0x10000;
    assert_int_equal(mon_out_write(&wide, PDP, bytes, 64), 0);
    assert_int_not_equal(mon_out_write(&wide, LITTLE(4), bytes, 64), 0);
    wide = contents;
    wide.call_count = 1;
    wide.calls = &far;
    assert_int_equal(mon_out_write(&wide, PDP, bytes, 64), 0);
    wide.calls = &many;
    assert_int_equal(mon_out_write(&wide, LITTLE(4), bytes, 64), 0);
    assert_int_equal(mon_out_write(&wide, PDP, bytes, 64), 0);
    assert_int_not_equal(mon_out_write(&wide, LITTLE(8), bytes, 64), 0);
}

TEST(encodings_that_no_machine_has_are_not_written)
{
    static const struct encoding wrong[] = {
        {ORDER_ANY, 8},
        {ORDER_LITTLE, 0},
        {ORDER_LITTLE, 3},
        {ORDER_PDP, 4},
    };
    unsigned char bytes[64];

    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        assert_int_equal(mon_out_write(&contents, wrong[k], bytes, 64), 0);
}

TEST(a_file_without_counters_or_calls_is_read)
{
    unsigned char bytes[64];
    struct mon_contents few = contents;
    uint64_t size;

    few.call_count = 0;
    size = mon_out_write(&few, LITTLE(4), bytes, 64);
    assert_reads(bytes, size, LAYOUT_MON, LITTLE(4),
                 "histogram 1000-1100 rate 0: 1 0 515\n");
    few.counter_count = 0;
    size = mon_out_write(&few, LITTLE(4), bytes, 64);
    assert_reads(bytes, size, LAYOUT_MON, LITTLE(4), "");
    few.call_count = 2;
    size = mon_out_write(&few, LITTLE(4), bytes, 64);
    assert_reads(bytes, size, LAYOUT_MON, LITTLE(4),
                 "calls 1010 3\ncalls 1020 65538\n");
}

TEST(what_the_size_does_not_bear_out_is_reported_with_its_offset)
{
    assert_faulty("", LAYOUT_MON, LITTLE(4), FAULT_SHORT, 0);
    assert_faulty("00100000 00110000 000000", LAYOUT_MON, LITTLE(4),
                  FAULT_SHORT, 11);
    assert_faulty("00110000 00110000 00000000", LAYOUT_MON, LITTLE(4),
                  FAULT_RANGE, 0);
    assert_faulty("00100000 00110000 01000000 00000000 000000", LAYOUT_MON,
                  LITTLE(4), FAULT_COUNT, 8);
    /* 2^61 functions of 16 bytes are none, modulo 2^64 */
    assert_faulty("0010000000000000 0011000000000000 0000000000000020"
                  "0000000000000000 0000000000000000",
                  LAYOUT_MON, LITTLE(8), FAULT_COUNT, 16);
    assert_faulty("00100000 00110000 00000000 000000", LAYOUT_MON, LITTLE(4),
                  FAULT_TAIL, 14);
}

TESTS(NULL, NULL)
