/* SPDX-License-Identifier: MIT */
/* Ticks of computed scales, and counts that they may have led to. */
#include <inttypes.h>
#include <stdio.h>
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

/* Ticks, "DISTANCE [xN] ..."; counters, "INDEX=VALUE ...", several with " | "
 * between them, to which some scale of the element leads, or none; and how the
 * element, which begins at that byte, is not as usual. */
static const struct row {
    const char *ticks, *explained, *refused;
    const char *before;                   /* counters */
    enum choice unit, scale_two, product; /* or 0 */
    uint64_t at, size;                    /* 0: the whole buffer */
    uint32_t least;                       /* scale */
} rows[] = {
    /* 2 to 0xffff, a coarse one, and 0. */
    {"0 x3 0x10 x4",
     "0=3 1=4 | 0=3 2=4 | 0=3 3=4 | 0=3 4=4 | 0=3 5=4 | 0=3 6=4 | 0=3 7=4 | "
     "0=3 8=4 | 0=7 | ",
     .before = ""},
    /* Of a counter for two bytes; by any scale that is less, it is 2. */
    {"3", "2=1", "3=1", .before = ""},
    /* Scale 2 may be for the first counter alone; the second pc is beyond the
     * buffer under every other. */
    {"0 x3 0x80000000 x4", .refused = "0=7"},
    {"0 x3 0x80000000 x4", "0=7", .scale_two = SCALE_TWO_FIRST_COUNTER},
    /* d = 7 in 0 has a scale of 18724 at most; a tick lost, though the scale is
     * on; further than any scale leads. */
    {"7 0x10 x2", "0=1 1=2", "0=1 2=2 | 1=2 | 9=2", .before = ""},
    /* A tick beyond the buffer is lost by some scale. */
    {"0 0x40", "0=1 | 0=1 15=1", .before = ""},
    /* Counts are added to what was there, and none goes away. */
    {"0 x2", "0=7", "0=4", .before = "0=5"},
    {"0 x2", .refused = "0=7", .before = "0=5 3=1"},
    /* Two pcs may share a counter, but not the other way round. */
    {"0 x2 1 x3", "0=5", "0=3 1=2", .before = ""},
    /* Of a counter that may be full nothing is stated. */
    {"0", "7=9", .before = "1=65535"},
    /* Bytes outside all elements stay. */
    {"0", "2=1", "1=1 2=1 | 2=1 6=1 | 2=1 15=1", .at = 4, .size = 8},
    /* d = 16 is where the buffer ends, by a unit that lets that in, too: then
     * no scale loses it. */
    {"0 0x10", "0=1 16=1", "0=1", .unit = UNIT_INDEX_TO_END},
    /* Past an element's end, where a rule lets counts be. */
    {"10", "3=1", "5=1", .size = 8},
    {"10", "3=1 | 5=1", .unit = UNIT_COUNTER_OF_BYTES, .size = 8},
    /* Scale 65536, whose product is 0 in 32 bits, counts it in the first; 2 is
     * the least that is on. */
    {"0x10000", "1=1", "0=1", .before = ""},
    {"0x10000", "1=1 | 0=1 | ", "0=2", .product = PRODUCT_MOD_32},
    {"0x10000 0x10002 x2", "0=1 1=2", "0=2 1=1", .product = PRODUCT_MOD_32},
    {"0", "0=1", "", .product = PRODUCT_MOD_32, .least = 2},
};

static void take_counters(const char *words, uint16_t *counters)
{
    unsigned index, value;

    memset(counters, 0, sizeof found);
    for (int length;
         words && sscanf(words, "%u=%u%n", &index, &value, &length) == 2;
         words += length)
        counters[index] = (uint16_t)value;
}

static void take_ticks(const char *words, const struct computed_part *part)
{
    uint64_t distance;
    unsigned times;

    for (int length; *words; words += length) {
        times = 1;
        assert_int_equal(sscanf(words, "%" SCNi64 "%n", &distance, &length), 1);
        sscanf(words, "%*i x%u%n", &times, &length);
        while (times-- > 0)
            assert_true(computed_tick(&computed, part, 0x1000 + distance));
    }
}

static void assert_explained(const struct row *row, const char *counters,
                             bool right)
{
    while (counters) {
        const char *bar = strchr(counters, '|');

        take_counters(counters, found);
        if (explained() != right)
            fail_msg("%s: %s", row->ticks, counters);
        counters = bar ? bar + 1 : NULL;
    }
}

TEST(counts_are_explained_where_some_scale_leads_to_them)
{
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const struct row *row = &rows[k];
        struct computed_part part;

        begin();
        if (row->unit)
            computed.unit = row->unit;
        if (row->scale_two)
            computed.scale_two = row->scale_two;
        if (row->product)
            computed.product = row->product;
        part = part_at(0x1000, (int64_t)row->at,
                       row->size ? row->size : 2 * COUNTERS);
        part.least = row->least;
        take_ticks(row->ticks, &part);
        take_counters(row->before, before);
        assert_explained(row, row->explained, true);
        assert_explained(row, row->refused, false);
    }
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
