/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "exhaustive.h"
#include "impls/counting/table.h"

#define EACH(number)                                                           \
    for (uint32_t d = 0; d < count; d++)                                       \
    line[d] = (number)

/* Only -1 and 0 round up to a number that is not negative. */
static void ends_by_negative_scale(uint32_t scale, uint32_t count,
                                   uint32_t *line)
{
    EACH(d / 2 * scale > 1 << 14 ? FORMULA_NOWHERE : 0);
}

static void formula_numbers(const struct formula *f, uint32_t s, uint32_t count,
                            uint32_t *line)
{
    uint32_t w = f->width == 4 ? 2 : 1; /* as a shift */
    uint32_t step = f->unit == UNIT_INDEX ? 1 : f->width;

    switch (f->rounding) {
    case ROUNDING_DOWN: EACH(d * s >> 16); break;
    case ROUNDING_UP: /* aix.profil.2 */
        EACH((d * s >> 16) + (d * s >> 16 & 1));
        break;
    case ROUNDING_DIVIDE_FIRST:   /* freebsd.profil.3 */
    case ROUNDING_SIGNED_HALVING: /* of counters, which an index is */
        EACH((d >> w) * s >> 16 << (f->unit == UNIT_INDEX ? 0 : w));
        break;
    case ROUNDING_UP_EXACT:
        EACH(((d * s >> 16) + ((d * s & 0xffff) != 0) + step - 1) / step *
             step);
        break;
    case ROUNDING_BYTE_UP:
        EACH((uint32_t)(((uint64_t)d * s + 0xffff) >> 16));
        break;
    case ROUNDING_NEAREST:
        EACH((uint32_t)(((uint64_t)d * s + 0x8000) >> 16));
        break;
    case ROUNDING_NEXT_EVEN: EACH((d * s >> 17) * 2 + 2); break;
    case ROUNDING_SCALE_LOW_BIT_LOST: EACH((d / 2) * (s / 2) >> 14); break;
    case ROUNDING_SCALE_LOW_BIT_LOST_UP:
        EACH((((d / 2) * (s / 2) >> 14) + 1) / 2 * 2);
        break;
    default: /* ROUNDING_SIGNED_SCALE */
        s &= 0xffff;
        if (s < 0x8000)
            EACH((((d / 2) * s >> 14) + 1) / 2 * 2);
        else
            ends_by_negative_scale(0x10000 - s, count, line);
    }
}

void formula_line(const struct formula *f, uint32_t scale, uint32_t size,
                  uint32_t count, uint32_t *line)
{
    uint32_t w = f->width == 4 ? 2 : 1, counters = size >> w;

    formula_numbers(f, scale, count, line);
    switch (f->unit) {
    case UNIT_BYTE_OFFSET:
        EACH(line[d] >> w < counters ? line[d] >> w : FORMULA_NOWHERE);
        break;
    case UNIT_BYTE_OFFSET_HALF: /* aix.profil.3, to the letter */
        EACH(line[d] < counters ? line[d] >> w : FORMULA_NOWHERE);
        break;
    default: /* UNIT_INDEX */
        EACH(line[d] < counters ? line[d] : FORMULA_NOWHERE);
    }
}

bool compare_has_bins(const struct formula *f)
{
    return f->unit == UNIT_BYTE_OFFSET &&
           (f->rounding == ROUNDING_DOWN || f->rounding == ROUNDING_UP);
}

bool compare_bins(const struct formula *f, uint32_t scale, uint32_t size,
                  uint32_t count, const uint32_t *line, struct difference *out)
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
        if (found != line[d]) {
            *out = (struct difference){"bins", scale, size, d, line[d], found};
            return false;
        }
    }
    return true;
}

bool compare_scale(const struct formula *f, uint32_t scale, uint32_t count,
                   uint32_t *line, struct difference *out)
{
    /* One ends within what a scale reaches, elsewhere for each scale. */
    const uint32_t sizes[] = {(scale * UINT32_C(2654435761) >> 8) % (scale + 8),
                              FORMULA_ROOM};

    for (int k = 0; k < 2; k++) {
        formula_line(f, scale, sizes[k], count, line);
        if (compare_has_bins(f) &&
            !compare_bins(f, scale, sizes[k], count, line, out))
            return false;
        if (!compare_reference(f, scale, sizes[k], count, line, out))
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

void compare_print(const struct formula *f, const struct difference *d)
{
    printf("%s, %s, width %u: scale %#x, size %u, distance %u: ",
           choice_table[f->rounding].name, choice_table[f->unit].name, f->width,
           d->scale, d->size, d->distance);
    print_counter("formula", d->formula);
    print_counter(", ", d->other);
    printf(" (%s)\n", d->with);
}
