/* SPDX-License-Identifier: MIT */
/*
 * The mapping once more, in numbers of 128 bits, which hold all that it comes
 * to: no product of two of 64 bits, and nothing that is made of one here, is
 * more.  It shares no line with mapping.c and exists to be compared with it, so
 * it takes its choices as plain arguments and asks nothing.
 */
#ifndef REFERENCE_SLOW_MAPPING_TEST_H
#define REFERENCE_SLOW_MAPPING_TEST_H

#include <stdbool.h>
#include <stdint.h>

#include "choices.h"

typedef unsigned __int128 whole;

/* The rules that mapping_place can ask, and how many choices each has. */
#define SLOW_RULES(RULE_OF)                                                    \
    RULE_OF(ROUNDING, rounding, 10)                                            \
    RULE_OF(WIDE_UP, wide_up, 3)                                               \
    RULE_OF(UNIT, unit, 7)                                                     \
    RULE_OF(COUNTER_STEP, counter_step, 2)                                     \
    RULE_OF(BELOW_OFFSET, below_offset, 4)                                     \
    RULE_OF(JUST_BELOW, just_below, 3)                                         \
    RULE_OF(SCALE_TWO, scale_two, 3)                                           \
    RULE_OF(ODD_TAIL, odd_tail, 4)                                             \
    RULE_OF(EXTENT, extent, 5)                                                 \
    RULE_OF(PRODUCT, product, 5)

#define RULE_OF(id, name, count) *count
enum { SLOW_COMBINATIONS = 1 SLOW_RULES(RULE_OF) };
#undef RULE_OF

/* One choice for each of them. */
struct slow_choices {
#define RULE_OF(id, name, count) enum choice name;
    SLOW_RULES(RULE_OF)
#undef RULE_OF
};

static inline struct slow_choices slow_combination(uint64_t which)
{
    struct slow_choices c;

#define RULE_OF(id, name, count)                                               \
    c.name = rule_table[RULE_##id].first + which % (count);                    \
    which /= (count);
    SLOW_RULES(RULE_OF)
#undef RULE_OF
    return c;
}

/* The same, as the mapping asks for them: no other rule may be asked. */
static inline void slow_set(const struct slow_choices *slow, struct choices *c)
{
    c->consulted = RULE_SET_ALL;
#define RULE_OF(id, name, count) c->made[RULE_##id] = (uint16_t)slow->name;
    SLOW_RULES(RULE_OF)
#undef RULE_OF
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

/* The product shifted right, or what an arithmetic too narrow for it leaves of
 * that; *product is what is left before the shift.  False: it is negative. */
static inline bool slow_shifted(enum choice width, unsigned shift,
                                whole *product, whole *number)
{
    bool negative = width == PRODUCT_SIGNED_32 && (*product >> 31 & 1);

    if (width == PRODUCT_MOD_32 || width == PRODUCT_SIGNED_32)
        *product = (uint32_t)*product;
    if (width == PRODUCT_MOD_64)
        *product = (uint64_t)*product;
    *number = *product >> shift;
    if (width == PRODUCT_NUMBER_MOD_32)
        *number = (uint32_t)*number;
    return !negative;
}

static inline whole slow_even(whole number)
{
    return number + number % 2;
}

/* With a scale of 16 bits that is signed.  A quotient of -1 or 0 is 0 when an
 * odd one goes up. */
static inline bool slow_signed(enum choice width, whole d, uint16_t s,
                               whole *number)
{
    whole product = d / 2 * s;
    bool positive;

    *number = 0;
    if (s >= 0x8000)
        return d / 2 * (0x10000u - s) <= 1 << 14;
    positive = slow_shifted(width, 14, &product, number);
    *number = slow_even(*number);
    return positive;
}

/* The number: a byte offset into the buffer, rounded.  False if negative. */
static inline bool slow_number(const struct slow_choices *c, whole d, whole s,
                               unsigned width, whole *number)
{
    whole product = d * s;
    bool positive;

    switch (c->rounding) {
    case ROUNDING_DIVIDE_FIRST:
    case ROUNDING_SIGNED_HALVING:
        product = d / width * s;
        positive = slow_shifted(c->product, 16, &product, number);
        if (c->unit != UNIT_INDEX) /* whose number is a counter already */
            *number *= width;
        return positive;
    case ROUNDING_SIGNED_SCALE:
        return slow_signed(c->product, d, (uint16_t)s, number);
    case ROUNDING_SCALE_LOW_BIT_LOST:
    case ROUNDING_SCALE_LOW_BIT_LOST_UP:
        product = d / 2 * (s / 2);
        positive = slow_shifted(c->product, 14, &product, number);
        if (c->rounding == ROUNDING_SCALE_LOW_BIT_LOST_UP)
            *number = slow_even(*number);
        return positive;
    default: positive = slow_shifted(c->product, 16, &product, number);
    }
    switch (c->rounding) {
    case ROUNDING_UP_EXACT:
        *number += product % 65536 > 0;
        if (c->unit != UNIT_INDEX)
            *number = (*number + width - 1) / width * width;
        break;
    case ROUNDING_BYTE_UP: *number += product % 65536 > 0; break;
    case ROUNDING_NEAREST: *number += product % 65536 >= 32768; break;
    case ROUNDING_NEXT_EVEN: *number = slow_even(*number + 1); break;
    case ROUNDING_UP:
        if (width == 2 || c->wide_up == WIDE_UP_HALF_WORD)
            *number = slow_even(*number);
        else
            *number =
                (*number + (c->wide_up == WIDE_UP_NEAREST ? 2 : 3)) / 4 * 4;
        break;
    default: break;
    }
    return positive;
}

/* Whether the number is inside the buffer, and where its counter begins. */
static inline bool slow_inside(const struct slow_choices *c,
                               const struct slow_region *r, whole d,
                               whole number, whole *at)
{
    const whole w = r->width, size = r->size, counters = size / w;

    *at = number / w * w;
    if (w == 4 && c->counter_step == COUNTER_STEP_AS_16_BIT)
        *at = number / 2 * w;
    switch (c->unit) {
    case UNIT_BYTE_OFFSET: break;
    case UNIT_COUNTER_OF_BYTES: return *at < size * w;
    case UNIT_COUNTER_TO_BYTES: return *at <= size * w;
    case UNIT_BYTE_OFFSET_HALF: return number < counters;
    default:
        *at = number * w;
        return number < (c->unit == UNIT_INDEX_OF_BYTES ? size : counters) ||
               (c->unit == UNIT_INDEX_TO_END && number == counters);
    }
    if (*at + w <= size)
        return true;
    switch (c->odd_tail) {
    case ODD_TAIL_WHOLE_COUNTERS: return false;
    case ODD_TAIL_FIRST_BYTE: return *at < size;
    case ODD_TAIL_END_ADDRESS:
        return *at <= size && (r->scale == 0 || d <= size * 65536 / r->scale);
    default: return *at <= size;
    }
}

/* Whether a pc below the offset is in counter 0 by signed arithmetic. */
static inline bool slow_signed_zero(const struct slow_choices *c,
                                    const struct slow_region *r, uint64_t pc)
{
    const bool index = c->unit == UNIT_INDEX || c->unit == UNIT_INDEX_TO_END ||
                       c->unit == UNIT_INDEX_OF_BYTES;
    const bool halved = c->rounding == ROUNDING_DIVIDE_FIRST ||
                        c->rounding == ROUNDING_SIGNED_HALVING;
    const int width = (int)r->width;
    __int128 number = (__int128)pc - r->offset;

    number = (halved ? number / width : number) * (__int128)r->scale;
    number =
        c->just_below == JUST_BELOW_SHIFTED ? number >> 16 : number / 65536;
    if (c->rounding == ROUNDING_UP)
        number += number & 1;
    return (halved || index ? number : number / width) == 0;
}

/* What happens to a pc: nothing, the first counter, or a distance. */
enum slow_way { SLOW_NOWHERE, SLOW_FIRST, SLOW_FORMULA };

static inline enum slow_way slow_distance(const struct slow_choices *c,
                                          const struct slow_region *r,
                                          uint64_t pc, whole *d)
{
    *d = (whole)pc - r->offset;
    if (pc >= r->offset)
        return SLOW_FORMULA;
    *d += (whole)1 << r->address_bits;
    if (c->rounding == ROUNDING_SIGNED_HALVING && r->offset - pc < r->width)
        return SLOW_FIRST; /* -1 / w is 0 */
    switch (c->below_offset) {
    case BELOW_OFFSET_IGNORED:
        return c->just_below != JUST_BELOW_AS_BELOW &&
                       slow_signed_zero(c, r, pc)
                   ? SLOW_FIRST
                   : SLOW_NOWHERE;
    case BELOW_OFFSET_CRASHES: return SLOW_NOWHERE;
    case BELOW_OFFSET_MODULAR: return SLOW_FORMULA;
    default: return SLOW_FIRST;
    }
}

/* Whether a pc whose counter begins at this byte is past the address where the
 * buffer ends: in bytes, or in whole counters, and taken modulo the address
 * width or not. */
static inline bool slow_dropped(enum choice extent, const struct slow_region *r,
                                whole d, whole at)
{
    const whole turn = (whole)1 << r->address_bits;
    whole bytes, counters, end;

    if (r->scale == 0 || at >= r->size)
        return false;
    bytes = (whole)r->size * 65536 / r->scale;
    counters = (whole)(r->size / r->width) * 65536 / r->scale * r->width;
    switch (extent) {
    case EXTENT_ROUNDED: return d >= counters;
    case EXTENT_ROUNDED_BYTES: return d >= bytes;
    case EXTENT_WRAPPED_COUNTERS: end = counters; break;
    case EXTENT_WRAPPED_END: end = bytes; break;
    default: return false;
    }
    if (r->offset + end < turn)
        return d >= end;
    return (r->offset + d) % turn >= (r->offset + end) % turn;
}

/* Whether a tick at pc is counted, and then at which byte of the buffer. */
static inline bool slow_place(const struct slow_choices *c,
                              const struct slow_region *r, uint64_t pc,
                              uint64_t *at)
{
    whole d, number = 0, place;
    enum slow_way way = slow_distance(c, r, pc, &d);

    if (way == SLOW_NOWHERE)
        return false;
    if (r->scale == 2 && c->scale_two == SCALE_TWO_FIRST_COUNTER)
        way = SLOW_FIRST;
    if (r->scale == 2 && c->scale_two == SCALE_TWO_NO_SIZE &&
        way == SLOW_FORMULA) {
        *at = 0;
        return true;
    }
    if (way == SLOW_FIRST)
        d = 0;
    else if (!slow_number(c, d, r->scale, r->width, &number))
        return false;
    if (!slow_inside(c, r, d, number, &place) ||
        (way == SLOW_FORMULA && slow_dropped(c->extent, r, d, place)))
        return false;
    *at = (uint64_t)place;
    return true;
}

#endif
