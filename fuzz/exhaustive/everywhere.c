/* SPDX-License-Identifier: MIT */

/* The names that the text of the mapping has here. */
#define choices_decide  everywhere_decide
#define mapping_scale   everywhere_scale
#define mapping_pc      everywhere_pc
#define mapping_offset  everywhere_offset
#define mapping_place   everywhere_place
#define mapping_formula everywhere_formula
#include "reference/mapping.c"

#include "everywhere.h"

/* All answers are there before anything is asked. */
enum choice choices_decide(struct choices *c, enum rule rule, choice_set among)
{
    (void)c;
    (void)rule;
    (void)among;
    __builtin_unreachable();
}

/* Each call is its own copy, in which f is constant. */
#define AT_ONCE static inline __attribute__((always_inline))

AT_ONCE uint32_t counter(struct exhaustive_formula f, const struct mapping *m,
                         uint32_t d)
{
    struct choices c = {.asked = RULE_SET_ALL};
    struct place place;

    c.made[RULE_ROUNDING] = (uint8_t)f.rounding;
    c.made[RULE_WIDE_UP] = WIDE_UP_HALF_WORD;
    c.made[RULE_UNIT] = (uint8_t)f.unit;
    c.made[RULE_COUNTER_STEP] = COUNTER_STEP_BY_WIDTH;
    c.made[RULE_ODD_TAIL] = ODD_TAIL_WHOLE_COUNTERS;
    c.made[RULE_EXTENT] = EXTENT_BY_COUNTER;
    c.made[RULE_PRODUCT] = PRODUCT_EXACT;
    mapping_formula(&c, m, d, &place);
    return place.where == WHERE_COUNTER ? (uint32_t)(place.at / f.width)
                                        : FORMULA_NOWHERE;
}

/* What a line is compared with. */
struct compared {
    uint32_t scale, size, count;
    const uint32_t *line;
    uint32_t found;
};

AT_ONCE uint32_t by(struct exhaustive_formula f, struct compared *with)
{
    const struct mapping m = {.size = with->size,
                              .scale = with->scale,
                              .width = (uint8_t)f.width,
                              .address_bits = 16};

    for (uint32_t d = 0; d < with->count; d++) {
        uint32_t found = counter(f, &m, d);

        if (found != with->line[d]) {
            with->found = found;
            return d;
        }
    }
    return with->count;
}

AT_ONCE uint32_t by_width(enum choice rounding, enum choice unit,
                          uint32_t width, struct compared *with)
{
    return width == 2
               ? by((struct exhaustive_formula){rounding, unit, 2}, with)
               : by((struct exhaustive_formula){rounding, unit, 4}, with);
}

AT_ONCE uint32_t by_unit(enum choice rounding,
                         const struct exhaustive_formula *f,
                         struct compared *with)
{
    switch (f->unit) {
    case UNIT_BYTE_OFFSET:
        return by_width(rounding, UNIT_BYTE_OFFSET, f->width, with);
    case UNIT_BYTE_OFFSET_HALF:
        return by_width(rounding, UNIT_BYTE_OFFSET_HALF, f->width, with);
    default: return by_width(rounding, UNIT_INDEX, f->width, with);
    }
}

#define ROUNDING(choice)                                                       \
    case choice: d = by_unit(choice, f, &with); break

__attribute__((flatten)) /* the mapping too */
uint32_t
everywhere(const struct exhaustive_formula *f, uint32_t scale, uint32_t size,
           uint32_t count, const uint32_t *line, uint32_t *found)
{
    struct compared with = {scale, size, count, line, 0};
    uint32_t d = 0;

    switch (f->rounding) {
        ROUNDING(ROUNDING_DOWN);
        ROUNDING(ROUNDING_UP);
        ROUNDING(ROUNDING_DIVIDE_FIRST);
        ROUNDING(ROUNDING_UP_EXACT);
        ROUNDING(ROUNDING_NEAREST);
        ROUNDING(ROUNDING_NEXT_EVEN);
        ROUNDING(ROUNDING_SIGNED_HALVING);
        ROUNDING(ROUNDING_SCALE_LOW_BIT_LOST);
        ROUNDING(ROUNDING_SCALE_LOW_BIT_LOST_UP);
    default: d = by_unit(ROUNDING_SIGNED_SCALE, f, &with);
    }
    *found = with.found;
    return d;
}
