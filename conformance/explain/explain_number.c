/* SPDX-License-Identifier: MIT */
#include "explain_way.h"

#include <inttypes.h>

const char *explain_wide(struct wide value, char text[EXPLAIN_DIGITS])
{
    uint32_t parts[4] = {(uint32_t)(value.high >> 32), (uint32_t)value.high,
                         (uint32_t)(value.low >> 32), (uint32_t)value.low};
    char *digit = text + EXPLAIN_DIGITS - 1;
    uint32_t any;

    *digit = '\0';
    do {
        uint64_t rest = 0;

        any = 0;
        for (int k = 0; k < 4; k++) {
            rest = rest << 32 | parts[k];
            parts[k] = (uint32_t)(rest / 10);
            any |= parts[k];
            rest %= 10;
        }
        *--digit = (char)('0' + rest);
    } while (any);
    return digit;
}

/* The steps up to d.  False: there is no arithmetic. */
static bool distance_steps(const struct way *w)
{
    const struct place *place = &w->mapped->place;
    uint64_t mask = UINT64_MAX >> (64 - w->m->address_bits);
    bool below = w->pc < w->m->offset;

    if (below) {
        fprintf(w->out,
                "    0x%" PRIx64 " is below the offset 0x%" PRIx64 ": %s",
                w->pc, w->m->offset,
                place->where == WHERE_BELOW ? "not counted"
                : place->has_product        ? "d is taken modulo 2^"
                                            : "its number is 0");
        if (place->has_product)
            fprintf(w->out, "%u", w->m->address_bits);
        way_by_rule(w, way_asked(w, RULE_BELOW_OFFSET) ? RULE_BELOW_OFFSET
                                                       : RULE_ROUNDING);
    }
    if (place->has_product) {
        fprintf(w->out, "    d = 0x%" PRIx64 " - 0x%" PRIx64 " = %" PRIu64 "\n",
                w->pc, w->m->offset, (w->pc - w->m->offset) & mask);
        return true;
    }
    if (!below) {
        fputs("    scale 2 maps every pc to number 0", w->out);
        way_by_rule(w, RULE_SCALE_TWO);
    }
    return false;
}

static bool divides_first(const struct way *w)
{
    enum choice rounding = way_choice(w, RULE_ROUNDING);

    return rounding == ROUNDING_DIVIDE_FIRST ||
           rounding == ROUNDING_SIGNED_HALVING;
}

/* The product as narrow arithmetic leaves it. */
static struct wide narrowed(const struct way *w)
{
    struct wide product = w->mapped->place.product;

    if (!way_asked(w, RULE_PRODUCT))
        return product;
    switch (way_choice(w, RULE_PRODUCT)) {
    case PRODUCT_MOD_32:
    case PRODUCT_SIGNED_32: return (struct wide){0, (uint32_t)product.low};
    case PRODUCT_MOD_64: return (struct wide){0, product.low};
    default: return product;
    }
}

static struct wide shifted_wide(struct wide value, unsigned by)
{
    return (struct wide){value.high >> by,
                         value.high << (64 - by) | value.low >> by};
}

/* s has the sign of its 16th bit, and it is set. */
static bool negative_scale(const struct way *w)
{
    return way_choice(w, RULE_ROUNDING) == ROUNDING_SIGNED_SCALE &&
           (w->mapped->scale & 0x8000);
}

/* d and s, where they are not multiplied as they are. */
static void factor_steps(const struct way *w)
{
    const struct place *place = &w->mapped->place;

    if (divides_first(w))
        fprintf(w->out, "    d / %u = %" PRIu64, w->m->width, place->distance);
    else if (way_choice(w, RULE_ROUNDING) == ROUNDING_SIGNED_SCALE)
        fprintf(w->out, "    d / 2 = %" PRIu64 ", s is %s%" PRIu64,
                place->distance, negative_scale(w) ? "-" : "", place->scale);
    else if (place->shift != 16)
        fprintf(w->out, "    d / 2 = %" PRIu64 ", s / 2 = %" PRIu64,
                place->distance, place->scale);
    else
        return;
    way_by_rule(w, RULE_ROUNDING);
}

/* The product with a scale below 0. */
static void negative_steps(const struct way *w)
{
    const struct place *place = &w->mapped->place;
    bool counts = place->where != WHERE_NEGATIVE;
    char digits[EXPLAIN_DIGITS];

    fprintf(w->out, "    %" PRIu64 " * -%" PRIu64 " = -%s\n", place->distance,
            place->scale, explain_wide(place->product, digits));
    fprintf(w->out, "    / 16384, rounded up to an even number: %s\n",
            counts ? "0" : "below 0");
}

/* d * s and its shift.  Returns the number before rounding. */
static struct wide product_steps(const struct way *w)
{
    const struct place *place = &w->mapped->place;
    char digits[EXPLAIN_DIGITS];
    uint64_t unit = UINT64_C(1) << place->shift;
    struct wide product = narrowed(w), number;

    fprintf(w->out, "    %" PRIu64 " * %" PRIu64 " = %s\n", place->distance,
            place->scale, explain_wide(place->product, digits));
    if (way_asked(w, RULE_PRODUCT) &&
        way_choice(w, RULE_PRODUCT) != PRODUCT_EXACT &&
        way_choice(w, RULE_PRODUCT) != PRODUCT_NUMBER_MOD_32) {
        fprintf(w->out, "    which comes out as %s%s",
                explain_wide(product, digits),
                place->where == WHERE_NEGATIVE ? ", as a signed number below 0"
                                               : "");
        way_by_rule(w, RULE_PRODUCT);
    }
    if (place->where == WHERE_NEGATIVE)
        return product;
    number = shifted_wide(product, place->shift);
    fprintf(w->out, "    / %" PRIu64 " = %s", unit,
            explain_wide(number, digits));
    if (product.low % unit)
        fprintf(w->out, " + %" PRIu64 "/%" PRIu64, product.low % unit, unit);
    putc('\n', w->out);
    if (way_asked(w, RULE_PRODUCT) &&
        way_choice(w, RULE_PRODUCT) == PRODUCT_NUMBER_MOD_32) {
        number = (struct wide){0, (uint32_t)number.low};
        fprintf(w->out, "    which comes out as %" PRIu64, number.low);
        way_by_rule(w, RULE_PRODUCT);
    }
    return number;
}

/* False: past every buffer, and then there is no rounding. */
static bool rounding_step(const struct way *w, struct wide before)
{
    const struct place *place = &w->mapped->place;
    char digits[EXPLAIN_DIGITS];

    if (before.high || before.low > FORMULA_SIZE) {
        fputs("    no buffer is so large\n", w->out);
        return false;
    }
    if (divides_first(w)) {
        fprintf(w->out, "    counter %s, which starts at byte %" PRIu64 "\n",
                explain_wide(before, digits), place->number);
    } else if (place->shift == 16 || place->number != before.low) {
        fprintf(w->out, "    %s %s", explain_wide(before, digits),
                place->number == before.low ? "stays" : "is rounded up to ");
        if (place->number != before.low)
            fprintf(w->out, "%" PRIu64, place->number);
        way_by_rule(w, RULE_ROUNDING);
    }
    return true;
}

bool way_number(const struct way *w)
{
    unsigned where = w->mapped->place.where;

    if (!distance_steps(w))
        return where != WHERE_BELOW;

    factor_steps(w);
    if (negative_scale(w)) {
        negative_steps(w);
        return where != WHERE_NEGATIVE;
    }

    struct wide before = product_steps(w);
    return where != WHERE_NEGATIVE && rounding_step(w, before);
}
