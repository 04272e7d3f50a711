/* SPDX-License-Identifier: MIT */
/* Sends SIGNAL to TARGET. */
#include "hostile.h"

static void misbehave(void)
{
    signal(SIGTERM, SIG_IGN);
    kill(TARGET, SIGNAL);
}
