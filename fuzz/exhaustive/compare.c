/* SPDX-License-Identifier: MIT */
#include "compare.h"

#include <stdio.h>

#include "everywhere.h"
#include "impls/counting/table.h"
#include "reference/mapping.h"

bool compare_has_bins(const struct exhaustive_formula *f)
{
    return f->unit == UNIT_BYTE_OFFSET &&
           (f->rounding == ROUNDING_DOWN || f->rounding == ROUNDING_UP);
}

static bool differ(struct exhaustive_difference *out,
                   struct exhaustive_difference found)
{
    *out = found;
    return false;
}

bool compare_bins(const struct exhaustive_formula *f, uint32_t scale,
                  uint32_t size, uint32_t count, const uint32_t *line,
                  struct exhaustive_difference *out)
{
    struct region r =
        region_make(NULL, size, 0, scale, f->width,
                    f->rounding == ROUNDING_UP ? REGION_UP : REGION_DOWN);
    struct bins bins = r.bins;
    uint64_t last = bins.counters > 0 ? r.last : 0, counter;

    for (uint32_t d = 0; d < count; d++) {
        uint32_t found = FORMULA_NOWHERE;

        if (bins_find(&bins, d, &counter) && d <= last)
            found = (uint32_t)counter;
        if (found != line[d])
            return differ(out, (struct exhaustive_difference){
                                   "bins", scale, size, d, line[d], found});
    }
    return true;
}

bool compare_everywhere(const struct exhaustive_formula *f, uint32_t scale,
                        uint32_t size, uint32_t count, const uint32_t *line,
                        struct exhaustive_difference *out)
{
    uint32_t found = 0, d = everywhere(f, scale, size, count, line, &found);

    return d == count ||
           differ(out, (struct exhaustive_difference){"reference", scale, size,
                                                      d, line[d], found});
}

static struct choices answers_of_formula(const struct exhaustive_formula *f)
{
    struct choices c = {.asked = RULE_SET_ALL};

    c.made[RULE_ROUNDING] = (uint8_t)f->rounding;
    c.made[RULE_WIDE_UP] = WIDE_UP_HALF_WORD;
    c.made[RULE_UNIT] = (uint8_t)f->unit;
    c.made[RULE_COUNTER_STEP] = COUNTER_STEP_BY_WIDTH;
    c.made[RULE_ODD_TAIL] = ODD_TAIL_WHOLE_COUNTERS;
    c.made[RULE_EXTENT] = EXTENT_BY_COUNTER;
    c.made[RULE_PRODUCT] = PRODUCT_EXACT;
    return c;
}

struct exhaustive_asked {
    struct choices choices;
    struct mapping mapping;
    const uint32_t *line;
    struct exhaustive_difference *out;
};

static bool same_counts(struct exhaustive_asked *a, uint32_t d)
{
    struct place place;
    uint32_t found = FORMULA_NOWHERE;

    mapping_formula(&a->choices, &a->mapping, d, &place);
    if (place.where == WHERE_COUNTER)
        found = (uint32_t)(place.at / a->mapping.width);
    if (found == a->line[d])
        return true;
    return differ(a->out, (struct exhaustive_difference){
                              "reference", (uint32_t)a->mapping.scale,
                              (uint32_t)a->mapping.size, d, a->line[d], found});
}

/* The first distance that has no counter in the buffer, and count if all
 * have; lines only rise, but where a scale is taken as negative. */
static uint32_t end_of_line(const uint32_t *line, uint32_t count)
{
    uint32_t low = 0, high = count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (line[middle] == FORMULA_NOWHERE)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static bool around(struct exhaustive_asked *a, uint32_t d, uint32_t count)
{
    for (uint32_t at = d < 2 ? 0 : d - 2; at < count && at < d + 2; at++)
        if (!same_counts(a, at))
            return false;
    return true;
}

bool compare_reference(const struct exhaustive_formula *f, uint32_t scale,
                       uint32_t size, uint32_t count, bool all,
                       const uint32_t *line, struct exhaustive_difference *out)
{
    struct exhaustive_asked a = {answers_of_formula(f),
                                 {.size = size,
                                  .scale = scale,
                                  .width = (uint8_t)f->width,
                                  .address_bits = 16},
                                 line,
                                 out};
    uint32_t step = all ? 1 : count / 6 + scale % 61;

    for (uint32_t d = all ? 0 : scale % 251; d < count; d += step)
        if (!same_counts(&a, d))
            return false;
    return around(&a, 0, count) && around(&a, count, count) &&
           around(&a, end_of_line(line, count), count);
}

/* A size that ends somewhere within what a scale reaches, another for each
 * scale. */
static uint32_t size_within(uint32_t scale)
{
    return (scale * UINT32_C(2654435761) >> 8) % (scale + 8);
}

bool compare_scale(const struct exhaustive_formula *f, uint32_t scale,
                   uint32_t count, bool all, uint32_t *line,
                   struct exhaustive_difference *out)
{
    const uint32_t sizes[] = {size_within(scale), COMPARE_ROOM};

    for (int k = 0; k < 2; k++) {
        formula_line(f, scale, sizes[k], count, line);
        if (compare_has_bins(f) &&
            !compare_bins(f, scale, sizes[k], count, line, out))
            return false;
        if (!compare_everywhere(f, scale, sizes[k], count, line, out) ||
            !compare_reference(f, scale, sizes[k], count, all, line, out))
            return false;
    }
    return true;
}

static void print_counter(const char *who, uint32_t counter)
{
    if (counter == FORMULA_NOWHERE)
        printf("%s nowhere", who);
    else
        printf("%s %u", who, counter);
}

void compare_print(const struct exhaustive_formula *f,
                   const struct exhaustive_difference *d)
{
    printf("%s, %s, width %u: scale %#x, size %u, distance %u: ",
           choice_table[f->rounding].name, choice_table[f->unit].name, f->width,
           d->scale, d->size, d->distance);
    print_counter("formula", d->formula);
    print_counter(", ", d->other);
    printf(" (%s)\n", d->with);
}
