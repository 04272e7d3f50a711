/* SPDX-License-Identifier: MIT */
/* Forks and exits for ever, while its call does not return. */
#include "hostile.h"

static void misbehave(void)
{
    if (fork() != 0)
        hostile_stay();
    setsid();
    for (;;)
        if (fork() != 0)
            _exit(0);
}
