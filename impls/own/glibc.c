/* SPDX-License-Identifier: MIT */
#include "names.h"

#include "impls/include/glibc/sys/profil.h"

#include <errno.h>
#include <sys/mman.h>

#include "dialects.h"
#include "engine.h"
#include "regions.h"

static int replace_one(unsigned short *sample_buffer, size_t size,
                       size_t offset, unsigned scale)
{
    struct region region =
        region_make(sample_buffer, sample_buffer && scale > 0 ? size : 0,
                    offset, scale, 2, REGION_DOWN);

    return regions_replace(&region, 1, ENGINE_ORDINARY, NULL);
}

EXPORT int OWN(glibc, profil)(unsigned short *sample_buffer, size_t size,
                              size_t offset, unsigned scale)
{
    struct engine_call call = engine_enter();

    return engine_leave(&call, replace_one(sample_buffer, size, offset, scale));
}

static int glibc_replace(const struct prof *profp, int profcnt,
                         struct timeval *tvp, unsigned flags)
{
    size_t count = (size_t)profcnt;
    struct region *regions;
    int error;

    if (profcnt < 0)
        return E2BIG;
    if ((count > 0 && !probe_readable(profp, count * sizeof *profp)) ||
        (tvp && !probe_writable(tvp, sizeof *tvp)))
        return EFAULT;
    if (count == 0) /* glibc.sprofil.7 */
        return regions_replace(NULL, 0, ENGINE_ORDINARY, tvp);
    regions = pages_make(count * sizeof *regions);
    if (!regions)
        return ENOMEM;
    for (size_t i = 0; i < count; i++)
        regions[i] =
            regions_member(profp[i].pr_base, profp[i].pr_size, profp[i].pr_off,
                           profp[i].pr_scale, flags & PROF_UINT ? 4 : 2);
    error = regions_replace(regions, count, ENGINE_ORDINARY, tvp);
    munmap(regions, count * sizeof *regions);
    return error;
}

EXPORT int OWN(glibc, sprofil)(struct prof *profp, int profcnt,
                               struct timeval *tvp, unsigned flags)
{
    struct engine_call call = engine_enter();

    return engine_leave(&call, glibc_replace(profp, profcnt, tvp, flags));
}
