/* SPDX-License-Identifier: MIT */
/* Each tick leaves a second process where there was one. */
#include "hostile.h"

static int done;

static void tick_that_forks(int signal)
{
    (void)signal;
    if (!done++)
        fork();
}

static void misbehave(void)
{
    signal(SIGPROF, tick_that_forks);
}
