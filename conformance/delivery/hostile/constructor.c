/* SPDX-License-Identifier: MIT */
/* Being opened it forks a child that stays. */
#include "hostile.h"

static void misbehave(void)
{
}

__attribute__((constructor)) static void misbehave_when_opened(void)
{
    if (hostile_may() && fork() == 0) {
        setsid();
        signal(SIGTERM, SIG_IGN);
        hostile_stay();
    }
}
