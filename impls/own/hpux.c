/* SPDX-License-Identifier: MIT */
#include "names.h"

#include "impls/include/hpux/time.h"

#include "dialects.h"
#include "engine.h"

/* hpux.profil.3, .6: off by the fraction, whatever is above it. */
static void hpux_replace(unsigned short *buff, size_t bufsiz, size_t offset,
                         unsigned fraction)
{
    struct region region =
        region_make(buff, bufsiz, offset, fraction, 2, REGION_UP);

    if (fraction <= 1 || region.bins.counters == 0) {
        engine_current->stop();
        return;
    }
    if (fraction == 2)
        region_gather(&region);
    engine_current->start(&region, 1, ENGINE_ORDINARY);
}

EXPORT void OWN(hpux, profil)(unsigned short *buff, size_t bufsiz,
                              size_t offset, unsigned scale)
{
    struct engine_call call = engine_enter();

    hpux_replace(buff, bufsiz, offset, scale & 0xffff);
    engine_leave(&call, 0);
}
