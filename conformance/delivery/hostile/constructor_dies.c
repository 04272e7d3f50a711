/* SPDX-License-Identifier: MIT */
/* Being opened it ends its process, by a signal. */
#include "hostile.h"

static void misbehave(void)
{
}

__attribute__((constructor)) static void die_when_opened(void)
{
    if (hostile_may())
        raise(SIGSEGV);
}
