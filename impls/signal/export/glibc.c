/* SPDX-License-Identifier: MIT */
#include <unistd.h>

#include "export.h"
#include "impls/family/dialects.h"
#include "impls/include/glibc/sys/profil.h"

EXPORT int profil(unsigned short int *sample_buffer, size_t size, size_t offset,
                  unsigned int scale)
{
    return family_glibc_profil(sample_buffer, size, offset, scale);
}

EXPORT int sprofil(struct prof *profp, int profcnt, struct timeval *tvp,
                   unsigned int flags)
{
    return family_glibc_sprofil(profp, profcnt, tvp, flags);
}
