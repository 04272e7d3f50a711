/* SPDX-License-Identifier: MIT */
#include <sys/profil.h>
#include <unistd.h>

#include "export.h"
#include "impls/signal/dialects.h"

EXPORT int profil(unsigned short int *sample_buffer, size_t size, size_t offset,
                  unsigned int scale)
{
    return signal_glibc_profil(sample_buffer, size, offset, scale);
}

EXPORT int sprofil(struct prof *profp, int profcnt, struct timeval *tvp,
                   unsigned int flags)
{
    return signal_glibc_sprofil(profp, profcnt, tvp, flags);
}
