/* SPDX-License-Identifier: MIT */
/*
 * A profil that misbehaves when it is turned on, and counts nothing.  Each
 * subject includes this and says how.
 *
 * They can do harm: none acts unless hostile_test, which has set itself apart
 * from the machine, says in the environment that it may.
 */
#ifndef CONFORMANCE_HOSTILE_H
#define CONFORMANCE_HOSTILE_H

#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

static void misbehave(void);

static inline int hostile_may(void)
{
    return getenv("HOSTILE_CONFINED") != NULL;
}

static inline void hostile_stay(void)
{
    for (;;)
        pause();
}

static void hostile_tick(int signal)
{
    (void)signal;
}

int profil(unsigned short *samples, size_t size, size_t offset, unsigned scale);

int profil(unsigned short *samples, size_t size, size_t offset, unsigned scale)
{
    const struct itimerval period = {{0, 10000}, {0, 10000}},
                           never = {{0}, {0}};

    (void)samples, (void)size, (void)offset;
    signal(SIGPROF, hostile_tick);
    setitimer(ITIMER_PROF, scale ? &period : &never, NULL);
    if (scale && hostile_may())
        misbehave();
    return 0;
}

#endif
