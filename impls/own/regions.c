/* SPDX-License-Identifier: MIT */
#include "regions.h"

#include <sys/time.h>

#include "engine.h"

struct region regions_member(void *base, uint64_t size, uint64_t offset,
                             uint64_t scale, unsigned width)
{
    struct region region = region_make(base, scale > 1 ? size : 0, offset,
                                       scale, width, REGION_DOWN);

    region.overflow_bin = offset == 0 && scale == OVERFLOW_SCALE;
    return region;
}

uint64_t regions_fitted(uint64_t size, uint64_t low, uint64_t high)
{
    uint64_t counters = size / 2, pairs = (high - low) / 2;

    return pairs == 0 && counters > 0 ? 1 : counters < pairs ? counters : pairs;
}

struct region regions_fitting(void *base, uint64_t size, uint64_t low,
                              uint64_t high)
{
    uint64_t used = regions_fitted(size, low, high);
    struct region region = region_make(base, size, low, 0, 2, REGION_DOWN);

    if (used > 1) {
        region.bins.scale = bins_fraction(used, high - low);
        region.bins.shift = 63;
    }
    if (region.last >= high)
        region.last = high - 1;
    return region;
}

static bool any_on(const struct region *regions, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (regions[i].bins.counters > 0)
            return true;
    return false;
}

int regions_replace(const struct region *regions, size_t count,
                    unsigned microseconds, struct timeval *tvp)
{
    if (any_on(regions, count)) {
        int error = engine_current->start(regions, count, microseconds);

        if (error != 0)
            return error;
    } else {
        engine_current->stop();
    }
    if (tvp)
        *tvp = (struct timeval){.tv_usec = microseconds};
    return 0;
}
