/* SPDX-License-Identifier: MIT */
#include "behaviour_test.h"
#include "mapping.h"
#include "unit_test.h"

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
    };

    for (unsigned k = 0; k < 4; k++) {
        struct choices c = behave(DIALECT_FREEBSD, CHOICES_ARE(rows[k].choice));

        assert_int_equal(mapping_pc(&c, 0xffffffff), 0xffffffff);
        assert_int_equal(mapping_offset(&c, 0xffffffff), 0xffffffff);
        assert_false(rule_set_has(c.asked, RULE_ADDRESS));
        assert_int_equal(mapping_pc(&c, 0x500001000), rows[k].pc);
        assert_int_equal(mapping_offset(&c, 0x500001000), rows[k].offset);
    }
}

TESTS(NULL, NULL)
