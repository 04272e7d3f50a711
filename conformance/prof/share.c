/* SPDX-License-Identifier: MIT */
#include "share.h"

#include "reference/wide.h"

/* A place in the row of counters: in counter `whole`, after rest / span. */
struct share_place {
    uint64_t whole, rest;
};

/* a * b / span, exactly, where the result is below 2^64. */
static struct share_place product_over(uint64_t a, uint64_t b, uint64_t span)
{
    uint64_t whole = wide_quotient(wide_product(a, b), span);

    return (struct share_place){whole, a * b - whole * span};
}

double ticks_value(struct ticks ticks)
{
    return (double)ticks.whole + ticks.part;
}

bool ticks_add(struct ticks *sum, struct ticks more)
{
    if (more.whole > UINT64_MAX - sum->whole)
        return false;
    sum->whole += more.whole;
    sum->part += more.part;
    return true;
}

static double part_of(const struct histogram *h, uint64_t i, uint64_t rest)
{
    return rest == 0 ? 0
                     : (double)histogram_counter(h, i) * (double)rest /
                           (double)(h->high - h->low);
}

bool share_of(const struct histogram *h, uint64_t from, uint64_t to,
              struct ticks *ticks)
{
    uint64_t span = h->high - h->low;
    struct share_place begin, end;

    *ticks = (struct ticks){0, 0};
    if (from < h->low)
        from = h->low;
    if (to > h->high)
        to = h->high;
    if (from >= to)
        return true;
    begin = product_over(from - h->low, h->count, span);
    end = product_over(to - h->low, h->count, span);
    if (begin.whole == end.whole) {
        ticks->part = part_of(h, begin.whole, end.rest - begin.rest);
        return true;
    }
    if (begin.rest)
        ticks->part = part_of(h, begin.whole++, span - begin.rest);
    for (uint64_t i = begin.whole; i < end.whole; i++)
        if (!ticks_add(ticks, (struct ticks){histogram_counter(h, i), 0}))
            return false;
    ticks->part += part_of(h, end.whole, end.rest);
    return true;
}

bool share_out(const struct histogram *h, uint64_t base,
               const struct function *functions, size_t count,
               struct ticks *shares, struct ticks *elsewhere)
{
    uint64_t done = 0;

    for (size_t k = 0; k <= count; k++) {
        uint64_t start = k < count ? functions[k].start + base : UINT64_MAX;
        struct ticks gap, own;

        if (!share_of(h, done, start, &gap) || !ticks_add(elsewhere, gap))
            return false;
        if (k == count)
            break;
        done = functions[k].end + base;
        if (!share_of(h, start, done, &own) || !ticks_add(&shares[k], own))
            return false;
    }
    return true;
}

uint64_t share_bound(const struct histogram *h, uint64_t i)
{
    struct share_place place = product_over(i, h->high - h->low, h->count);

    return h->low + place.whole + (place.rest != 0);
}

size_t function_after(const struct function *functions, size_t count,
                      uint64_t address)
{
    size_t low = 0, high = count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (functions[middle].end <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

size_t functions_apart(struct function *functions, size_t count)
{
    size_t kept = 0;

    for (size_t k = 0; k < count; k++) {
        struct function *before = kept ? functions + kept - 1 : NULL;

        if (before && before->start == functions[k].start)
            continue;
        if (before && before->end > functions[k].start)
            before->end = functions[k].start;
        functions[kept++] = functions[k];
    }
    return kept;
}
