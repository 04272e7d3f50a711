/* SPDX-License-Identifier: MIT */
#include "export.h"
#include "impls/include/freebsd/unistd.h"
#include "impls/family/dialects.h"

EXPORT int profil(char *samples, size_t size, vm_offset_t offset, int scale)
{
    return family_freebsd_profil(samples, size, offset, scale);
}
