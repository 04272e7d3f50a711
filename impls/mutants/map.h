/* SPDX-License-Identifier: MIT */
/* From a pc to the place of its counter, in 128-bit arithmetic. */
#ifndef MUTANTS_MAP_H
#define MUTANTS_MAP_H

#include "choices.h"

struct area {
    unsigned char *base;
    uint64_t size, offset, scale;
    uint64_t high; /* first address past it, where bounded */
    bool bounded;  /* an element of an aix list */
    bool disabled; /* scale 0 or 1, or size 0 */
    bool overflow; /* the overflow bin */
    bool reversed; /* its last counter is for its first pcs */
    bool stopped;
};

/* An element of AIX's lists, and whether it ends one. */
struct element {
    unsigned long p_low, p_high;
    unsigned short *p_buff;
    int p_bufsize;
    unsigned p_scale;
};

static inline bool ends_areas(const struct element *p)
{
    return p->p_high == 0 &&
           (takes(LIST_END, HIGH_ZERO) ||
            (p->p_low == 0 && !p->p_buff && !p->p_bufsize && !p->p_scale));
}

/*
 * Defects of lists that are no choice of a rule: what holds of the first
 * element does not of a later one.  lists.txt says what each is.
 */

static inline bool has_defect(const char *name)
{
    return strcmp(defect_named, name) == 0;
}

/* Whether element `number`, from 0, is a later one and has that defect. */
static inline bool is_spoilt(const char *defect, unsigned number)
{
    return number > 0 && has_defect(defect);
}

/* The elements that are used, of so many. */
static inline unsigned used_elements(unsigned count)
{
    bool first = has_defect("only-first") || takes(LIST_USED, FIRST);
    unsigned most = first                            ? 1
                    : has_defect("only-16")          ? 16
                    : has_defect("only-32")          ? 32
                    : takes(LIST_USED, ALL_BUT_LAST) ? count - (count > 1)
                                                     : count;

    return count < most ? count : most;
}

/* What the defect makes of a later element that was passed with that scale. */
static inline void spoil_element(struct area *a, const struct area *first,
                                 uint64_t scale, unsigned number)
{
    if (is_spoilt("one-scale", number) && !a->overflow)
        a->scale = first->scale;
    if (is_spoilt("one-size", number) && a->size > 0)
        a->size = first->size;
    if ((is_spoilt("not-masked", number) && scale > 0xffff &&
         scale < 0xffffffff) ||
        (is_spoilt("one-is-on", number) && scale == 1)) {
        a->scale = scale;
        a->disabled = a->size == 0;
    }
}

__extension__ typedef unsigned __int128 wide;
__extension__ typedef __int128 signed_wide;

static const uint64_t nowhere = UINT64_MAX;

/* What is kept of a pc, and of an offset. */
static uint64_t kept_pc(uint64_t pc)
{
    return takes(ADDRESS, PC_32) || takes(ADDRESS, BOTH_32) ? (uint32_t)pc : pc;
}

static inline uint64_t kept_offset(uint64_t offset)
{
    if (has_defect("aligned"))
        offset &= ~UINT64_C(15);
    return takes(ADDRESS, OFFSET_32) || takes(ADDRESS, BOTH_32)
               ? (uint32_t)offset
               : offset;
}

/* The scale that is meant, of counters of w bytes; off: it turns off; bad: it
 * is an error. */
static inline uint64_t meant_scale(uint64_t scale, unsigned w, bool *off,
                                   bool *bad)
{
    if (scale == 65536 && takes(SCALE_RANGE, LATE)) {
        *off = false;
        return 0;
    }
    if (scale == 65536 && (takes(SCALE_RANGE, LOW_16) ||
                           (w == 2 && takes(SCALE_RANGE, BY_WIDTH))))
        scale = 0;
    if (scale > 65536) {
        *bad = *bad || takes(SCALE_ABOVE, EINVAL);
        if (takes(SCALE_ABOVE, LOW_16))
            scale %= 65536;
    }
    if ((scale == 65535 && takes(FULL_SCALE, ONE)) ||
        ((scale & 32767) == 32767 && takes(FULL_SCALE, ONE_AND_HALF)))
        scale++;
    *bad = *bad || (scale <= 1 && takes(SCALE_OFF, EINVAL));
    *off =
        (scale == 0 && !takes(SCALE_OFF, NEVER) && !takes(SCALE_OFF, EINVAL)) ||
        (scale == 1 && takes(SCALE_OFF, ZERO_AND_ONE));
    return scale;
}

/* distance times scale, as wide as this implementation multiplies. */
static wide product(uint64_t distance, uint64_t scale, bool *negative)
{
    wide exact = (wide)distance * scale;

    *negative = false;
    if (takes(PRODUCT, MOD_32) || takes(MON_PLACE, WRAPS))
        return (uint32_t)exact;
    if (takes(PRODUCT, MOD_64))
        return (uint64_t)exact;
    if (takes(PRODUCT, SIGNED_32)) {
        *negative = (int32_t)(uint32_t)exact < 0;
        return (uint32_t)exact;
    }
    return exact;
}

static wide shifted(wide value, unsigned by)
{
    value >>= by;
    return takes(PRODUCT, NUMBER_MOD_32) ? (uint32_t)value : value;
}

/* The number by a scale that has a sign. */
static wide signed_number(uint64_t half, int16_t s, bool *negative)
{
    signed_wide number;

    if (s >= 0)
        return (shifted(product(half, (uint64_t)s, negative), 14) + 1) / 2 * 2;
    number = ((((signed_wide)half * s) >> 14) + 1) & ~1;
    *negative = number < 0;
    return *negative ? 0 : (wide)number;
}

/* From an odd number up, or so far as wider counters make of it. */
static wide up_from_odd(wide number, unsigned w)
{
    if (w == 4 && takes(WIDE_UP, NEAREST))
        return (number + 2) / 4 * 4;
    if (w == 4 && takes(WIDE_UP, NEXT_COUNTER))
        return (number + 3) / 4 * 4;
    return (number + 1) / 2 * 2;
}

/* Any fraction of what a number counts up. */
static wide up_exactly(wide p, unsigned w)
{
    unsigned step = takes(UNIT, INDEX) ? 1 : w;
    wide number = shifted(p, 16);

    if (p % 65536 != 0 || number % step != 0)
        number += step - number % step;
    return number;
}

/* The number as a byte offset, rounded. */
static wide number_by_scale(uint64_t d, uint64_t s, unsigned w, bool *negative)
{
    wide p;

    if (takes(ROUNDING, DIVIDE_FIRST) || takes(ROUNDING, SIGNED_HALVING))
        return (takes(UNIT, INDEX) ? 1 : w) *
               shifted(product(d / w, s, negative), 16);
    if (takes(ROUNDING, SIGNED_SCALE))
        return signed_number(d / 2, (int16_t)(uint16_t)s, negative);
    if (takes(ROUNDING, SCALE_LOW_BIT_LOST))
        return shifted(product(d / 2, s / 2, negative), 14);
    if (takes(ROUNDING, SCALE_LOW_BIT_LOST_UP) || takes(MON_FIT, ROUNDED_OUT))
        return (shifted(product(d / 2, s / 2, negative), 14) + 1) / 2 * 2;
    p = product(d, s, negative);
    if (takes(ROUNDING, UP_EXACT))
        return up_exactly(p, w);
    if (takes(ROUNDING, BYTE_UP))
        return shifted(p, 16) + (p % 65536 > 0);
    if (takes(ROUNDING, NEAREST))
        return shifted(p, 16) + (p % 65536 + 32768) / 65536;
    if (takes(ROUNDING, UP))
        return up_from_odd(shifted(p, 16), w);
    if (takes(ROUNDING, NEXT_EVEN))
        return shifted(p, 16) / 2 * 2 + 2;
    return shifted(p, 16);
}

/* Whether a number is the index of a counter itself. */
static bool is_number_index(void)
{
    return takes(UNIT, INDEX) || takes(UNIT, INDEX_TO_END) ||
           takes(UNIT, INDEX_OF_BYTES) || takes(MON_FIT, WIDE_COUNTERS);
}

/* How many bytes of text the buffer has room for; scale is not 0. */
static wide span_of(const struct area *a)
{
    return (wide)a->size * 65536 / a->scale;
}

/* Whether a number, whose counter starts at byte `at`, is counted. */
static bool is_inside_area(uint64_t d, wide number, wide at,
                           const struct area *a, unsigned w)
{
    if (takes(MON_FIT, WIDE_COUNTERS))
        return number < a->size;
    switch (taken(RULE_UNIT)) {
    case UNIT_BYTE_OFFSET: break;
    case UNIT_INDEX_TO_END: return number <= a->size / w;
    case UNIT_INDEX_OF_BYTES: return number < a->size;
    case UNIT_COUNTER_OF_BYTES: return at / w < a->size;
    case UNIT_COUNTER_TO_BYTES: return at / w <= a->size;
    default: return number < a->size / w;
    }
    if (takes(ODD_TAIL, FIRST_BYTE))
        return at < a->size;
    if (takes(ODD_TAIL, END_INCLUSIVE))
        return at <= a->size;
    if (takes(ODD_TAIL, END_ADDRESS) && at <= a->size &&
        (a->scale == 0 || d <= span_of(a)))
        return true;
    return at + w <= a->size;
}

/* Whether a pc is past an end address that wraps around. */
static bool past_wrapped(uint64_t d, const struct area *a, wide span)
{
    if (a->offset + span <= UINTPTR_MAX)
        return d >= span;
    return (uintptr_t)(a->offset + d) >= (uintptr_t)(a->offset + span);
}

/* Whether a pc is past the end address, rounded or wrapped. */
static bool past_rounded_end(uint64_t d, wide at, const struct area *a,
                             unsigned w)
{
    wide counters = a->scale > 0 ? (wide)(a->size / w) * 65536 / a->scale : 0;

    if (a->scale == 0 || at >= a->size)
        return false;
    switch (taken(RULE_EXTENT)) {
    case EXTENT_ROUNDED: return d / w >= counters;
    case EXTENT_ROUNDED_BYTES: return d >= span_of(a);
    case EXTENT_WRAPPED_END: return past_wrapped(d, a, span_of(a));
    case EXTENT_WRAPPED_COUNTERS: return past_wrapped(d, a, counters * w);
    default: return false;
    }
}

/* Where the formula leads, which knows nothing of scale 2: the first byte of a
 * counter, from the buffer's start; or nowhere. */
static uint64_t formula_place(const struct area *a, uint64_t pc, unsigned w)
{
    uint64_t d = takes(ADDRESS, DISTANCE_32) ? (uint32_t)(pc - a->offset)
                                             : pc - a->offset;
    bool negative = false;
    wide number, at;

    number = number_by_scale(d, a->scale, w, &negative);
    if (negative)
        return nowhere;
    at = number / w * w;
    if (w == 4 && takes(COUNTER_STEP, AS_16_BIT))
        at = number / 2 * w;
    if (is_number_index())
        at = number * w;
    if (!is_inside_area(d, number, at, a, w) || past_rounded_end(d, at, a, w))
        return nowhere;
    return (uint64_t)at;
}

/* Whether a pc below the offset has the number 0 in signed arithmetic. */
static bool is_signed_zero(const struct area *a, uint64_t pc, unsigned w)
{
    bool halved =
        takes(ROUNDING, DIVIDE_FIRST) || takes(ROUNDING, SIGNED_HALVING);
    signed_wide number = (signed_wide)pc - a->offset;

    number = (halved ? number / (int)w : number) * (signed_wide)a->scale;
    number = takes(JUST_BELOW, SHIFTED) ? number >> 16 : number / 65536;
    if (takes(ROUNDING, UP))
        number += number & 1;
    return (halved || is_number_index() ? number : number / (int)w) == 0;
}

/* The first byte of the counter for pc; nowhere if it is not counted. */
static uint64_t counter_place(const struct area *a, uint64_t pc, unsigned w)
{
    uint64_t first = is_inside_area(0, 0, 0, a, w) ? 0 : nowhere;

    if (pc < a->offset) {
        if (takes(ROUNDING, SIGNED_HALVING) && a->offset - pc < w)
            return first; /* -1 / 2 is 0 */
        if (takes(BELOW_OFFSET, IGNORED) && !takes(JUST_BELOW, AS_BELOW) &&
            is_signed_zero(a, pc, w))
            return first;
        if (takes(BELOW_OFFSET, IGNORED) || takes(BELOW_OFFSET, CRASHES))
            return nowhere;
        if (takes(BELOW_OFFSET, COUNTED_IN_FIRST))
            return first;
    }
    if (a->scale == 2 && takes(SCALE_TWO, NO_SIZE))
        return 0;
    if (a->scale == 2 && (takes(SCALE_TWO, FIRST_COUNTER) ||
                          (has_defect("two-is-first") && a->bounded)))
        return first;
    return formula_place(a, pc, w);
}

#endif
