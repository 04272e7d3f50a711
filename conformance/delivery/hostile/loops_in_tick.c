/* SPDX-License-Identifier: MIT */
/* Its handler does not come back. */
#include "hostile.h"

static void loop(int signal)
{
    (void)signal;
    for (;;)
        ;
}

static void misbehave(void)
{
    signal(SIGPROF, loop);
}
