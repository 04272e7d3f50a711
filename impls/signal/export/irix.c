/* SPDX-License-Identifier: MIT */
#include "export.h"
#include "impls/family/dialects.h"
#include "impls/include/irix/sys/profil.h"

EXPORT int sprofil(struct prof *profp, int profcnt, struct timeval *tvp,
                   unsigned int flags)
{
    return family_irix_sprofil(profp, profcnt, tvp, flags);
}

EXPORT int profil(unsigned short *buff, unsigned int bufsiz,
                  unsigned long offset, unsigned int scale)
{
    return family_irix_profil(buff, bufsiz, offset, scale);
}
