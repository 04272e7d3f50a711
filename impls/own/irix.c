/* SPDX-License-Identifier: MIT */
#include "names.h"

#include "impls/include/irix/sys/profil.h"

#include <errno.h>

#include "dialects.h"
#include "engine.h"
#include "regions.h"

/* irix.sprofil.12 */
static int irix_width(unsigned flags, unsigned *width)
{
    switch (flags & (PROF_USHORT | PROF_UINT)) {
    case PROF_USHORT: *width = 2; return 0;
    case PROF_UINT: *width = 4; return 0;
    default: return EINVAL;
    }
}

/* irix.sprofil.5, .13 */
static int period_of(unsigned flags, unsigned *microseconds)
{
    *microseconds = flags & PROF_FAST ? ENGINE_FAST : ENGINE_ORDINARY;
    return flags & PROF_FAST && !engine_current->can_be_fast() ? EACCES : 0;
}

/* irix.sprofil.9 */
static int make_regions(struct region *regions, const struct prof *profp,
                        int profcnt, unsigned width)
{
    for (int i = 0; i < profcnt; i++) {
        regions[i] = regions_member(profp[i].pr_base, profp[i].pr_size,
                                    profp[i].pr_off, profp[i].pr_scale, width);
        if (regions[i].overflow_bin && i < profcnt - 1)
            return EINVAL;
    }
    return 0;
}

static int irix_replace(const struct prof *profp, int profcnt,
                        struct timeval *tvp, unsigned flags)
{
    struct region regions[PROFIL_MAX];
    unsigned width, microseconds;
    int error;

    if (profcnt <= 0 || profcnt > PROFIL_MAX)
        return E2BIG;
    if (!probe_readable(profp, (uint64_t)profcnt * sizeof *profp) ||
        (tvp && !probe_writable(tvp, sizeof *tvp)))
        return EFAULT;
    error = irix_width(flags, &width);
    if (error == 0)
        error = period_of(flags, &microseconds);
    if (error == 0)
        error = make_regions(regions, profp, profcnt, width);
    if (error != 0)
        return error;
    return regions_replace(regions, (size_t)profcnt, microseconds, tvp);
}

EXPORT int OWN(irix, sprofil)(struct prof *profp, int profcnt,
                              struct timeval *tvp, unsigned flags)
{
    struct engine_call call = engine_enter();

    return engine_leave(&call, irix_replace(profp, profcnt, tvp, flags));
}

EXPORT int OWN(irix, profil)(unsigned short *buff, unsigned bufsiz,
                             unsigned long offset, unsigned scale)
{
    struct prof member = {buff, bufsiz, offset, scale};

    return OWN(irix, sprofil)(&member, 1, NULL, PROF_USHORT);
}
