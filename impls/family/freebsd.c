/* SPDX-License-Identifier: MIT */
#include "dialects.h"

#include <errno.h>
#include <stdint.h>

#include "engine.h"
#include "probe.h"

enum { ONE_TO_ONE = 65536 };

static int freebsd_replace(char *samples, size_t size, unsigned long offset,
                           int scale)
{
    struct region region;

    if (scale < 0 || scale > ONE_TO_ONE)
        return EINVAL;
    if (scale == 0) {
        engine_stop();
        return 0;
    }
    if (!probe_writable(samples, size))
        return EFAULT;
    region =
        region_make(samples, size, offset, (uint64_t)scale, 2, REGION_DOWN);
    if (region.bins.counters > 0)
        return engine_start(&region, 1, ENGINE_ORDINARY);
    engine_stop();
    return 0;
}

int family_freebsd_profil(char *samples, size_t size, unsigned long offset,
                          int scale)
{
    struct engine_call call;

    engine_enter(&call);
    return engine_leave(&call, freebsd_replace(samples, size, offset, scale));
}
