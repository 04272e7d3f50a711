/* SPDX-License-Identifier: MIT */
#include "explain.h"

#include <inttypes.h>

/* One pc on its way. */
struct way {
    const struct formula *formula;
    const struct mapping *m;
    const struct mapped *mapped;
    uint64_t pc;
    uint64_t asked;
    FILE *out;
};

static enum choice made(const struct formula *formula, enum rule rule)
{
    unsigned k = 0;

    while (!(formula->sets.of[rule] >> k & 1))
        k++;
    return (enum choice)(rule_table[rule].first + k);
}

void explain_choice(const struct formula *formula, enum rule rule, FILE *out)
{
    const struct rule_row *row = &rule_table[rule];
    enum choice choice = made(formula, rule);
    const char *clause = dialect_clause(formula->dialect, choice);

    fprintf(out, "%s=%s", row->name, choice_table[choice].name);
    if (*clause) {
        fprintf(out, ", %s", clause);
        return;
    }
    for (unsigned k = row->first; !*clause && k < row->first + row->count; k++)
        clause = dialect_clause(formula->dialect, (enum choice)k);
    if (*clause)
        fprintf(out, ", against %s", clause);
}

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

/* Close a step's line with the rule that made it. */
static void by_rule(const struct way *w, enum rule rule)
{
    fputs("  [", w->out);
    explain_choice(w->formula, rule, w->out);
    fputs("]\n", w->out);
}

static bool asked(const struct way *w, enum rule rule)
{
    return w->asked >> rule & 1;
}

static void scale_steps(const struct way *w)
{
    uint64_t given = w->m->scale;

    if (given >= 65536) {
        if (w->mapped->region == REGION_INVALID)
            fprintf(w->out, "    scale %" PRIu64 " is an error", given);
        else
            fprintf(w->out, "    scale %" PRIu64 " counts as %" PRIu64, given,
                    w->mapped->scale);
        by_rule(w, given == 65536 ? RULE_SCALE_RANGE : RULE_SCALE_ABOVE);
    }
    if (asked(w, RULE_SCALE_OFF)) {
        fprintf(w->out, "    scale %" PRIu64 " %s", w->mapped->scale,
                w->mapped->region == REGION_OFF ? "turns profiling off"
                                                : "is a scale like others");
        by_rule(w, RULE_SCALE_OFF);
    }
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
        by_rule(w, asked(w, RULE_BELOW_OFFSET) ? RULE_BELOW_OFFSET
                                               : RULE_ROUNDING);
    }
    if (place->has_product) {
        fprintf(w->out,
                "    d = 0x%" PRIx64 " - 0x%" PRIx64 " = %" PRIu64 "\n", w->pc,
                w->m->offset, (w->pc - w->m->offset) & mask);
        return true;
    }
    if (!below) {
        fputs("    scale 2 maps every pc to number 0", w->out);
        by_rule(w, RULE_SCALE_TWO);
    }
    return false;
}

static bool divides_first(const struct way *w)
{
    enum choice rounding = made(w->formula, RULE_ROUNDING);

    return rounding == ROUNDING_DIVIDE_FIRST ||
           rounding == ROUNDING_SIGNED_HALVING;
}

/* The product as narrow arithmetic leaves it. */
static struct wide narrowed(const struct way *w)
{
    struct wide product = w->mapped->place.product;

    if (!asked(w, RULE_PRODUCT))
        return product;
    switch (made(w->formula, RULE_PRODUCT)) {
    case PRODUCT_MOD_32:
    case PRODUCT_SIGNED_32: return (struct wide){0, (uint32_t)product.low};
    case PRODUCT_MOD_64: return (struct wide){0, product.low};
    default: return product;
    }
}

static struct wide shifted(struct wide value, unsigned by)
{
    return (struct wide){value.high >> by,
                         value.high << (64 - by) | value.low >> by};
}

/* d * s and its shift.  Returns the number before rounding. */
static struct wide product_steps(const struct way *w)
{
    const struct place *place = &w->mapped->place;
    char digits[EXPLAIN_DIGITS];
    uint64_t unit = UINT64_C(1) << place->shift;
    struct wide product = narrowed(w), number;

    if (divides_first(w)) {
        fprintf(w->out, "    d / %u = %" PRIu64, w->m->width, place->distance);
        by_rule(w, RULE_ROUNDING);
    } else if (place->shift != 16) {
        fprintf(w->out, "    d / 2 = %" PRIu64 ", s / 2 = %" PRIu64,
                place->distance, place->scale);
        by_rule(w, RULE_ROUNDING);
    }
    fprintf(w->out, "    %" PRIu64 " * %" PRIu64 " = %s\n", place->distance,
            place->scale, explain_wide(place->product, digits));
    if (asked(w, RULE_PRODUCT) &&
        made(w->formula, RULE_PRODUCT) != PRODUCT_EXACT &&
        made(w->formula, RULE_PRODUCT) != PRODUCT_NUMBER_MOD_32) {
        fprintf(w->out, "    which comes out as %s%s",
                explain_wide(product, digits),
                place->where == WHERE_NEGATIVE ? ", as a signed number below 0"
                                               : "");
        by_rule(w, RULE_PRODUCT);
    }
    if (place->where == WHERE_NEGATIVE)
        return product;
    number = shifted(product, place->shift);
    fprintf(w->out, "    / %" PRIu64 " = %s", unit,
            explain_wide(number, digits));
    if (product.low % unit)
        fprintf(w->out, " + %" PRIu64 "/%" PRIu64, product.low % unit, unit);
    putc('\n', w->out);
    if (asked(w, RULE_PRODUCT) &&
        made(w->formula, RULE_PRODUCT) == PRODUCT_NUMBER_MOD_32) {
        number = (struct wide){0, (uint32_t)number.low};
        fprintf(w->out, "    which comes out as %" PRIu64, number.low);
        by_rule(w, RULE_PRODUCT);
    }
    return number;
}

static void rounding_step(const struct way *w, struct wide before)
{
    const struct place *place = &w->mapped->place;
    char digits[EXPLAIN_DIGITS];

    if (divides_first(w)) {
        fprintf(w->out, "    counter %s, which starts at byte %" PRIu64 "\n",
                explain_wide(before, digits), place->number);
    } else if (before.high || before.low == UINT64_MAX) {
        fputs("    more than any buffer has\n", w->out);
    } else if (place->shift == 16) {
        fprintf(w->out, "    %s %s", explain_wide(before, digits),
                place->number == before.low ? "stays" : "is rounded up to ");
        if (place->number != before.low)
            fprintf(w->out, "%" PRIu64, place->number);
        by_rule(w, RULE_ROUNDING);
    }
}

/* The number against the buffer. */
static void buffer_steps(const struct way *w)
{
    const struct place *place = &w->mapped->place;
    uint64_t size = w->m->size, counters = size / w->m->width;
    bool bytes = made(w->formula, RULE_UNIT) == UNIT_BYTE_OFFSET;
    const char *relation = place->number < (bytes ? size : counters)
                               ? "is less than"
                               : "is not less than";

    if (!bytes) {
        fprintf(w->out, "    %" PRIu64 " %s the %" PRIu64 " counters",
                place->number, relation, counters);
        by_rule(w, RULE_UNIT);
    } else if (!asked(w, RULE_ODD_TAIL)) {
        fprintf(w->out, "    %" PRIu64 " %s the size, %" PRIu64 " bytes",
                place->number, relation, size);
        by_rule(w, RULE_UNIT);
    } else {
        fprintf(w->out,
                "    of the %u bytes from %" PRIu64 ", %" PRIu64
                " lie inside the size, %" PRIu64 " bytes",
                w->m->width, place->at, size - place->at, size);
        by_rule(w, RULE_ODD_TAIL);
    }
    if (place->where == WHERE_COUNTER &&
        made(w->formula, RULE_UNIT) != UNIT_INDEX)
        fprintf(w->out, "    %" PRIu64 " / %u: counter %" PRIu64 "\n",
                place->number, w->m->width, w->mapped->counter);
    if (place->where == WHERE_DROPPED) {
        fputs("    but the pc is past the rounded end address", w->out);
        by_rule(w, RULE_EXTENT);
    }
}

/* The formula does not say whose a region's first address is. */
static void start_note(const struct way *w)
{
    if (w->formula->dialect == DIALECT_IRIX && w->pc == w->m->offset &&
        w->mapped->region == REGION_MAPS)
        fputs("    (where region-start is below, a region's first address "
              "is not in it, irix.sprofil.6)\n",
              w->out);
}

static void steps(const struct way *w)
{
    scale_steps(w);
    if (w->mapped->region == REGION_EMPTY)
        fputs("    a buffer of size 0 has no counters\n", w->out);
    if (w->mapped->region == REGION_OVERFLOW_BIN) {
        fputs("    offset 0 and scale 2: the overflow bin", w->out);
        by_rule(w, RULE_OVERFLOW_BIN);
        if (!w->mapped->place.has_product)
            return;
    } else if (w->mapped->region != REGION_MAPS) {
        return;
    }
    if (distance_steps(w)) {
        struct wide before = product_steps(w);

        if (w->mapped->place.where == WHERE_NEGATIVE)
            return;
        rounding_step(w, before);
    }
    if (w->mapped->place.where != WHERE_BELOW)
        buffer_steps(w);
    start_note(w);
}

static void result(const struct way *w)
{
    fprintf(w->out, "pc 0x%" PRIx64 ": ", w->pc);
    if (w->mapped->counter == FORMULA_NOWHERE)
        fputs("counted nowhere\n", w->out);
    else
        fprintf(w->out, "counter %" PRIu64 ", bytes %" PRIu64 " to %" PRIu64
                "\n", w->mapped->counter, w->mapped->counter * w->m->width,
                w->mapped->counter * w->m->width + w->m->width - 1);
}

uint64_t explain_pc(const struct formula *formula, const struct mapping *m,
                    uint64_t pc, FILE *out)
{
    struct choices choices;
    struct mapped mapped;
    struct way way = {formula, m, &mapped, pc, 0, out};

    choices_begin(&choices, &formula->sets);
    formula_map(&choices, formula->dialect, m, pc, &mapped);
    way.asked = choices.asked;
    result(&way);
    steps(&way);
    return choices.asked;
}
