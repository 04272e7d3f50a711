/* SPDX-License-Identifier: MIT */
#include "computed_test.h"
#include "unit_test.h"

TEST(counts_of_some_scale_are_explained)
{
    begin();
    tick(0x1000, 3);
    tick(0x1010, 4);
    found[0] = 3;
    for (unsigned i = 1; i <= 8; i++) { /* 2 to 0xffff */
        found[i] = 4;
        assert_true(explained());
        found[i] = 0;
    }
    found[0] = 7; /* a coarse one */
    assert_true(explained());
    found[0] = 0; /* 0: off */
    assert_true(explained());
}

TEST(a_scale_may_be_of_a_counter_for_two_bytes)
{
    begin();
    computed.rounding = ROUNDING_UP;
    tick(0x1003, 1); /* 3 by that scale; by any that is less, 2 */
    found[2] = 1;
    assert_true(explained());
    found[2] = 0;
    found[3] = 1;
    assert_false(explained());
}

TEST(scale_2_may_be_for_the_first_counter_alone)
{
    begin();
    tick(0x1000, 3);
    tick(0x80001000, 4); /* beyond the buffer under every other */
    found[0] = 7;
    assert_false(explained());
    computed.scale_two = SCALE_TWO_FIRST_COUNTER;
    assert_true(explained());
}

TEST(counts_of_no_scale_are_not)
{
    begin();
    tick(0x1007, 1);
    tick(0x1010, 2);
    found[0] = 1;
    found[2] = 2; /* d = 7 in 0 has a scale of 18724 at most */
    assert_false(explained());
    found[2] = 0;
    found[1] = 2;
    assert_true(explained());
    found[0] = 0; /* a tick lost, though the scale is on */
    assert_false(explained());
    found[1] = 0;
    found[9] = 2; /* further than any scale leads */
    assert_false(explained());
}

TEST(a_tick_beyond_the_buffer_is_lost_by_some_scale)
{
    begin();
    tick(0x1000, 1);
    tick(0x1040, 1);
    found[0] = 1;
    assert_true(explained()); /* 0xffff leads past the end */
    found[COUNTERS - 1] = 1;
    assert_true(explained());
}

TEST(counts_are_added_to_what_was_there)
{
    begin();
    before[0] = 5;
    tick(0x1000, 2);
    found[0] = 7;
    assert_true(explained());
    found[0] = 4;
    assert_false(explained());
    before[3] = 1; /* which went away */
    found[0] = 7;
    assert_false(explained());
}

TEST(two_pcs_may_share_a_counter)
{
    begin();
    tick(0x1000, 2);
    tick(0x1001, 3);
    found[0] = 5;
    assert_true(explained());
    found[0] = 3;
    found[1] = 2; /* not the other way round */
    assert_false(explained());
}

TEST(of_a_counter_that_may_be_full_nothing_is_said)
{
    begin();
    before[1] = 65535;
    tick(0x1000, 1);
    found[7] = 9;
    assert_true(explained());
}

TEST(bytes_outside_all_elements_stay)
{
    struct computed_part part = part_at(0x1000, 4, 8);

    begin();
    assert_true(computed_tick(&computed, &part, 0x1000));
    found[2] = 1;
    assert_true(explained());
    found[1] = 1;
    assert_false(explained());
    found[1] = 0;
    found[6] = 1;
    assert_false(explained());
    found[6] = 0;
    found[COUNTERS - 1] = 1;
    assert_false(explained());
}

TEST(elements_are_explained_each_by_itself)
{
    struct computed_part low = part_at(0x1000, 0, 8);
    struct computed_part high = part_at(0x2000, 8, 9);
    struct computed_part other = {high.mapping, OTHER, 0, high.reach};

    begin();
    assert_true(computed_tick(&computed, &low, 0x1004));
    assert_true(computed_tick(&computed, &high, 0x2006));
    assert_true(computed_tick(&computed, &other, 0x2000));
    found[2] = 1;     /* 0x8000 and above */
    found[4 + 1] = 1; /* less */
    assert_true(explained());
    found[4 + 1] = 0;
    assert_true(explained());
    found[4 + 1] = 2;
    assert_false(explained());
    found[4 + 1] = 0;
    found[COUNTERS - 1] = 1; /* in none of them */
    assert_false(explained());
}

TEST(what_can_not_be_kept_is_said)
{
    struct computed_part part = whole(), across = part_at(0x3000, 8, 8);

    begin();
    tick(0x1000, 2);
    assert_int_equal(computed.counts, 1);
    assert_false(computed_tick(&computed, &across, 0x3000));
    for (unsigned i = 1; i < COMPUTED_COUNTS; i++)
        tick(0x1000 + i, 1);
    assert_false(computed_tick(&computed, &part, 0x2000));
    begin();
    for (unsigned i = 0; i < COMPUTED_PARTS; i++) {
        part = part_at(0x1000, 2 * i, 2);
        assert_true(computed_tick(&computed, &part, 0x1000));
    }
    part = part_at(0x1000, 2 * COMPUTED_PARTS, 2);
    assert_false(computed_tick(&computed, &part, 0x1000));
}

TEST(parts_are_the_same_only_in_all_they_are)
{
    struct computed_part part = part_at(0x1000, 8, 8);
    struct computed_part other = part_at(0x1000, 0, 8);

    begin();
    assert_true(computed_tick(&computed, &part, 0x1000));
    assert_true(computed_tick(&computed, &other, 0x1000));
    assert_int_equal(computed.parts, 2);
    other = part_at(0x1000, 8, 6);
    assert_false(computed_tick(&computed, &other, 0x1000));
    other = part_at(0x1004, 8, 8);
    assert_false(computed_tick(&computed, &other, 0x1000));
    other = part_at(0x1000, 16, 8);
    assert_true(computed_tick(&computed, &other, 0x1000));
}

TEST(a_buffer_that_is_cleared_forgets)
{
    struct computed_part part = whole(), beside = part_at(0, 64, 8);

    begin();
    assert_false(computed_counted(&computed, &part));
    tick(0x1000, 2);
    assert_true(computed_counted(&computed, &part));
    assert_false(computed_counted(&computed, &beside));
    computed_clear(&computed, &beside);
    assert_true(computed_counted(&computed, &part));
    computed_clear(&computed, &part);
    assert_false(computed_counted(&computed, &part));
    assert_true(explained()); /* nothing is there */
    tick(0x1010, 1);          /* the other pc says nothing of the scale */
    found[8] = 1;
    assert_true(explained());
    found[8] = 0;
    tick(0x1000, 1);
    found[0] = 2;
    assert_true(explained());
}

/* What each counter holds under a scale, as each tick alone says. */
static void count_by(uint64_t scale, const uint64_t *pcs, uint16_t *counters)
{
    struct choices by = {.asked = RULE_SET_ALL};
    struct mapping mapping = whole().mapping;
    struct place place;

    by.made[RULE_ROUNDING] = computed.rounding;
    by.made[RULE_UNIT] = computed.unit;
    by.made[RULE_SCALE_TWO] = computed.scale_two;
    by.made[RULE_WIDE_UP] = WIDE_UP_HALF_WORD;
    by.made[RULE_COUNTER_STEP] = COUNTER_STEP_BY_WIDTH;
    by.made[RULE_BELOW_OFFSET] = BELOW_OFFSET_IGNORED;
    by.made[RULE_ODD_TAIL] = computed.odd_tail;
    by.made[RULE_EXTENT] = computed.extent;
    by.made[RULE_PRODUCT] = PRODUCT_EXACT;
    memset(counters, 0, sizeof found);
    mapping.scale = scale;
    for (unsigned i = 0; i < 3 && scale > 1; i++) {
        mapping_place(&by, &mapping, pcs[i], &place);
        if (place.where == WHERE_COUNTER)
            counters[place.at / 2] += (uint16_t)(i + 1);
    }
}

static bool some_scale_leads_to_it(const uint64_t *pcs)
{
    uint16_t counters[ROOM];
    bool any = false;

    for (uint64_t scale = 0; scale <= 65536 && !any; scale++) {
        count_by(scale, pcs, counters);
        any = memcmp(counters, found, sizeof found) == 0;
    }
    return any;
}

TEST(no_scale_is_overlooked)
{
    uint32_t random = 1;

    for (unsigned k = 0; k < 400; k++) {
        uint64_t pcs[3];
        bool any;

        begin();
        computed.rounding =
            ROUNDING_FIRST_ + k % rule_table[RULE_ROUNDING].count;
        computed.unit = UNIT_FIRST_ + k / 16 % rule_table[RULE_UNIT].count;
        computed.odd_tail =
            ODD_TAIL_FIRST_ + k / 8 % rule_table[RULE_ODD_TAIL].count;
        computed.extent = EXTENT_FIRST_ + k / 4 % rule_table[RULE_EXTENT].count;
        for (unsigned i = 0; i < 3; i++) {
            random = random * 1664525 + 1013904223;
            pcs[i] = 0x1000 + (random >> 16) % (16u << k % 8);
            tick(pcs[i], i + 1);
        }
        count_by((random >> 16) >> k % 11, pcs, found);
        if (k & 1) /* to the next counter, which some scale may do too */
            for (unsigned i = ROOM - 1; i > 0; i--)
                if (found[i - 1] > 0) {
                    found[i] += 1;
                    found[i - 1] -= 1;
                    break;
                }
        any = some_scale_leads_to_it(pcs);
        if (explained() != any)
            fail_msg("set %u: some scale does%s", k, any ? "" : " not");
    }
}

TESTS(NULL, NULL)
