/* SPDX-License-Identifier: MIT */
/* Ticks of computed scales, and counts that they may have led to. */
#include <string.h>

#include "computed.h"
#include "unit_test.h"

/* Of an element, and with those that it may reach. */
enum { COUNTERS = 16, ROOM = 2 * COUNTERS + 1 };

enum { OTHER = 1 };

static struct computed computed;
static uint16_t before[ROOM], found[ROOM];

static struct computed_part part_at(uint64_t offset, int64_t at, uint64_t size)
{
    struct mapping mapping = {
        .offset = offset, .size = size, .width = 2, .address_bits = 64};

    return (struct computed_part){mapping, 0, at,
                                  computed_reach(&computed, &mapping)};
}

static struct computed_part whole(void)
{
    return part_at(0x1000, 0, 2 * COUNTERS);
}

static void begin(void)
{
    computed = (struct computed){.rounding = ROUNDING_UP,
                                 .unit = UNIT_BYTE_OFFSET,
                                 .scale_two = SCALE_TWO_ARITHMETIC,
                                 .odd_tail = ODD_TAIL_WHOLE_COUNTERS,
                                 .extent = EXTENT_BY_COUNTER};
    memset(before, 0, sizeof before);
    memset(found, 0, sizeof found);
}

static void tick(uint64_t pc, unsigned times)
{
    struct computed_part part = whole();

    for (unsigned i = 0; i < times; i++)
        assert_true(computed_tick(&computed, &part, pc));
}

static bool explained(void)
{
    return computed_explains(&computed, 0, (const unsigned char *)before,
                             (const unsigned char *)found, sizeof found);
}

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

TEST(of_a_counter_that_may_be_full_nothing_is_stated)
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

TEST(what_can_not_be_kept_is_stated)
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
    struct choices by = {.consulted = RULE_SET_ALL};
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

/* Counts past the end of an element, where a rule lets them be. */

/* d = 16 is where the buffer ends, by a unit that lets that in, too: then no
 * scale loses it. */
TEST(a_place_past_the_buffer_is_one_by_some_units)
{
    begin();
    computed.unit = UNIT_INDEX_TO_END;
    tick(0x1000, 1);
    tick(0x1010, 1);
    found[0] = 1;
    assert_false(explained());
    found[COUNTERS] = 1;
    assert_true(explained());
}

/* The bytes that an element of that size may take. */
static uint64_t reach(enum choice unit, enum choice odd_tail, uint64_t size)
{
    struct mapping mapping = part_at(0, 0, size).mapping;

    computed.unit = unit;
    computed.odd_tail = odd_tail;
    return computed_reach(&computed, &mapping);
}

TEST(an_element_s_reach_is_as_what_its_number_is_compared_with)
{
    begin();
    for (uint64_t odd = 0; odd < 2; odd++) {
        uint64_t size = 8 + odd;

        assert_int_equal(reach(UNIT_BYTE_OFFSET, ODD_TAIL_WHOLE_COUNTERS, size),
                         8);
        assert_int_equal(reach(UNIT_BYTE_OFFSET, ODD_TAIL_FIRST_BYTE, size),
                         8 + 2 * odd);
        assert_int_equal(reach(UNIT_BYTE_OFFSET, ODD_TAIL_END_INCLUSIVE, size),
                         10);
        assert_int_equal(reach(UNIT_INDEX, ODD_TAIL_END_INCLUSIVE, size), 8);
        assert_int_equal(
            reach(UNIT_BYTE_OFFSET_HALF, ODD_TAIL_END_INCLUSIVE, size), 8);
        assert_int_equal(
            reach(UNIT_INDEX_TO_END, ODD_TAIL_WHOLE_COUNTERS, size), 10);
        assert_int_equal(
            reach(UNIT_INDEX_OF_BYTES, ODD_TAIL_WHOLE_COUNTERS, size),
            2 * size);
        assert_int_equal(
            reach(UNIT_COUNTER_OF_BYTES, ODD_TAIL_WHOLE_COUNTERS, size),
            2 * size);
        assert_int_equal(
            reach(UNIT_COUNTER_TO_BYTES, ODD_TAIL_WHOLE_COUNTERS, size),
            2 * size + 2);
    }
}

TEST(counts_past_an_element_s_end_are_explained)
{
    struct computed_part part = part_at(0x1000, 0, 8);

    for (unsigned to_bytes = 0; to_bytes < 2; to_bytes++) {
        begin();
        if (to_bytes)
            computed.unit = UNIT_COUNTER_OF_BYTES;
        part.reach = computed_reach(&computed, &part.mapping);
        assert_true(computed_tick(&computed, &part, 0x100a));
        found[5] = 1;
        assert_int_equal(explained(), to_bytes);
        found[5] = 0;
        found[3] = 1;
        assert_true(explained());
        found[3] = 0;
    }
}

TESTS(NULL, NULL)
