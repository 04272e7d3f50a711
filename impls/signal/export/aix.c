/* SPDX-License-Identifier: MIT */
#include "export.h"
#include "impls/include/aix/mon.h"
#include "impls/signal/dialects.h"

EXPORT int profil(void *buffer, unsigned size, unsigned long offset,
                  unsigned scale)
{
    return signal_aix_profil(buffer, size, offset, scale);
}
