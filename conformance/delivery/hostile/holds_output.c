/* SPDX-License-Identifier: MIT */
/* A child of it keeps all descriptors open, in a session of its own, and
 * outlives it. */
#include "hostile.h"

static void misbehave(void)
{
    if (fork() == 0) {
        setsid();
        signal(SIGTERM, SIG_IGN);
        if (fork() == 0)
            hostile_stay();
        _exit(0);
    }
}
