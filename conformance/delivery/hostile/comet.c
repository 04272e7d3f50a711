/* SPDX-License-Identifier: MIT */
/* Forks and exits for ever: whoever looks for it finds it gone. */
#include "hostile.h"

static void misbehave(void)
{
    if (fork() != 0)
        return;
    setsid();
    for (;;)
        if (fork() != 0)
            _exit(0);
}
