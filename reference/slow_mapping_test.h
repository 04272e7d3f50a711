/* SPDX-License-Identifier: MIT */
/*
 * The mapping once more, slowly, on rows of digits.  It shares no line with
 * mapping.c and exists to be compared with it, so it takes its choices as
 * plain arguments and asks nothing.
 */
#ifndef REFERENCE_SLOW_MAPPING_TEST_H
#define REFERENCE_SLOW_MAPPING_TEST_H

#include "choices.h"
#include "digits_test.h"

/* One choice for each rule that mapping_place can ask. */
struct slow_choices {
    enum choice rounding, wide_up, unit, counter_step, below_offset, scale_two,
        odd_tail, extent, product;
};

/* A choice of a rule; which counts all combinations up. */
static inline enum choice slow_pick(enum rule rule, uint64_t *which)
{
    unsigned k = (unsigned)(*which % rule_table[rule].count);

    *which /= rule_table[rule].count;
    return (enum choice)(rule_table[rule].first + k);
}

enum { SLOW_COMBINATIONS = 10 * 3 * 7 * 2 * 3 * 2 * 3 * 3 * 5 };

static inline struct slow_choices slow_combination(uint64_t which)
{
    struct slow_choices c;

    c.rounding = slow_pick(RULE_ROUNDING, &which);
    c.wide_up = slow_pick(RULE_WIDE_UP, &which);
    c.unit = slow_pick(RULE_UNIT, &which);
    c.counter_step = slow_pick(RULE_COUNTER_STEP, &which);
    c.below_offset = slow_pick(RULE_BELOW_OFFSET, &which);
    c.scale_two = slow_pick(RULE_SCALE_TWO, &which);
    c.odd_tail = slow_pick(RULE_ODD_TAIL, &which);
    c.extent = slow_pick(RULE_EXTENT, &which);
    c.product = slow_pick(RULE_PRODUCT, &which);
    return c;
}

/* The same, as the mapping asks for them: no other rule may be asked. */
static inline void slow_set(const struct slow_choices *slow, struct choices *c)
{
    c->asked = RULE_SET_ALL;
    c->made[RULE_ROUNDING] = (uint8_t)slow->rounding;
    c->made[RULE_WIDE_UP] = (uint8_t)slow->wide_up;
    c->made[RULE_UNIT] = (uint8_t)slow->unit;
    c->made[RULE_COUNTER_STEP] = (uint8_t)slow->counter_step;
    c->made[RULE_BELOW_OFFSET] = (uint8_t)slow->below_offset;
    c->made[RULE_SCALE_TWO] = (uint8_t)slow->scale_two;
    c->made[RULE_ODD_TAIL] = (uint8_t)slow->odd_tail;
    c->made[RULE_EXTENT] = (uint8_t)slow->extent;
    c->made[RULE_PRODUCT] = (uint8_t)slow->product;
}

static inline struct choices slow_answers(const struct slow_choices *slow)
{
    struct choices c = {0};

    slow_set(slow, &c);
    return c;
}

struct slow_region {
    uint64_t offset, size, scale;
    unsigned width, address_bits;
};

/* The product shifted right, or what an arithmetic too narrow for it leaves
 * of that, and the digits shifted out.  False if it is negative. */
static inline bool slow_shifted(enum choice product, struct row p,
                                unsigned factor, struct row *shifted,
                                struct row *fraction)
{
    bool negative = false;

    if (product == PRODUCT_MOD_32 || product == PRODUCT_SIGNED_32)
        p = row_keep(p, 4);
    if (product == PRODUCT_SIGNED_32)
        negative = p.digit[3] >= 128;
    if (product == PRODUCT_MOD_64)
        p = row_keep(p, 8);
    p = row_times(p, row_of(factor));
    *fraction = row_keep(p, 2);
    *shifted = row_drop(p, 2);
    if (product == PRODUCT_NUMBER_MOD_32)
        *shifted = row_keep(*shifted, 4);
    return !negative;
}

/* With a scale of 16 bits that is signed.  A quotient of -1 or 0 is 0 when an
 * odd one goes up. */
static inline bool slow_signed(enum choice product, struct row d, struct row s,
                               struct row *number)
{
    struct row half = row_of(0x8000), all = row_of(0x10000), fraction, p;
    bool positive;

    if (row_compare(s, half) >= 0) {
        p = row_times(row_share(d, 2), row_minus(all, s));
        *number = row_of(0);
        return row_compare(p, row_of(1 << 14)) <= 0;
    }
    positive = slow_shifted(product, row_times(row_share(d, 2), s), 4, number,
                            &fraction);
    if (row_odd(*number))
        *number = row_plus(*number, row_of(1));
    return positive;
}

/* The greatest multiple of a width that is no more. */
static inline struct row slow_whole(struct row number, unsigned width)
{
    return row_times(row_share(number, width), row_of(width));
}

/* The number: a byte offset into the buffer, rounded.  False if negative. */
static inline bool slow_number(const struct slow_choices *c, struct row d,
                               struct row s, unsigned width, struct row *number)
{
    struct row one = row_of(1), w = row_of(width), fraction;
    enum choice product = c->product, rounding = c->rounding;
    bool positive;

    if (rounding == ROUNDING_DIVIDE_FIRST ||
        rounding == ROUNDING_SIGNED_HALVING) {
        positive = slow_shifted(product, row_times(row_share(d, width), s), 1,
                                number, &fraction);
        if (c->unit != UNIT_INDEX) /* whose number is a counter already */
            *number = row_times(*number, w);
        return positive;
    }
    if (rounding == ROUNDING_SIGNED_SCALE)
        return slow_signed(product, d, row_keep(s, 2), number);
    if (rounding == ROUNDING_SCALE_LOW_BIT_LOST || /* >> 14 is * 4 >> 16 */
        rounding == ROUNDING_SCALE_LOW_BIT_LOST_UP) {
        positive =
            slow_shifted(product, row_times(row_share(d, 2), row_share(s, 2)),
                         4, number, &fraction);
        if (rounding == ROUNDING_SCALE_LOW_BIT_LOST_UP && row_odd(*number))
            *number = row_plus(*number, one);
        return positive;
    }
    positive = slow_shifted(product, row_times(d, s), 1, number, &fraction);
    if (rounding == ROUNDING_DOWN)
        return positive;
    if (rounding == ROUNDING_UP_EXACT) {
        if (fraction.count > 0)
            *number = row_plus(*number, one);
        if (c->unit != UNIT_INDEX)
            *number = slow_whole(row_plus(*number, row_of(width - 1)), width);
        return positive;
    }
    if (rounding == ROUNDING_NEAREST) {
        if (row_compare(fraction, row_of(0x8000)) >= 0)
            *number = row_plus(*number, one);
        return positive;
    }
    if (rounding == ROUNDING_UP && width == 4 &&
        c->wide_up != WIDE_UP_HALF_WORD) {
        *number = slow_whole(
            row_plus(*number, row_of(c->wide_up == WIDE_UP_NEAREST ? 2 : 3)),
            4);
        return positive;
    }
    if (rounding == ROUNDING_NEXT_EVEN)
        *number = row_plus(*number, one);
    if (row_odd(*number))
        *number = row_plus(*number, one);
    return positive;
}

/* Whether the counter at this byte is the last, but the pc not before the
 * address at which the counters end, rounded down to whole counters. */
static inline bool slow_dropped(const struct slow_region *r, struct row d,
                                struct row at)
{
    struct row w = row_of(r->width), size = row_of(r->size);
    struct row counters = row_share(size, r->width), end;

    if (r->scale == 0 || counters.count == 0 ||
        row_compare(row_plus(at, w), row_times(counters, w)) != 0)
        return false;
    end = row_over(row_times(counters, row_of(65536)), row_of(r->scale));
    return row_compare(d, row_times(end, w)) >= 0;
}

/* The same where the number is not compared as a byte offset; the place of
 * its counter, if it were one, is given. */
static inline bool slow_below(enum choice unit, struct row number,
                              struct row *at, const struct slow_region *r)
{
    struct row w = row_of(r->width), size = row_of(r->size);
    struct row counters = row_share(size, r->width);

    if (unit == UNIT_COUNTER_OF_BYTES)
        return row_compare(*at, row_times(size, w)) < 0;
    if (unit == UNIT_COUNTER_TO_BYTES)
        return row_compare(*at, row_times(size, w)) <= 0;
    if (unit == UNIT_BYTE_OFFSET_HALF)
        return row_compare(number, counters) < 0;
    *at = row_times(number, w);
    if (unit == UNIT_INDEX_TO_END)
        return row_compare(number, counters) <= 0;
    return row_compare(number, unit == UNIT_INDEX ? counters : size) < 0;
}

/* Whether the number is inside the buffer, and where its counter begins. */
static inline bool slow_inside(const struct slow_choices *c,
                               const struct slow_region *r, struct row number,
                               struct row *at)
{
    struct row w = row_of(r->width), size = row_of(r->size);

    *at = row_times(row_share(number, r->width), w);
    if (r->width == 4 && c->counter_step == COUNTER_STEP_AS_16_BIT)
        *at = row_times(row_share(number, 2), w);
    if (c->unit != UNIT_BYTE_OFFSET)
        return slow_below(c->unit, number, at, r);
    switch (c->odd_tail) {
    case ODD_TAIL_WHOLE_COUNTERS:
        return row_compare(row_plus(*at, w), size) <= 0;
    case ODD_TAIL_FIRST_BYTE: return row_compare(*at, size) < 0;
    default: return row_compare(*at, size) <= 0;
    }
}

/* What becomes of a pc: nothing, the first counter, or a distance. */
enum slow_way { SLOW_NOWHERE, SLOW_FIRST, SLOW_FORMULA };

static inline enum slow_way slow_distance(const struct slow_choices *c,
                                          const struct slow_region *r,
                                          uint64_t pc, struct row *d)
{
    struct row a = row_of(pc), b = row_of(r->offset), turn = row_of(1), behind;

    if (row_compare(a, b) >= 0) {
        *d = row_minus(a, b);
        return SLOW_FORMULA;
    }
    behind = row_minus(b, a);
    if (c->rounding == ROUNDING_SIGNED_HALVING &&
        row_compare(behind, row_of(r->width)) < 0)
        return SLOW_FIRST; /* behind / w is 0 */
    if (c->below_offset == BELOW_OFFSET_IGNORED)
        return SLOW_NOWHERE;
    for (unsigned bits = 0; bits < r->address_bits; bits += 8)
        turn = row_times(turn, row_of(256));
    *d = row_minus(turn, behind);
    return c->below_offset == BELOW_OFFSET_MODULAR ? SLOW_FORMULA : SLOW_FIRST;
}

/* Whether a tick at pc is counted, and then at which byte of the buffer. */
static inline bool slow_place(const struct slow_choices *c,
                              const struct slow_region *r, uint64_t pc,
                              uint64_t *at)
{
    struct row d, number = row_of(0), place;
    enum slow_way way = slow_distance(c, r, pc, &d);

    if (way == SLOW_NOWHERE)
        return false;
    if (r->scale == 2 && c->scale_two == SCALE_TWO_FIRST_COUNTER)
        way = SLOW_FIRST;
    if (way == SLOW_FORMULA &&
        !slow_number(c, d, row_of(r->scale), r->width, &number))
        return false;
    if (!slow_inside(c, r, number, &place))
        return false;
    if (way == SLOW_FORMULA && c->extent == EXTENT_ROUNDED &&
        slow_dropped(r, d, place))
        return false;
    if (way == SLOW_FORMULA && c->extent == EXTENT_ROUNDED_BYTES &&
        r->scale > 0 && row_compare(place, row_of(r->size)) < 0 &&
        row_compare(d, row_over(row_times(row_of(r->size), row_of(65536)),
                                row_of(r->scale))) >= 0)
        return false;
    *at = row_value(&place);
    return true;
}

#endif
