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
                                  computed_reach(&computed, &mapping), 0};
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
                                 .extent = EXTENT_BY_COUNTER,
                                 .product = PRODUCT_EXACT};
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

static void explain_each_by_itself(enum choice product)
{
    struct computed_part low, high, other;

    begin();
    computed.product = product;
    low = part_at(0x1000, 0, 8);
    high = part_at(0x2000, 8, 9);
    other = (struct computed_part){high.mapping, OTHER, 0, high.reach, 0};
    assert_true(computed_tick(&computed, &low, 0x1004));
    assert_true(computed_tick(&computed, &high, 0x2006));
    for (uint64_t pc = 0x2000; pc < 0x2009; pc += 3)
        assert_true(computed_tick(&computed, &other, pc));
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

TEST(elements_are_explained_each_by_itself)
{
    explain_each_by_itself(PRODUCT_EXACT);
    explain_each_by_itself(PRODUCT_MOD_32);
}

TEST(more_counters_than_pcs_are_of_no_scale)
{
    static uint16_t was[COMPUTED_COUNTS + 1], is[COMPUTED_COUNTS + 1];
    struct computed_part part = whole();

    begin();
    part.mapping.size = part.reach = sizeof was;
    assert_true(computed_tick(&computed, &part, part.mapping.offset));
    for (unsigned k = 0; k <= COMPUTED_COUNTS; k++)
        is[k] = 1;
    assert_false(computed_explains(&computed, 0, (const unsigned char *)was,
                                   (const unsigned char *)is, sizeof was));
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

/* An element, three ticks in it, and what its buffer held before. */
struct trial {
    struct computed_part part;
    uint64_t pcs[3];
    uint32_t random;
};

static uint32_t below(struct trial *t, uint32_t bound)
{
    t->random = t->random * 1664525 + 1013904223;
    return (t->random >> 16) % bound;
}

/* What each counter holds under a scale, as each tick alone says. */
static void count_by(const struct trial *t, uint64_t scale, uint16_t *counters)
{
    struct choices by = {.consulted = RULE_SET_ALL};
    struct mapping mapping = t->part.mapping;
    struct place place;

    by.made[RULE_ROUNDING] = computed.rounding;
    by.made[RULE_UNIT] = computed.unit;
    by.made[RULE_SCALE_TWO] = computed.scale_two;
    by.made[RULE_WIDE_UP] = WIDE_UP_HALF_WORD;
    by.made[RULE_COUNTER_STEP] = COUNTER_STEP_BY_WIDTH;
    by.made[RULE_BELOW_OFFSET] = BELOW_OFFSET_IGNORED;
    by.made[RULE_ODD_TAIL] = computed.odd_tail;
    by.made[RULE_EXTENT] = computed.extent;
    by.made[RULE_PRODUCT] = computed.product;
    memcpy(counters, before, sizeof before);
    mapping.scale = scale;
    for (unsigned i = 0; i < 3 && scale > 1; i++) {
        mapping_place(&by, &mapping, t->pcs[i], &place);
        if (place.where == WHERE_COUNTER)
            counters[((uint64_t)t->part.at + place.at) / 2] +=
                (uint16_t)(i + 1);
    }
}

static bool some_scale_leads_to_it(const struct trial *t)
{
    uint16_t counters[ROOM];
    bool any = false;

    for (uint64_t scale = t->part.least; scale <= 65536 && !any; scale++) {
        count_by(t, scale, counters);
        any = memcmp(counters, found, sizeof found) == 0;
    }
    return any;
}

/* Choices, an element, and ticks, near or far, by a number. */
static void begin_trial(struct trial *t, unsigned k)
{
    begin();
    computed.rounding = ROUNDING_FIRST_ + k % rule_table[RULE_ROUNDING].count;
    computed.unit = UNIT_FIRST_ + k / 16 % rule_table[RULE_UNIT].count;
    computed.odd_tail =
        ODD_TAIL_FIRST_ + k / 8 % rule_table[RULE_ODD_TAIL].count;
    computed.extent = EXTENT_FIRST_ + k / 4 % rule_table[RULE_EXTENT].count;
    computed.scale_two =
        SCALE_TWO_FIRST_ + below(t, 2); /* which bound the size */
    computed.product = k % 5 ? PRODUCT_EXACT : PRODUCT_MOD_32;
    t->part = below(t, 3) ? whole() : part_at(0x1000, 4, 8 + below(t, 2));
    t->part.least = 2 * below(t, 2);
    for (unsigned n = below(t, 4); n > 0; n--)
        before[below(t, ROOM)] = (uint16_t)below(t, 9);
    for (unsigned i = 0; i < 3; i++) {
        t->pcs[i] = 0x1000 + below(t, 16u << k % 8);
        if (below(t, 4) == 0)
            t->pcs[i] += (uint64_t)0x10000 << below(t, 17);
        for (unsigned n = 0; n <= i; n++)
            assert_true(computed_tick(&computed, &t->part, t->pcs[i]));
    }
}

/* To the next counter, which some scale may do, too; or one more, or less. */
static void move_a_count(struct trial *t)
{
    unsigned i = 1 + below(t, ROOM - 1), how = below(t, 3);

    while (i > 1 && found[i - 1] == 0)
        i--;
    found[i] += how != 1;
    found[i - 1] -= how != 2 && found[i - 1] > 0;
}

TEST(no_scale_is_overlooked)
{
    struct trial t = {.random = 1};

    for (unsigned k = 0; k < 400; k++) {
        bool any;

        begin_trial(&t, k);
        count_by(&t, (65536 - below(&t, 65536) * (k % 7 > 0)) >> k % 17, found);
        if (k & 1)
            move_a_count(&t);
        any = some_scale_leads_to_it(&t);
        if (explained() != any)
            fail_msg("set %u: some scale does%s", k, any ? "" : " not");
    }
}

TEST(of_a_counter_that_may_be_full_nothing_is_stated)
{
    begin();
    before[1] = UINT16_MAX;
    tick(0x1000, 1);
    found[7] = 9;
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
    static const struct {
        enum choice unit, odd_tail;
        unsigned even, odd; /* of an element of 8 bytes, and of 9 */
    } rows[] = {
        {UNIT_BYTE_OFFSET, ODD_TAIL_WHOLE_COUNTERS, 8, 8},
        {UNIT_BYTE_OFFSET, ODD_TAIL_FIRST_BYTE, 8, 10},
        {UNIT_BYTE_OFFSET, ODD_TAIL_END_INCLUSIVE, 10, 10},
        {UNIT_INDEX, ODD_TAIL_END_INCLUSIVE, 8, 8},
        {UNIT_BYTE_OFFSET_HALF, ODD_TAIL_END_INCLUSIVE, 8, 8},
        {UNIT_INDEX_TO_END, ODD_TAIL_WHOLE_COUNTERS, 10, 10},
        {UNIT_INDEX_OF_BYTES, ODD_TAIL_WHOLE_COUNTERS, 16, 18},
        {UNIT_COUNTER_OF_BYTES, ODD_TAIL_WHOLE_COUNTERS, 16, 18},
        {UNIT_COUNTER_TO_BYTES, ODD_TAIL_WHOLE_COUNTERS, 18, 20},
    };

    begin();
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        assert_int_equal(reach(rows[k].unit, rows[k].odd_tail, 8),
                         rows[k].even);
        assert_int_equal(reach(rows[k].unit, rows[k].odd_tail, 9), rows[k].odd);
    }
}

TESTS(NULL, NULL)
