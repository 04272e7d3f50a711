/* SPDX-License-Identifier: MIT */
#include "export.h"
#include "impls/family/calls.h"
#include "impls/family/dialects.h"
#include "impls/family/gmon.h"
#include "impls/include/freebsd/sys/gmon.h"
#include "impls/include/freebsd/unistd.h"

EXPORT int profil(char *samples, size_t size, vm_offset_t offset, int scale)
{
    return family_freebsd_profil(samples, size, offset, scale);
}

EXPORT void monstartup(unsigned long lowpc, unsigned long highpc)
{
    family_freebsd_monstartup(lowpc, highpc);
}

EXPORT void moncontrol(int mode)
{
    family_freebsd_moncontrol(mode);
}

EXPORT void _mcleanup(void)
{
    family_freebsd_mcleanup();
}

/* What the host's start-up code calls in a program built with -pg. */
EXPORT void __monstartup(unsigned long lowpc, unsigned long highpc);

void __monstartup(unsigned long lowpc, unsigned long highpc)
{
    family_freebsd_monstartup(lowpc, highpc);
}

ALIAS_MCOUNT(family_mcount_arc, family_fentry_arc)
