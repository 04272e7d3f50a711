/* SPDX-License-Identifier: MIT */
#include "export.h"
#include "impls/family/dialects.h"
#include "impls/include/aix/mon.h"

EXPORT int profil(void *buffer, unsigned size, unsigned long offset,
                  unsigned scale)
{
    return family_aix_profil(buffer, size, offset, scale);
}
