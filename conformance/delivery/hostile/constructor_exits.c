/* SPDX-License-Identifier: MIT */
/* Being opened it ends its process as one that is done. */
#include "hostile.h"

static void misbehave(void)
{
}

__attribute__((constructor)) static void leave_when_opened(void)
{
    if (hostile_may())
        _exit(0);
}
