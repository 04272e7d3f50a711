/* SPDX-License-Identifier: MIT */
/* Being opened it does not come back. */
#include "hostile.h"

static void misbehave(void)
{
}

__attribute__((constructor)) static void hang_when_opened(void)
{
    if (hostile_may())
        hostile_stay();
}
