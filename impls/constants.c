/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "impl.h"

struct impl_constants impl_defaults(const char *dialect)
{
    /* sys/profil.h of glibc numbers the flags from 0. */
    if (strcmp(dialect, "glibc") == 0)
        return (struct impl_constants){0, 1, 2, 0};
    return (struct impl_constants){1, 2, 4, 0};
}
