/* SPDX-License-Identifier: MIT */
#include "probes.h"

static bool try(struct probes *best, const struct probes *next)
{
    if (probes_explained(next))
        return false;
    *best = *next;
    return true;
}

static bool fewer_probes(struct probes *best)
{
    bool smaller = false;

    for (unsigned k = 0; k < best->count;) {
        struct probes next = *best;

        next.count--;
        for (unsigned i = k; i < next.count; i++)
            next.list[i] = next.list[i + 1];
        if (try(best, &next))
            smaller = true;
        else
            k++;
    }
    return smaller;
}

static bool one_region(struct probes *best)
{
    for (unsigned k = 0; k < best->region_count && best->region_count > 1;
         k++) {
        struct probes next = *best;

        next.regions[0] = best->regions[k];
        next.region_count = 1;
        for (unsigned i = 0; i < next.count; i++)
            next.list[i].region = 0;
        if (try(best, &next))
            return true;
    }
    return false;
}

/* Where a region begins; all pcs asked of it move along. */
static void move(struct probes *p, unsigned region, uint64_t offset)
{
    for (unsigned k = 0; k < p->count; k++)
        if (p->list[k].region == region)
            p->list[k].pc += offset - p->regions[region].offset;
    p->regions[region].offset = offset;
}

enum number { SIZE, SCALE, OFFSET, DISTANCE };

static uint64_t probe_number(const struct probes *p, enum number which,
                             unsigned k)
{
    switch (which) {
    case SIZE: return p->regions[k].size;
    case SCALE: return p->regions[k].scale;
    case OFFSET: return p->regions[k].offset;
    default: return p->list[k].pc - p->regions[p->list[k].region].offset;
    }
}

static bool try_probe_number(struct probes *best, enum number which, unsigned k,
                             uint64_t value)
{
    struct probes next = *best;

    if (value >= probe_number(best, which, k))
        return false;
    switch (which) {
    case SIZE: next.regions[k].size = value; break;
    case SCALE: next.regions[k].scale = value; break;
    case OFFSET: move(&next, k, value); break;
    default: next.list[k].pc = next.regions[next.list[k].region].offset + value;
    }
    return try(best, &next);
}

/* The least power of two, then fewer bits, then a little less. */
static bool smaller_number(struct probes *best, enum number which, unsigned k)
{
    uint64_t now = probe_number(best, which, k);

    if (try_probe_number(best, which, k, 0))
        return true;
    for (unsigned bit = 0; bit < 64 && UINT64_C(1) << bit < now; bit++)
        if (try_probe_number(best, which, k, UINT64_C(1) << bit))
            return true;
    for (unsigned bit = 64; bit-- > 0;)
        if ((now >> bit & 1) &&
            try_probe_number(best, which, k, now & ~(UINT64_C(1) << bit)))
            return true;
    return try_probe_number(best, which, k, now / 2) ||
           try_probe_number(best, which, k, now - 1);
}

static bool smaller_numbers(struct probes *best)
{
    static const uint64_t round = 0x1000;
    bool smaller = false;

    for (unsigned k = 0; k < best->region_count; k++) {
        if (best->regions[k].offset != round && best->regions[k].offset != 0)
            smaller |= try_probe_number(best, OFFSET, k, round);
        while (smaller_number(best, SIZE, k))
            smaller = true;
        while (smaller_number(best, SCALE, k))
            smaller = true;
    }
    for (unsigned k = 0; k < best->count; k++)
        while (smaller_number(best, DISTANCE, k))
            smaller = true;
    return smaller;
}

void probes_shrink(struct probes *probes)
{
    bool smaller;

    do {
        smaller = fewer_probes(probes);
        smaller |= one_region(probes);
        smaller |= smaller_numbers(probes);
    } while (smaller);
}
