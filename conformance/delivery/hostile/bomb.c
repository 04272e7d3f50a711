/* SPDX-License-Identifier: MIT */
/* Forks as fast as it can, and so do those that come of it. */
#include "hostile.h"

static void misbehave(void)
{
    for (;;)
        fork();
}
