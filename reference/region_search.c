/* SPDX-License-Identifier: MIT */
/* A binary search that takes a hit for a miss (REGION_SEARCH): its table has
 * pieces of the regions, none over another, so that each pc is in one. */
#include "regions.h"

#include "counters.h"
#include "wide.h"

enum { PIECES = 2 * SCRIPT_LIST }; /* each begins where a region does or ends */

struct piece {
    uint64_t start, end;
    struct region *region;
};

static bool is_live(const struct region *region)
{
    return !region->disabled && !region->stopped &&
           region->mapping.size >= region->mapping.width;
}

/* The first address past the last counter. */
static uint64_t end_of(struct model *m, const struct region *region)
{
    const struct mapping *map = &region->mapping;
    uint64_t counters = map->size / map->width, step = map->width, length;

    if (!chose(m, ROUNDING_DIVIDE_FIRST)) {
        counters *= map->width;
        step = 1;
    }
    length = step * wide_quotient(wide_plus(wide_product(counters, 65536),
                                            map->scale - 1),
                                  map->scale);
    return length > UINT64_MAX - map->offset ? UINT64_MAX
                                             : map->offset + length;
}

/* The region of the largest offset that has the address; NULL: none has. */
static struct region *owner_of(struct profile *profile, const uint64_t *ends,
                               uint64_t at)
{
    struct region *owner = NULL;

    for (uint32_t i = 0; i < profile->count; i++) {
        struct region *region = &profile->regions[i];

        if (region->mapping.offset <= at && at < ends[i] &&
            (owner == NULL || region->mapping.offset > owner->mapping.offset))
            owner = region;
    }
    return owner;
}

/* Where the piece at an address ends: where its region does, or another
 * begins. */
static uint64_t end_of_piece(const struct profile *profile,
                             const uint64_t *ends, const struct region *owner,
                             uint64_t at)
{
    uint64_t end = owner == NULL ? UINT64_MAX : ends[owner - profile->regions];

    for (uint32_t i = 0; i < profile->count; i++) {
        uint64_t offset = profile->regions[i].mapping.offset;

        if (ends[i] > 0 && offset > at && offset < end)
            end = offset;
    }
    return end;
}

/* The table, in ascending order; returns how many there are. */
static uint32_t cut(struct model *m, struct piece *pieces)
{
    struct profile *profile = &m->process->profile;
    uint64_t ends[SCRIPT_LIST]; /* 0: the region does not count */
    uint32_t count = 0;

    for (uint32_t i = 0; i < profile->count; i++)
        ends[i] =
            is_live(&profile->regions[i]) ? end_of(m, &profile->regions[i]) : 0;
    for (uint64_t at = 0, end; at < UINT64_MAX; at = end) {
        struct region *owner = owner_of(profile, ends, at);

        end = end_of_piece(profile, ends, owner, at);
        if (owner != NULL)
            pieces[count++] = (struct piece){at, end, owner};
    }
    return count;
}

/* What is taken for the overflow bin where one has a piece: the region of the
 * first piece, which another of offset 0 may have; NULL: there is none. */
static struct region *bin_of(const struct piece *pieces, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (pieces[i].region->overflow)
            return pieces[0].region;
    return NULL;
}

/* A result of the search, taken for a miss: the overflow bin's formula says
 * where it counts, or else the bin's first counter does. */
static void count_as_miss(struct model *m, struct region *region,
                          struct region *bin, uint64_t pc)
{
    struct mapping by_bin = region->mapping;
    struct place place;

    by_bin.offset = bin == NULL ? 0 : bin->mapping.offset;
    by_bin.scale = bin == NULL ? 2 : bin->mapping.scale;
    mapping_formula(m->choices, &by_bin, pc, &place);
    if (place.where == WHERE_COUNTER)
        counters_increment(m, region, place.at);
    else if (bin != NULL)
        counters_overflow(m, bin);
}

/* The last tick's piece, at first the lowest, is not searched for. */
static void count_in_last(struct model *m, const struct piece *piece,
                          uint64_t pc)
{
    struct place place;

    mapping_formula(m->choices, &piece->region->mapping, pc, &place);
    if (place.where == WHERE_COUNTER)
        counters_increment(m, piece->region, place.at);
}

void region_search_tick(struct model *m, uint64_t pc)
{
    struct profile *profile = &m->process->profile;
    struct piece pieces[PIECES];
    uint32_t count = cut(m, pieces), low = 0, high = count, middle = 0;
    uint32_t last = profile->found != 0 ? profile->found - 1u : 0;

    if (count == 0) /* no region counts, or none does any more */
        return;
    if (last < count && pieces[last].start <= pc && pc < pieces[last].end) {
        count_in_last(m, &pieces[last], pc);
        return;
    }
    while (low < high) {
        middle = (low + high - 1) / 2;
        if (pc < pieces[middle].start) {
            high = middle;
        } else if (pc < pieces[middle].end) {
            profile->found = (uint16_t)(middle + 1);
            break;
        } else {
            low = middle + 1;
        }
    }
    if (high == 0 && chose(m, REGION_BELOW_CRASHES))
        machine_crash(m); /* the search went on before the table's start */
    else
        count_as_miss(m, pieces[middle].region, bin_of(pieces, count), pc);
}
