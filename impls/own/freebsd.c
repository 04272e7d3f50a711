/* SPDX-License-Identifier: MIT */
#include "names.h"

#include "impls/include/freebsd/unistd.h"

#include <errno.h>

#include "dialects.h"
#include "engine.h"

enum { ONE_TO_ONE = 65536 };

static int freebsd_replace(char *samples, size_t size, unsigned long offset,
                           int scale)
{
    struct region region;

    if (scale < 0 || scale > ONE_TO_ONE)
        return EINVAL;
    if (scale == 0) {
        engine_current->stop();
        return 0;
    }
    if (!probe_writable(samples, size))
        return EFAULT;
    region =
        region_make(samples, size, offset, (uint64_t)scale, 2, REGION_DOWN);
    if (region.bins.counters > 0)
        return engine_current->start(&region, 1, ENGINE_ORDINARY);
    engine_current->stop();
    return 0;
}

EXPORT int OWN(freebsd, profil)(char *samples, size_t size, vm_offset_t offset,
                                int scale)
{
    struct engine_call call = engine_enter();

    return engine_leave(&call, freebsd_replace(samples, size, offset, scale));
}
