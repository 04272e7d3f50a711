/* SPDX-License-Identifier: MIT */
/* A search for the area of a pc that takes what it finds for a miss. */
#ifndef MUTANTS_SEARCH_H
#define MUTANTS_SEARCH_H

#include <stdlib.h>

#include "areas.h"

static bool is_area_live(const struct area *a)
{
    return !a->disabled && !a->stopped && a->size >= profiling.width;
}

static unsigned sort_by_offset(struct area **sorted)
{
    unsigned n = 0;

    for (unsigned k = 0; k < profiling.count; k++) {
        struct area *a = &profiling.areas[k];
        unsigned at = n;

        if (!is_area_live(a))
            continue;
        for (; at > 0 && sorted[at - 1]->offset > a->offset; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = a;
        n++;
    }
    return n;
}

/* The area that has a counter for pc: the last of these that do, and of such
 * with one offset the first. */
static struct area *area_of(struct area **sorted, unsigned n, uint64_t pc)
{
    struct area *found = NULL;

    while (n-- > 0 && (!found || sorted[n]->offset == found->offset))
        if (reaches(sorted[n], pc))
            found = sorted[n];
    return found;
}

/* The area that the search ends at where none has a counter for pc. */
static struct area *search_area(struct area **sorted, unsigned n, uint64_t pc)
{
    int low = 0, high = (int)n - 1, middle = 0;

    while (low <= high) {
        middle = low + (high - low) / 2;
        if (sorted[middle]->offset <= pc)
            low = middle + 1;
        else
            high = middle - 1;
    }
    if (high < 0)
        abort();
    return sorted[middle];
}

/* Count pc in that area, at the place that is its own in the overflow bin. */
static void count_missed(struct area *a, uint64_t pc)
{
    struct area bin = {.size = a->size, .scale = 2};
    uint64_t at = formula_place(&bin, pc, profiling.width);

    for (unsigned k = 0; at == nowhere && k < profiling.count; k++)
        if (profiling.areas[k].overflow && is_area_live(&profiling.areas[k])) {
            a = &profiling.areas[k];
            at = 0;
        }
    if (at != nowhere)
        count_at(a, at);
}

static void count_searched(uint64_t pc)
{
    struct area *sorted[MOST_AREAS];
    unsigned n = sort_by_offset(sorted);
    struct area *found = area_of(sorted, n, pc);

    if (n == 0)
        return;
    if (found && found == (profiling.found ? profiling.found : sorted[0])) {
        count_at(found, formula_place(found, pc, profiling.width));
        return;
    }
    if (found)
        profiling.found = found;
    count_missed(found ? found : search_area(sorted, n, pc), pc);
}

static void count_by_search(uint64_t pc)
{
    if (!profiling.on || takes(TICKS, LOST))
        return;
    pc = kept_pc(pc);
    if (!profiling.by_list)
        count_in_area(&profiling.areas[0], pc);
    else if (takes(REGION_SEARCH, HIT_AS_MISS))
        count_searched(pc);
    else
        count_in_list(pc);
}

#endif
