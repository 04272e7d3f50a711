/* SPDX-License-Identifier: MIT */
#include "names.h"

#include "impls/include/aix/mon.h"

#include <errno.h>
#include <sys/mman.h>

#include "dialects.h"
#include "engine.h"
#include "regions.h"

#define LIST_FORM      ((unsigned)-1)
#define SCALE_COMPUTED ((unsigned)-1)

enum { ONE_COUNTER = 2, GREATEST_SCALE = 0xffff };

static bool on_by_list; /* which form turned on, while on */

/* aix.profil.2, .5, .7, .8: without counters where the scale is "off". */
static struct region make_region(void *buffer, uint64_t size, uint64_t offset,
                                 unsigned scale)
{
    unsigned fraction = scale & 0xffff;
    struct region region = region_make(buffer, fraction > 1 ? size : 0, offset,
                                       fraction, 2, REGION_UP);

    if (fraction == ONE_COUNTER)
        region_gather(&region);
    return region;
}

/* Of the scales that there are the greatest by which p_low <= pc < p_high stays
 * in the buffer; and where there is none, the one for which all of it is one
 * counter (aix.profil.5, .7, .11). */
static unsigned aix_fitting_scale(const struct prof *p)
{
    uint64_t counters = (uint64_t)p->p_bufsize / 2;
    uint64_t farthest = p->p_high - 1 - p->p_low, scale;

    if (counters == 0 || farthest == 0)
        return GREATEST_SCALE;
    /* The farthest number is to be 2 * counters - 2 at most, or it is rounded
     * up out of the buffer. */
    scale = ((2 * counters - 1) * 65536 - 1) / farthest;
    return scale < ONE_COUNTER      ? ONE_COUNTER
           : scale < GREATEST_SCALE ? (unsigned)scale
                                    : GREATEST_SCALE;
}

static struct region make_element(const struct prof *p)
{
    struct region region = {0};
    unsigned scale = p->p_scale;

    if (p->p_low >= p->p_high)
        return region;
    if (scale == SCALE_COMPUTED)
        scale = aix_fitting_scale(p);
    region = make_region(p->p_buff, (uint64_t)p->p_bufsize, p->p_low, scale);
    if (region.last >= p->p_high)
        region.last = p->p_high - 1;
    return region;
}

static int aix_one_buffer(void *buffer, unsigned size, unsigned long offset,
                          unsigned scale)
{
    struct region region;
    int error;

    if ((scale & 0xffff) <= 1) {
        if (engine_current->is_on() && !on_by_list)
            engine_current->stop();
        return 0;
    }
    if (!probe_writable(buffer, size))
        return EFAULT;
    if (engine_current->is_on() || size == 0)
        return 0;
    region = make_region(buffer, size, offset, scale);
    error = engine_current->start(&region, 1, ENGINE_ORDINARY);
    if (error == 0)
        on_by_list = false;
    return error;
}

/* A negative size reaches past the end of memory: an invalid address.  The
 * buffer of an element that is off is never written to. */
static bool has_buffer(const struct prof *p)
{
    return (p->p_scale & 0xffff) <= 1 ||
           probe_writable(p->p_buff, (uint64_t)p->p_bufsize);
}

/* aix.profil.12, .20, .21 */
static int check_aix_list(const struct prof *list, size_t *count)
{
    unsigned long before = 0;

    *count = 0;
    for (const struct prof *p = list;; p++, ++*count) {
        if (!probe_readable(p, sizeof *p))
            return EFAULT;
        if (p->p_high == 0)
            return 0;
        if (p->p_high <= before)
            return EINVAL;
        if (!has_buffer(p))
            return EFAULT;
        before = p->p_high;
    }
}

static int start_list(const struct prof *list, size_t count)
{
    struct region *regions = pages_make(count * sizeof *regions);
    int error;

    if (!regions)
        return ENOMEM;
    for (size_t i = 0; i < count; i++)
        regions[i] = make_element(&list[i]);
    error = engine_current->start(regions, count, ENGINE_ORDINARY);
    if (error == 0)
        on_by_list = true;
    munmap(regions, count * sizeof *regions);
    return error;
}

static int aix_list_form(const struct prof *list)
{
    size_t count;
    int error = check_aix_list(list, &count);

    if (error != 0)
        return error;
    if (count > 0)
        return engine_current->is_on() ? 0 : start_list(list, count);
    if (engine_current->is_on() && on_by_list)
        engine_current->stop();
    return 0;
}

EXPORT int OWN(aix, profil)(void *buffer, unsigned size, unsigned long offset,
                            unsigned scale)
{
    struct engine_call call = engine_enter();
    int error;

    error = size == LIST_FORM ? aix_list_form(buffer)
                              : aix_one_buffer(buffer, size, offset, scale);
    return engine_leave(&call, error);
}
