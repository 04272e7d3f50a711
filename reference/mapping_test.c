/* SPDX-License-Identifier: MIT */
/* Where a pc goes, for the tests of the mapping. */
#include "behaviour_test.h"
#include "mapping.h"
#include "unit_test.h"

/* Where a pc goes: the counter's index, or minus its enum where. */
static int64_t goes(enum dialect dialect, const enum choice *made,
                    struct mapping m, uint64_t pc)
{
    struct choices c = behave(dialect, made);
    struct place place;

    if (m.width == 0)
        m.width = 2;
    if (m.address_bits == 0)
        m.address_bits = 64;
    mapping_place(&c, &m, pc, &place);
    assert_false(c.stuck);
    return place.where == WHERE_COUNTER ? (int64_t)(place.at / m.width)
                                        : -place.where;
}

#define AIX(m, pc, ...) goes(DIALECT_AIX, CHOICES_ARE(__VA_ARGS__), m, pc)

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
    assert_int_equal(AIX(m, 0x1000 + 5460, ROUNDING_DOWN, EXTENT_WRAPPED_END),
                     2047);
    assert_int_equal(AIX(m, 0x1000 + 5461, ROUNDING_DOWN, EXTENT_WRAPPED_END),
                     -WHERE_DROPPED);
    m.offset = 0 - UINT64_C(5462); /* the last end that is an address */
    assert_int_equal(AIX(m, m.offset, ROUNDING_DOWN, EXTENT_WRAPPED_END), 0);
    m.offset++;
    assert_int_equal(AIX(m, m.offset, ROUNDING_DOWN, EXTENT_WRAPPED_END),
                     -WHERE_DROPPED);
    m.offset = 0x1000;
    m.scale = 0;
    assert_int_equal(AIX(m, 0x1002, ROUNDING_DOWN, EXTENT_ROUNDED_BYTES), 0);
    m.size = 7; /* 7 * 65536 / 0x8000 = 14: half a counter lies before it */
    m.scale = 0x8000;
    assert_int_equal(AIX(m, 0x100d, ROUNDING_DOWN, ODD_TAIL_FIRST_BYTE,
                         EXTENT_ROUNDED_BYTES),
                     3);
}

TEST(a_distance_may_be_kept_in_32_bits)
{
    struct mapping m = {.offset = 0x500001000, .size = 64, .scale = 0x8000};

    assert_int_equal(AIX(m, 0x700001004, ROUNDING_DOWN, ADDRESS_DISTANCE_32),
                     1);
    assert_int_equal(AIX(m, 0x700001004, ROUNDING_DOWN), -WHERE_BEYOND);
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

static struct scale_meaning meaning(uint64_t scale, const enum choice *made)
{
    struct choices c = behave(DIALECT_FREEBSD, made);

    return mapping_scale(&c, scale, 2);
}

TEST(scale_65536_is_whole_or_0)
{
    assert_int_equal(meaning(65536, CHOICES_ARE(SCALE_RANGE_WHOLE)).scale,
                     65536);
    assert_false(meaning(65536, CHOICES_ARE(SCALE_RANGE_WHOLE)).off);
    assert_int_equal(meaning(65536, CHOICES_ARE(SCALE_RANGE_LOW_16)).scale, 0);
    assert_true(meaning(65536, CHOICES_ARE(SCALE_RANGE_LOW_16)).off);
    assert_int_equal(meaning(65535, CHOICES_ARE(SCALE_RANGE_LOW_16)).scale,
                     65535);
}

TEST(scale_65536_may_be_whole_for_wide_counters_alone)
{
    struct choices c = behave(DIALECT_IRIX, CHOICES_ARE(SCALE_RANGE_BY_WIDTH));

    assert_true(mapping_scale(&c, 65536, 2).off);
    assert_int_equal(mapping_scale(&c, 65536, 4).scale, 65536);
}

TEST(a_scale_above_65536_is_what_each_choice_says)
{
    struct scale_meaning low =
        meaning(0x18000, CHOICES_ARE(SCALE_ABOVE_LOW_16));
    struct scale_meaning whole =
        meaning(0x18000, CHOICES_ARE(SCALE_ABOVE_WHOLE));
    struct scale_meaning error =
        meaning(65537, CHOICES_ARE(SCALE_ABOVE_EINVAL));

    assert_int_equal(low.scale, 0x8000);
    assert_int_equal(whole.scale, 0x18000);
    assert_false(low.invalid || whole.invalid || low.off || whole.off);
    assert_true(error.invalid);
    assert_true(meaning(0x20000, CHOICES_ARE(SCALE_ABOVE_LOW_16)).off);
    assert_false(meaning(65536, CHOICES_ARE(SCALE_ABOVE_EINVAL)).invalid);
}

TEST(scales_0_and_1_turn_off_as_each_choice_says)
{
    assert_true(meaning(0, CHOICES_ARE(SCALE_OFF_ZERO)).off);
    assert_true(meaning(0, CHOICES_ARE(SCALE_OFF_ZERO_AND_ONE)).off);
    assert_false(meaning(0, CHOICES_ARE(SCALE_OFF_NEVER)).off);
    assert_false(meaning(1, CHOICES_ARE(SCALE_OFF_ZERO)).off);
    assert_true(meaning(1, CHOICES_ARE(SCALE_OFF_ZERO_AND_ONE)).off);
    assert_false(meaning(1, CHOICES_ARE(SCALE_OFF_NEVER)).off);
    assert_false(meaning(2, CHOICES_ARE(SCALE_OFF_ZERO_AND_ONE)).off);
    assert_true(meaning(0, CHOICES_ARE(SCALE_OFF_EINVAL)).invalid);
    assert_true(meaning(1, CHOICES_ARE(SCALE_OFF_EINVAL)).invalid);
    assert_false(meaning(1, CHOICES_ARE(SCALE_OFF_EINVAL)).off);
    assert_false(meaning(2, CHOICES_ARE(SCALE_OFF_EINVAL)).invalid);
}

TEST(an_address_is_kept_as_each_choice_says)
{
    static const struct {
        enum choice choice;
        uint64_t pc, offset;
    } rows[] = {
        {ADDRESS_WHOLE, 0x500001000, 0x500001000},
        {ADDRESS_PC_32, 0x1000, 0x500001000},
        {ADDRESS_OFFSET_32, 0x500001000, 0x1000},
        {ADDRESS_BOTH_32, 0x1000, 0x1000},
        {ADDRESS_DISTANCE_32, 0x500001000, 0x500001000},
    };

    for (unsigned k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct choices c = behave(DIALECT_FREEBSD, CHOICES_ARE(rows[k].choice));

        assert_int_equal(mapping_pc(&c, 0xffffffff), 0xffffffff);
        assert_int_equal(mapping_offset(&c, 0xffffffff), 0xffffffff);
        assert_false(rule_set_has(c.consulted, RULE_ADDRESS));
        assert_int_equal(mapping_pc(&c, 0x500001000), rows[k].pc);
        assert_int_equal(mapping_offset(&c, 0x500001000), rows[k].offset);
    }
}

/* Products too wide for some, and what a place says of the arithmetic. */

TEST(a_product_wraps_as_its_width_says)
{
    struct mapping m = {.size = 64, .scale = 2};
    uint64_t two_30 = UINT64_C(1) << 30, two_32 = UINT64_C(1) << 32;

    /* 2^30 * 2 = 2^31: the number is 32768 */
    assert_int_equal(AIX(m, two_30, PRODUCT_EXACT), -WHERE_BEYOND);
    assert_int_equal(AIX(m, two_30, PRODUCT_SIGNED_32), -WHERE_NEGATIVE);
    assert_int_equal(AIX(m, two_30, PRODUCT_MOD_32), -WHERE_BEYOND);
    m.size = 65536;
    assert_int_equal(AIX(m, two_30, PRODUCT_MOD_32), 16384);
    assert_int_equal(AIX(m, two_30 - 1, PRODUCT_SIGNED_32), 16384);
    m.size = 64;
    /* 2^31 * 2 = 2^32 */
    assert_int_equal(AIX(m, two_30 * 2, PRODUCT_EXACT), -WHERE_BEYOND);
    assert_int_equal(AIX(m, two_30 * 2, PRODUCT_MOD_32), 0);
    assert_int_equal(AIX(m, two_30 * 2, PRODUCT_SIGNED_32), 0);
    assert_int_equal(AIX(m, two_30 * 2, PRODUCT_MOD_64), -WHERE_BEYOND);
    /* 2^32 * 2^16 = 2^48: the number is 2^32 */
    m.scale = 65536;
    assert_int_equal(AIX(m, two_32 + 6, PRODUCT_NUMBER_MOD_32), 3);
    assert_int_equal(AIX(m, two_32 + 6, PRODUCT_MOD_64), -WHERE_BEYOND);
    /* 2^48 * 2^16 = 2^64: the number is 2^48 */
    assert_int_equal(AIX(m, two_32 << 16, PRODUCT_EXACT), -WHERE_BEYOND);
    assert_int_equal(AIX(m, (two_32 << 16) + 6, PRODUCT_MOD_64), 3);
}

TEST(a_wide_product_is_shifted_before_it_is_cut)
{
    struct mapping m = {.size = 64, .scale = (1 << 20) + 1};

    /* (2^49 + 2) * (2^20 + 1) = 2^69 + 2^49 + 2^21 + 2: >> 16 = 2^53 + 2^33
     * + 32 */
    assert_int_equal(AIX(m, (UINT64_C(1) << 49) + 2, PRODUCT_NUMBER_MOD_32),
                     16);
    /* 2^48 * 2^31 = 2^79, >> 16 = 2^63 */
    m.scale = UINT64_C(1) << 31;
    assert_int_equal(AIX(m, UINT64_C(1) << 48, PRODUCT_NUMBER_MOD_32), 0);
    /* 2^16 * 2^31 = 2^47, >> 16 = 2^31 */
    assert_int_equal(AIX(m, UINT64_C(1) << 16, PRODUCT_NUMBER_MOD_32),
                     -WHERE_BEYOND);
}

TEST(a_number_past_all_buffers_does_not_wrap)
{
    struct mapping m = {.size = 64, .scale = UINT64_MAX};

    assert_int_equal(AIX(m, UINT64_MAX, ROUNDING_UP), -WHERE_BEYOND);
    assert_int_equal(AIX(m, UINT64_MAX, ROUNDING_NEXT_EVEN), -WHERE_BEYOND);
    assert_int_equal(AIX(m, UINT64_MAX, ROUNDING_DIVIDE_FIRST), -WHERE_BEYOND);
    /* (2^33 / 2) * 2^47 >> 16 = 2^63; twice that is 2^64 */
    m.scale = UINT64_C(1) << 47;
    assert_int_equal(AIX(m, UINT64_C(1) << 33, ROUNDING_DIVIDE_FIRST),
                     -WHERE_BEYOND);
}

TEST(a_negative_product_is_nowhere_in_every_rounding)
{
    struct mapping m = {.size = 64, .scale = 0x8000};

    assert_int_equal(AIX(m, 1 << 16, ROUNDING_UP, PRODUCT_SIGNED_32),
                     -WHERE_NEGATIVE);
    assert_int_equal(AIX(m, 1 << 17, ROUNDING_DIVIDE_FIRST, PRODUCT_SIGNED_32),
                     -WHERE_NEGATIVE);
    assert_int_equal(
        AIX(m, 1 << 18, ROUNDING_SCALE_LOW_BIT_LOST, PRODUCT_SIGNED_32),
        -WHERE_NEGATIVE);
}

TEST(a_place_holds_the_arithmetic)
{
    struct choices c = behave(DIALECT_AIX, AS_PERMITTED);
    struct mapping m = {0x1000, 64, 0xffff, 2, 64};
    struct place place;

    mapping_place(&c, &m, 0x1005, &place);
    assert_true(place.has_product);
    assert_int_equal(place.distance, 5);
    assert_int_equal(place.scale, 0xffff);
    assert_int_equal(place.product.high, 0);
    assert_int_equal(place.product.low, 5 * 0xffff);
    assert_int_equal(place.shift, 16);
    assert_int_equal(place.number, 4);
    assert_int_equal(place.at, 4);
    mapping_place(&c, &m, 0xfff, &place);
    assert_int_equal(place.where, WHERE_BELOW);
    assert_false(place.has_product);

    c = behave(DIALECT_AIX, CHOICES_ARE(ROUNDING_SCALE_LOW_BIT_LOST));
    mapping_place(&c, &m, 0x1005, &place);
    assert_int_equal(place.distance, 2);
    assert_int_equal(place.scale, 0x7fff);
    assert_int_equal(place.shift, 14);

    c = behave(DIALECT_AIX, CHOICES_ARE(ROUNDING_DIVIDE_FIRST));
    mapping_place(&c, &m, 0x1005, &place);
    assert_int_equal(place.distance, 2);
    assert_int_equal(place.scale, 0xffff);
}

TEST(only_rules_that_matter_are_asked)
{
    struct choices c = behave(DIALECT_AIX, AS_PERMITTED);
    struct mapping m = {0x1000, 64, 0xffff, 2, 64};
    struct rule_set two = {{0}}, below = {{0}}, three;
    struct place place;

    rule_set_add(&two, RULE_ROUNDING);
    rule_set_add(&two, RULE_UNIT);
    rule_set_add(&below, RULE_BELOW_OFFSET);
    three = two;
    rule_set_add(&three, RULE_PRODUCT);
    mapping_place(&c, &m, 0x1005, &place);
    assert_true(rule_set_equal(c.consulted, two));
    c = behave(DIALECT_AIX, AS_PERMITTED);
    mapping_place(&c, &m, 0x0100, &place);
    assert_true(rule_set_equal(c.consulted, below));
    c = behave(DIALECT_AIX, AS_PERMITTED);
    mapping_place(&c, &m, 0x9000, &place); /* 0x8000 * 0xffff < 2^31 */
    assert_true(rule_set_equal(c.consulted, two));
    c = behave(DIALECT_AIX, AS_PERMITTED);
    mapping_place(&c, &m, 0x9001, &place); /* 0x8001 * 0xffff >= 2^31 */
    assert_true(rule_set_equal(c.consulted, three));
}

TESTS(NULL, NULL)
