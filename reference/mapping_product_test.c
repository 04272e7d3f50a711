/* SPDX-License-Identifier: MIT */
/* Products too wide for some, and what a place says of the arithmetic. */
#include "goes_test.h"
#include "unit_test.h"

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
    assert_true(rule_set_equal(c.asked, two));
    c = behave(DIALECT_AIX, AS_PERMITTED);
    mapping_place(&c, &m, 0x0100, &place);
    assert_true(rule_set_equal(c.asked, below));
    c = behave(DIALECT_AIX, AS_PERMITTED);
    mapping_place(&c, &m, 0x9000, &place); /* 0x8000 * 0xffff < 2^31 */
    assert_true(rule_set_equal(c.asked, two));
    c = behave(DIALECT_AIX, AS_PERMITTED);
    mapping_place(&c, &m, 0x9001, &place); /* 0x8001 * 0xffff >= 2^31 */
    assert_true(rule_set_equal(c.asked, three));
}

TESTS(NULL, NULL)
