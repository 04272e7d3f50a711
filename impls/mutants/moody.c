/* SPDX-License-Identifier: MIT */
/*
 * A profil in FreeBSD's form that is not one implementation: its first calls
 * in a process round down, the later ones divide first.  The manual permits
 * either.  What a case shows depends on those before it, and what is wrong
 * with it no case shows by itself.
 */
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/time.h>
#include <unistd.h>

#include "impls/signal/pc.h"

enum { STEADY = 8 };

static unsigned short *bins;
static size_t count;
static uint64_t start;
static unsigned factor, calls;

static void moody_tick(int signal, siginfo_t *info, void *context)
{
    int error = errno;
    uint64_t pc = pc_of(context);
    uint64_t bin = calls > STEADY ? (pc - start) / 2 * factor / 65536
                                  : (pc - start) * factor / 131072;

    (void)signal, (void)info;
    if (factor && pc >= start && bin < count)
        bins[bin]++;
    errno = error;
}

int profil(unsigned short *samples, size_t size, size_t offset, unsigned scale)
{
    struct sigaction action = {.sa_sigaction = moody_tick,
                               .sa_flags = SA_SIGINFO | SA_RESTART};
    struct itimerval every = {{0, 10000}, {0, 10000}}, never = {{0, 0}, {0, 0}};

    calls++;
    bins = samples;
    count = size / sizeof *bins;
    start = offset;
    factor = scale;
    sigaction(SIGPROF, &action, NULL);
    return setitimer(ITIMER_PROF, scale ? &every : &never, NULL);
}
