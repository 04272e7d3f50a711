/* SPDX-License-Identifier: MIT */
#include "names.h"

#include "impls/include/freebsd/sys/gmon.h"

#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

#include "calls.h"
#include "dialects.h"
#include "engine.h"
#include "monitoring.h"

enum {
    SHARE = 4,        /* bytes of text a counter */
    SCALE = 0x8000,   /* says the same (freebsd.profil.5) */
    ARC_SHARE = 32,   /* bytes of text an arc that there is room for, */
    LEAST_ARCS = 512, /* and these besides */
};

EXPORT void OWN(freebsd, _mcleanup)(void)
{
    monitoring_stop();
}

struct gmon_text {
    uintptr_t address, base;
};

static int look_at_object(struct dl_phdr_info *object, size_t size, void *seen)
{
    struct gmon_text *text = seen;

    (void)size;
    for (int k = 0; k < object->dlpi_phnum; k++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[k];

        if (part->p_type != PT_LOAD ||
            text->address - object->dlpi_addr - part->p_vaddr >= part->p_memsz)
            continue;
        text->base = object->dlpi_addr;
        return 1;
    }
    return 0;
}

/* How far the program or library that the address lies in was moved from where
 * its file has it; gprof knows of the file alone. */
static uintptr_t load_base(uintptr_t address)
{
    struct gmon_text text = {.address = address};

    dl_iterate_phdr(look_at_object, &text);
    return text.base;
}

static int begin_gmon(uintptr_t low, uintptr_t high)
{
    uintptr_t shares, arcs;

    low -= low % SHARE;
    high += (SHARE - high % SHARE) % SHARE;
    if (monitoring.on)
        return EBUSY;
    if (low >= high || high - low > UINT32_MAX)
        return EINVAL;
    shares = (high - low) / SHARE;
    if (!monitoring_make(MONITORING_GMON, 1) ||
        !monitoring_make_counters(shares * sizeof(uint16_t)))
        return ENOMEM;
    monitoring.base = load_base(low);
    monitoring.ranges[0] =
        (struct monitoring_range){low, high, monitoring.own, shares};
    monitoring.regions[0] =
        region_make(monitoring.own, monitoring.own_bytes, low, SCALE,
                    sizeof(uint16_t), REGION_DOWN);
    arcs = (high - low) / ARC_SHARE + LEAST_ARCS;
    return monitoring_begin(arcs < CALLS_MOST ? (int)arcs : CALLS_MOST);
}

EXPORT void OWN(freebsd, monstartup)(unsigned long lowpc, unsigned long highpc)
{
    struct engine_call call = engine_enter();
    int error;

    error = begin_gmon(lowpc, highpc);
    if (error != 0)
        dprintf(STDERR_FILENO, "monstartup: %s\n", strerror(error));
    engine_leave(&call, 0);
}

EXPORT void OWN(freebsd, moncontrol)(int mode)
{
    monitoring_control(mode != 0);
}

#ifdef LIBRARY
/* What the host's start-up code calls in a program built with -pg. */
EXPORT void __monstartup(unsigned long lowpc, unsigned long highpc)
{
    monstartup(lowpc, highpc);
}
#endif

EXPORT_MCOUNT(own_mcount_arc, own_fentry_arc)
