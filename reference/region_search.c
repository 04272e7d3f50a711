/* SPDX-License-Identifier: MIT */
#include "regions.h"

#include "counters.h"

static bool is_live(const struct region *region)
{
    return !region->disabled && !region->stopped &&
           region->mapping.size >= region->mapping.width;
}

/* Whether region a comes before region b, by offset and then as listed. */
static bool is_before(const struct region *a, const struct region *b)
{
    if (a->mapping.offset == b->mapping.offset)
        return a < b;
    return a->mapping.offset < b->mapping.offset;
}

/* The region that so many others come before; NULL: there are fewer. */
static struct region *region_in_order(struct profile *profile, uint32_t number)
{
    for (uint32_t i = 0; i < profile->count; i++) {
        struct region *region = &profile->regions[i];
        uint32_t before = 0;

        for (uint32_t k = 0; k < profile->count; k++)
            before += is_live(&profile->regions[k]) &&
                      is_before(&profile->regions[k], region);
        if (is_live(region) && before == number)
            return region;
    }
    return NULL;
}

/* The highest region whose buffer reaches the pc, the overflow bin's too. */
static struct region *find_reached(struct model *m, uint64_t pc,
                                   struct place *place)
{
    struct profile *profile = &m->process->profile;
    struct region *best = NULL;

    for (uint32_t i = 0; i < profile->count; i++) {
        struct region *region = &profile->regions[i];
        struct place here;

        if (!is_live(region) || pc < region->mapping.offset ||
            (best != NULL && region->mapping.offset <= best->mapping.offset))
            continue;
        mapping_formula(m->choices, &region->mapping, pc, &here);
        if (here.where == WHERE_COUNTER) {
            best = region;
            *place = here;
        }
    }
    return best;
}

/* Where a binary search for a pc that is in no region ends: at the region
 * that it looked at last; NULL: before the first. */
static struct region *end_of_search(struct profile *profile, uint64_t pc)
{
    struct region *region = NULL;
    uint32_t low = 0, high = 0;

    while (region_in_order(profile, high) != NULL)
        high++;
    while (low < high) {
        uint32_t middle = (low + high - 1) / 2;

        region = region_in_order(profile, middle);
        if (pc < region->mapping.offset)
            high = middle;
        else
            low = middle + 1;
    }
    return low == 0 ? NULL : region;
}

/* A result of the search, taken for a miss: the overflow bin's formula says
 * where it counts, or else the bin's first counter does. */
static void count_as_miss(struct model *m, struct region *region, uint64_t pc)
{
    struct profile *profile = &m->process->profile;
    struct mapping by_bin = region->mapping;
    struct place place;

    by_bin.offset = 0;
    by_bin.scale = 2;
    mapping_formula(m->choices, &by_bin, pc, &place);
    if (place.where == WHERE_COUNTER) {
        counters_increment(m, region, place.at);
        return;
    }
    for (uint32_t i = 0; i < profile->count; i++)
        if (profile->regions[i].overflow && is_live(&profile->regions[i])) {
            counters_increment(m, &profile->regions[i], 0);
            return;
        }
}

void region_search_tick(struct model *m, uint64_t pc)
{
    struct profile *profile = &m->process->profile;
    struct region *first = region_in_order(profile, 0);
    struct region *last =
        profile->found != 0 ? &profile->regions[profile->found - 1] : first;
    struct place place = {0};
    struct region *region = find_reached(m, pc, &place);

    if (first == NULL) /* no region counts, or none does any more */
        return;
    if (region == last) {
        counters_increment(m, region, place.at);
        return;
    }
    if (region != NULL)
        profile->found = (uint8_t)(region - profile->regions + 1);
    else
        region = end_of_search(profile, pc);
    if (region == NULL &&
        choose(m->choices, RULE_REGION_BELOW) == REGION_BELOW_CRASHES) {
        machine_crash(m); /* the search went on before the list's start */
        return;
    }
    count_as_miss(m, region ? region : first, pc);
}
