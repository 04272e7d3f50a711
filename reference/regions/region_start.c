/* SPDX-License-Identifier: MIT */
#include "region_start.h"

bool region_is_text(struct model *m, const struct region *region)
{
    if (region->overflow)
        return false;
    return !region->disabled ||
           choose(m->choices, RULE_DISABLED_REGION) != DISABLED_REGION_ABSENT;
}

bool region_reaches(struct model *m, const struct region *region, uint64_t pc)
{
    struct place place;

    mapping_formula(m->choices, &region->mapping, pc, &place);
    return place.where == WHERE_COUNTER;
}

/* Whether the later of two regions begins inside the other. */
static bool begins_inside(struct model *m, const struct region *a,
                          const struct region *b)
{
    if (!region_is_text(m, a) || !region_is_text(m, b))
        return false;
    return a->mapping.offset <= b->mapping.offset
               ? region_reaches(m, a, b->mapping.offset)
               : region_reaches(m, b, a->mapping.offset);
}

static bool overlaps_another(struct model *m, const struct region *region)
{
    const struct profile *profile = &m->process->profile;

    for (uint32_t i = 0; i < profile->count; i++)
        if (&profile->regions[i] != region &&
            begins_inside(m, &profile->regions[i], region))
            return true;
    return false;
}

static bool any_overlap(struct model *m)
{
    const struct profile *profile = &m->process->profile;

    for (uint32_t i = 0; i < profile->count; i++)
        if (overlaps_another(m, &profile->regions[i]))
            return true;
    return false;
}

/* Whether a region that begins before this one reaches its first address. */
static bool is_reached_before(struct model *m, const struct region *region)
{
    const struct profile *profile = &m->process->profile;
    uint64_t start = region->mapping.offset;

    for (uint32_t i = 0; i < profile->count; i++)
        if (region_is_text(m, &profile->regions[i]) &&
            profile->regions[i].mapping.offset < start &&
            region_reaches(m, &profile->regions[i], start))
            return true;
    return false;
}

/* Whether a region's first address is in it.  irix.sprofil.6 speaks of
 * regions that overlap, irix.sprofil.20 of each. */
bool region_has_its_start(struct model *m, const struct region *region)
{
    switch (choose(m->choices, RULE_REGION_START)) {
    case REGION_START_BELOW: return false;
    case REGION_START_FIRST_LISTED:
        return region == &m->process->profile.regions[0];
    case REGION_START_IF_CLAIMED: return !is_reached_before(m, region);
    case REGION_START_IF_OVERLAPPING: return !overlaps_another(m, region);
    case REGION_START_IF_ANY_OVERLAP: return !any_overlap(m);
    default: return true; /* REGION_START_AT_OR_BELOW: irix.sprofil.20 */
    }
}
