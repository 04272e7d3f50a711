/* SPDX-License-Identifier: MIT */

/* The names that the text of the mapping has here. */
#define choices_decide     everywhere_decide
#define mapping_scale      everywhere_scale
#define mapping_full_scale everywhere_full_scale
#define mapping_pc         everywhere_pc
#define mapping_offset     everywhere_offset
#define mapping_place      everywhere_place
#define mapping_formula    everywhere_formula
#include "reference/mapping.c"

#include "exhaustive.h"

/* All answers are there before any rule is consulted. */
enum choice choices_decide(struct choices *c, enum rule rule, choice_set among)
{
    (void)c;
    (void)rule;
    (void)among;
    __builtin_unreachable();
}

/* Each call is its own copy, in which f is constant. */
#define AT_ONCE static inline __attribute__((always_inline))

/* What a line is compared with. */
struct compared {
    uint32_t scale, size, count;
    const uint32_t *line;
    uint32_t found; /* the counter where they differ */
};

/* The first distance at which the reference, with the answers by which it is to
 * count as the formula does, has another counter; count if there is none. */
AT_ONCE uint32_t by(struct formula f, struct compared *with)
{
    const struct mapping m = {.size = with->size,
                              .scale = with->scale,
                              .width = (uint8_t)f.width,
                              .address_bits = 16};

    for (uint32_t d = 0; d < with->count; d++) {
        struct choices c = {.consulted = RULE_SET_ALL};
        struct place place;

        c.made[RULE_ROUNDING] = (uint8_t)f.rounding;
        c.made[RULE_WIDE_UP] = WIDE_UP_HALF_WORD;
        c.made[RULE_UNIT] = (uint8_t)f.unit;
        c.made[RULE_COUNTER_STEP] = COUNTER_STEP_BY_WIDTH;
        c.made[RULE_ODD_TAIL] = ODD_TAIL_WHOLE_COUNTERS;
        c.made[RULE_EXTENT] = EXTENT_BY_COUNTER;
        c.made[RULE_PRODUCT] = PRODUCT_EXACT;
        mapping_formula(&c, &m, d, &place);
        with->found = place.where == WHERE_COUNTER
                          ? (uint32_t)(place.at / f.width)
                          : FORMULA_NOWHERE;
        if (with->found != with->line[d])
            return d;
    }
    return with->count;
}

#define BOTH(rounding, unit)                                                   \
    case unit:                                                                 \
        return f->width == 2 ? by((struct formula){rounding, unit, 2}, with)   \
                             : by((struct formula){rounding, unit, 4}, with)

AT_ONCE uint32_t by_unit(enum choice rounding, const struct formula *f,
                         struct compared *with)
{
    switch (f->unit) {
        BOTH(rounding, UNIT_BYTE_OFFSET);
        BOTH(rounding, UNIT_BYTE_OFFSET_HALF);
    default: BOTH(rounding, UNIT_INDEX);
    }
}

#define ROUNDING(choice)                                                       \
    case choice: d = by_unit(choice, f, &with); break

__attribute__((flatten)) /* the mapping too */
bool compare_reference(const struct formula *f, uint32_t scale, uint32_t size,
                       uint32_t count, const uint32_t *line,
                       struct difference *out)
{
    struct compared with = {scale, size, count, line, 0};
    uint32_t d = 0;

    switch (f->rounding) {
        ROUNDING(ROUNDING_DOWN);
        ROUNDING(ROUNDING_UP);
        ROUNDING(ROUNDING_DIVIDE_FIRST);
        ROUNDING(ROUNDING_UP_EXACT);
        ROUNDING(ROUNDING_BYTE_UP);
        ROUNDING(ROUNDING_NEAREST);
        ROUNDING(ROUNDING_NEXT_EVEN);
        ROUNDING(ROUNDING_SCALE_LOW_BIT_LOST);
        ROUNDING(ROUNDING_SCALE_LOW_BIT_LOST_UP);
        ROUNDING(ROUNDING_SIGNED_HALVING);
    default: ROUNDING(ROUNDING_SIGNED_SCALE);
    }
    if (d < count)
        *out = (struct difference){"reference", scale,   size,
                                   d,           line[d], with.found};
    return d == count;
}
