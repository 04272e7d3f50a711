/* SPDX-License-Identifier: MIT */
#include "export.h"
#include "impls/family/dialects.h"
#include "impls/include/hpux/time.h"

EXPORT void profil(unsigned short int *buff, size_t bufsiz, size_t offset,
                   unsigned int scale)
{
    family_hpux_profil(buff, bufsiz, offset, scale);
}
