/* SPDX-License-Identifier: MIT */
#include "goes_test.h"
#include "unit_test.h"

TEST(an_odd_number_rounds_up_in_aix)
{
    struct mapping m = {.offset = 0x1000, .size = 64, .scale = 0xffff};

    /* 2 * 0xffff >> 16 = 1, up to 2; 3 * 0xffff >> 16 = 2 */
    assert_int_equal(AIX(m, 0x1002, ROUNDING_UP), 1);
    assert_int_equal(AIX(m, 0x1003, ROUNDING_UP), 1);
    assert_int_equal(AIX(m, 0x1004, ROUNDING_UP), 2);
    assert_int_equal(AIX(m, 0x1002, ROUNDING_DOWN), 0);
    assert_int_equal(AIX(m, 0x1003, ROUNDING_DOWN), 1);
}

TEST(in_aix_0xffff_gives_two_bytes_a_short_of_their_own)
{
    struct mapping m = {.offset = 0x1000, .size = 64, .scale = 0xffff};

    for (int d = 0; d < 64; d++)
        assert_int_equal(
            goes(DIALECT_AIX, AS_PERMITTED, m, 0x1000 + (unsigned)d), d / 2);
}

TEST(in_aix_0x7fff_gives_about_four_bytes_one_short)
{
    static const int expected[] = {0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3};
    struct mapping m = {.offset = 0x1000, .size = 64, .scale = 0x7fff};

    for (unsigned d = 0; d < 12; d++)
        assert_int_equal(goes(DIALECT_AIX, AS_PERMITTED, m, 0x1000 + d),
                         expected[d]);
}

TEST(a_fraction_rounds_as_each_choice_says)
{
    struct mapping m = {.offset = 0x1000, .size = 64, .scale = 0xc000};

    /* 3 * 0xc000 / 65536 = 2.25; (3 / 2) * 0xc000 / 65536 = 0.75 */
    assert_int_equal(AIX(m, 0x1003, ROUNDING_DOWN), 1);
    assert_int_equal(AIX(m, 0x1003, ROUNDING_UP), 1);
    assert_int_equal(AIX(m, 0x1003, ROUNDING_DIVIDE_FIRST), 0);
    assert_int_equal(AIX(m, 0x1003, ROUNDING_UP_EXACT), 2);
    assert_int_equal(AIX(m, 0x1003, ROUNDING_NEAREST), 1);
    assert_int_equal(AIX(m, 0x1003, ROUNDING_NEXT_EVEN), 2);
    assert_int_equal(AIX(m, 0x1003, ROUNDING_SIGNED_HALVING), 0);
    assert_int_equal(AIX(m, 0x1003, ROUNDING_SCALE_LOW_BIT_LOST), 0);
    /* 4 * 0xc000 / 65536 = 3, no fraction */
    assert_int_equal(AIX(m, 0x1004, ROUNDING_UP_EXACT), 2);
    assert_int_equal(AIX(m, 0x1004, ROUNDING_NEXT_EVEN), 2);
    assert_int_equal(AIX(m, 0x1004, ROUNDING_DOWN), 1);
    /* 0, no fraction */
    assert_int_equal(AIX(m, 0x1000, ROUNDING_UP_EXACT), 0);
    assert_int_equal(AIX(m, 0x1000, ROUNDING_NEXT_EVEN), 1);
}

TEST(the_nearest_number_is_above_from_a_half_on)
{
    struct mapping m = {.offset = 0x1000, .size = 64, .scale = 0x8000};

    /* 1.5; 1.25 and 1.75 */
    assert_int_equal(AIX(m, 0x1003, ROUNDING_NEAREST), 1);
    assert_int_equal(AIX(m, 0x1003, ROUNDING_DOWN), 0);
    m.scale = 0x4000;
    assert_int_equal(AIX(m, 0x1005, ROUNDING_NEAREST), 0);
    assert_int_equal(AIX(m, 0x1007, ROUNDING_NEAREST), 1);
}

TEST(hpux_0177777_is_one_to_one_where_the_nearest_is_meant)
{
    struct mapping m = {.offset = 0x1000, .size = 64, .scale = 0xffff};
    const struct {
        enum choice unit;
        unsigned each;
    } rows[] = {{UNIT_INDEX, 1}, {UNIT_BYTE_OFFSET, 2}};

    for (unsigned k = 0; k < 2; k++)
        for (unsigned word = 0; word < 32; word++)
            assert_int_equal(goes(DIALECT_HPUX,
                                  CHOICES_ARE(ROUNDING_NEAREST, rows[k].unit),
                                  m, 0x1000 + word * rows[k].each),
                             word);
}

TEST(a_scale_that_loses_its_low_bit_is_2_for_3)
{
    struct mapping m = {.offset = 0x1000, .size = 64, .scale = 3};

    /* 43692 * 3 >> 16 = 2; 21846 * 1 >> 14 = 1 */
    assert_int_equal(AIX(m, 0xbaac, ROUNDING_DOWN), 1);
    assert_int_equal(AIX(m, 0xbaac, ROUNDING_SCALE_LOW_BIT_LOST), 0);
    /* 65536 * 3 >> 16 = 3; 32768 * 1 >> 14 = 2 */
    assert_int_equal(AIX(m, 0x11000, ROUNDING_SCALE_LOW_BIT_LOST), 1);
}

TEST(a_signed_division_counts_what_is_just_below_offset)
{
    struct mapping m = {.offset = 0x1000, .size = 64, .scale = 65536};

    assert_int_equal(AIX(m, 0xfff, ROUNDING_SIGNED_HALVING), 0);
    assert_int_equal(AIX(m, 0xffe, ROUNDING_SIGNED_HALVING), -WHERE_BELOW);
    assert_int_equal(AIX(m, 0xfff, ROUNDING_DIVIDE_FIRST), -WHERE_BELOW);
    m.width = 4;
    assert_int_equal(AIX(m, 0xffd, ROUNDING_SIGNED_HALVING), 0);
    assert_int_equal(AIX(m, 0xffc, ROUNDING_SIGNED_HALVING), -WHERE_BELOW);
}

TEST(in_irix_four_byte_instructions_map_one_to_one)
{
    struct mapping narrow = {.size = 64, .scale = 0x8000, .offset = 0x400000};
    struct mapping wide = narrow;

    wide.width = 4;
    wide.scale = 0x10000;
    for (int i = 0; i < 16; i++) {
        uint64_t pc = 0x400000 + 4 * (uint64_t)i;

        assert_int_equal(goes(DIALECT_IRIX, AS_PERMITTED, narrow, pc), i);
        assert_int_equal(goes(DIALECT_IRIX, AS_PERMITTED, wide, pc), i);
    }
}

TEST(in_freebsd_each_halving_of_scale_doubles_a_bins_bytes)
{
    static const struct {
        uint64_t scale;
        int bytes;
    } rows[] = {{65536, 2}, {32768, 4}, {16384, 8}};

    for (unsigned k = 0; k < 3; k++)
        for (int d = 0; d < 16; d++) {
            struct mapping m = {
                .offset = 0x1000, .size = 64, .scale = rows[k].scale};

            assert_int_equal(
                goes(DIALECT_FREEBSD, AS_PERMITTED, m, 0x1000 + (uint64_t)d),
                d / rows[k].bytes);
        }
}

TEST(the_number_is_taken_as_each_unit_says)
{
    struct mapping m = {.offset = 0x1000, .size = 64, .scale = 0xffff};

    /* 30 * 0xffff >> 16 = 29, up to 30 */
    assert_int_equal(AIX(m, 0x101e, UNIT_BYTE_OFFSET), 15);
    assert_int_equal(AIX(m, 0x101e, UNIT_BYTE_OFFSET_HALF), 15);
    assert_int_equal(AIX(m, 0x101e, UNIT_INDEX), 30);
    /* 32, which is no more less than 32 shorts */
    assert_int_equal(AIX(m, 0x1020, UNIT_BYTE_OFFSET), 16);
    assert_int_equal(AIX(m, 0x1020, UNIT_BYTE_OFFSET_HALF), -WHERE_BEYOND);
    assert_int_equal(AIX(m, 0x1020, UNIT_INDEX), -WHERE_BEYOND);
    assert_int_equal(AIX(m, 0x1020, UNIT_INDEX_TO_END), 32);
    assert_int_equal(AIX(m, 0x1022, UNIT_INDEX_TO_END), -WHERE_BEYOND);
    assert_int_equal(AIX(m, 0x103e, UNIT_INDEX_OF_BYTES), 62);
    assert_int_equal(AIX(m, 0x1040, UNIT_INDEX_OF_BYTES), -WHERE_BEYOND);
    assert_int_equal(AIX(m, 0x107e, UNIT_COUNTER_OF_BYTES), 63);
    assert_int_equal(AIX(m, 0x1080, UNIT_COUNTER_OF_BYTES), -WHERE_BEYOND);
    assert_int_equal(AIX(m, 0x1080, UNIT_COUNTER_TO_BYTES), 64);
    assert_int_equal(AIX(m, 0x1082, UNIT_COUNTER_TO_BYTES), -WHERE_BEYOND);
}

TEST(a_pc_below_offset_goes_where_each_choice_says)
{
    struct mapping m = {
        .offset = 0x100, .size = 64, .scale = 2, .address_bits = 16};

    assert_int_equal(AIX(m, 0xfe, BELOW_OFFSET_IGNORED), -WHERE_BELOW);
    /* (0xfe - 0x100) mod 65536 = 65534; * 2 >> 16 = 1, up to 2 */
    assert_int_equal(AIX(m, 0xfe, BELOW_OFFSET_MODULAR), 1);
    assert_int_equal(AIX(m, 0xfe, BELOW_OFFSET_COUNTED_IN_FIRST), 0);
    assert_int_equal(
        AIX(m, 0xfe, BELOW_OFFSET_COUNTED_IN_FIRST, ROUNDING_NEXT_EVEN), 0);
    m.address_bits = 32; /* 4294967294 * 2 >> 16 = 131071 */
    assert_int_equal(AIX(m, 0xfe, BELOW_OFFSET_MODULAR), -WHERE_BEYOND);
    m.size = 131074;
    assert_int_equal(AIX(m, 0xfe, BELOW_OFFSET_MODULAR), 65536);
    m.address_bits = 64;
    assert_int_equal(AIX(m, 0xfe, BELOW_OFFSET_MODULAR), -WHERE_BEYOND);
}

TEST(a_pc_at_offset_is_in_the_first_counter)
{
    struct mapping m = {.offset = 0x1000, .size = 2, .scale = 0xffff};

    for (unsigned d = 0; d < DIALECTS; d++)
        assert_int_equal(goes(d, AS_PERMITTED, m, 0x1000), 0);
}

TEST(scale_two_maps_all_to_one_place_or_calculates)
{
    struct mapping m = {.offset = 0x1000, .size = 64, .scale = 2};

    /* 0x8000 * 2 >> 16 = 1, up to 2 */
    assert_int_equal(AIX(m, 0x9000, SCALE_TWO_ARITHMETIC), 1);
    assert_int_equal(AIX(m, 0x9000, SCALE_TWO_FIRST_COUNTER), 0);
    assert_int_equal(AIX(m, UINT64_MAX, SCALE_TWO_ARITHMETIC), -WHERE_BEYOND);
    assert_int_equal(AIX(m, UINT64_MAX, SCALE_TWO_FIRST_COUNTER), 0);
    assert_int_equal(AIX(m, 0xfff, SCALE_TWO_FIRST_COUNTER), -WHERE_BELOW);
    m.size = 1; /* no first counter */
    assert_int_equal(AIX(m, 0x9000, SCALE_TWO_FIRST_COUNTER), -WHERE_TAIL);
    m.size = 64;
    m.scale = 3; /* 0x8000 * 3 >> 16 = 1, up to 2 */
    assert_int_equal(AIX(m, 0x9000, SCALE_TWO_FIRST_COUNTER), 1);
}

TEST(a_counter_lies_inside_the_buffer_or_not_at_all)
{
    struct mapping m = {.size = 5, .scale = 65536};

    assert_int_equal(AIX(m, 2, ROUNDING_DOWN), 1);
    assert_int_equal(AIX(m, 4, ROUNDING_DOWN), -WHERE_TAIL);
    assert_int_equal(AIX(m, 4, ROUNDING_DOWN, ODD_TAIL_FIRST_BYTE), 2);
    assert_int_equal(AIX(m, 4, ROUNDING_DOWN, ODD_TAIL_END_INCLUSIVE), 2);
    assert_int_equal(AIX(m, 6, ROUNDING_DOWN, ODD_TAIL_END_INCLUSIVE),
                     -WHERE_BEYOND);
    m.size = 4;
    assert_int_equal(AIX(m, 4, ROUNDING_DOWN), -WHERE_BEYOND);
    assert_int_equal(AIX(m, 4, ROUNDING_DOWN, ODD_TAIL_FIRST_BYTE),
                     -WHERE_BEYOND);
    assert_int_equal(AIX(m, 4, ROUNDING_DOWN, ODD_TAIL_END_INCLUSIVE), 2);
    assert_int_equal(AIX(m, 6, ROUNDING_DOWN, ODD_TAIL_END_INCLUSIVE),
                     -WHERE_BEYOND);
}

TEST(a_rounded_end_drops_pcs_of_the_last_counter)
{
    struct mapping m = {.offset = 0x1000, .size = 4096, .scale = 0xc000};

    /* 2048 * 65536 / 0xc000 = 2730.67: the end is 0x1000 + 2 * 2730 */
    assert_int_equal(AIX(m, 0x1000 + 5460, ROUNDING_DOWN), 2047);
    assert_int_equal(AIX(m, 0x1000 + 5460, ROUNDING_DOWN, EXTENT_ROUNDED),
                     -WHERE_DROPPED);
    assert_int_equal(AIX(m, 0x1000 + 5459, ROUNDING_DOWN, EXTENT_ROUNDED),
                     2047);
    m.size = 2; /* 65536 / 65535 = 1.00002 */
    m.scale = 0xffff;
    assert_int_equal(AIX(m, 0x1002, ROUNDING_DOWN), 0);
    assert_int_equal(AIX(m, 0x1002, ROUNDING_DOWN, EXTENT_ROUNDED),
                     -WHERE_DROPPED);
    m.scale = 0; /* no end at all */
    assert_int_equal(AIX(m, 0x1002, ROUNDING_DOWN, EXTENT_ROUNDED), 0);

    /* 2^49 * 65536 / 0xc000 = 750599937895082.67 counters, a product of more
     * than 64 bits */
    m = (struct mapping){.size = UINT64_C(1) << 50, .scale = 0xc000};
    assert_int_equal(
        AIX(m, UINT64_C(1501199875790163), ROUNDING_DOWN, EXTENT_ROUNDED),
        (UINT64_C(1) << 49) - 1);
    assert_int_equal(AIX(m, UINT64_C(1501199875790165), ROUNDING_DOWN),
                     (UINT64_C(1) << 49) - 1);
    assert_int_equal(
        AIX(m, UINT64_C(1501199875790165), ROUNDING_DOWN, EXTENT_ROUNDED),
        -WHERE_DROPPED);
}

TEST(an_end_in_bytes_drops_other_pcs_than_one_in_counters)
{
    struct mapping m = {.offset = 0x1000, .size = 4096, .scale = 0xc000};

    /* 4096 * 65536 / 0xc000 = 5461.33 */
    assert_int_equal(AIX(m, 0x1000 + 5460, ROUNDING_DOWN, EXTENT_ROUNDED_BYTES),
                     2047);
    assert_int_equal(AIX(m, 0x1000 + 5461, ROUNDING_DOWN, EXTENT_ROUNDED_BYTES),
                     -WHERE_DROPPED);
    m.scale = 0;
    assert_int_equal(AIX(m, 0x1002, ROUNDING_DOWN, EXTENT_ROUNDED_BYTES), 0);
    m.size = 7; /* 7 * 65536 / 0x8000 = 14: half a counter lies before it */
    m.scale = 0x8000;
    assert_int_equal(AIX(m, 0x100d, ROUNDING_DOWN, ODD_TAIL_FIRST_BYTE,
                         EXTENT_ROUNDED_BYTES),
                     3);
}

TEST(a_halved_scale_may_round_up_too)
{
    struct mapping m = {.offset = 0x1000, .size = 64, .scale = 3};

    /* 0xaaac / 2 * 1 >> 14 = 1, up to 2; 0x10000 / 2 * 1 >> 14 = 2 */
    assert_int_equal(AIX(m, 0xbaac, ROUNDING_SCALE_LOW_BIT_LOST_UP), 1);
    assert_int_equal(AIX(m, 0x11000, ROUNDING_SCALE_LOW_BIT_LOST_UP), 1);
    assert_int_equal(AIX(m, 0x1000, ROUNDING_SCALE_LOW_BIT_LOST_UP), 0);
}

TEST(a_signed_scale_is_twice_as_dense_or_negative)
{
    struct mapping m = {.offset = 0x1000, .size = 64, .scale = 0x7fff};

    /* 4 / 2 * 0x7fff >> 14 = 3, up to 4 */
    assert_int_equal(AIX(m, 0x1004, ROUNDING_SIGNED_SCALE), 2);
    m.scale = 0xffff; /* -1: (0x8000 / 2) * -1 >> 14 = -1, up to 0 */
    assert_int_equal(AIX(m, 0x9001, ROUNDING_SIGNED_SCALE), 0);
    assert_int_equal(AIX(m, 0x9002, ROUNDING_SIGNED_SCALE), -WHERE_NEGATIVE);
    m.scale = 0x8000; /* -0x8000 */
    assert_int_equal(AIX(m, 0x1001, ROUNDING_SIGNED_SCALE), 0);
    assert_int_equal(AIX(m, 0x1002, ROUNDING_SIGNED_SCALE), -WHERE_NEGATIVE);
    assert_int_equal(AIX(m, UINT64_MAX, ROUNDING_SIGNED_SCALE),
                     -WHERE_NEGATIVE); /* a product of more than 64 bits */
    m.scale = 0x17fff;                 /* of 16 bits */
    assert_int_equal(AIX(m, 0x1004, ROUNDING_SIGNED_SCALE), 2);
}

TEST(a_counters_width_may_be_left_out_of_its_index)
{
    struct mapping m = {
        .offset = 0x1000, .size = 64, .scale = 0x10000, .width = 4};
    const enum choice *as_16_bit = CHOICES_ARE(COUNTER_STEP_AS_16_BIT);

    assert_int_equal(goes(DIALECT_IRIX, AS_PERMITTED, m, 0x1010), 4);
    assert_int_equal(goes(DIALECT_IRIX, as_16_bit, m, 0x1010), 8);
    assert_int_equal(goes(DIALECT_IRIX, as_16_bit, m, 0x1020), -WHERE_BEYOND);
    /* a number of 2^63, whose index would pass for a small one */
    assert_int_equal(
        goes(DIALECT_IRIX, as_16_bit, m, 0x1000 + (UINT64_C(1) << 63)),
        -WHERE_BEYOND);
    m.width = 2;
    assert_int_equal(goes(DIALECT_IRIX, as_16_bit, m, 0x1010), 8);
}

TESTS(NULL, NULL)
