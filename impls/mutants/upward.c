/* SPDX-License-Identifier: MIT */
/*
 * A profil in FreeBSD's form that needs nothing of the machine but where a
 * signal's context has the pc.  It rounds down, or, with UPWARD, up, which
 * FreeBSD's manual forbids.
 */
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/time.h>
#include <unistd.h>

#include "impls/signal/pc.h"

#ifdef UPWARD
enum { MORE = 1 };
#else
enum { MORE = 0 };
#endif

static unsigned short *bins;
static size_t count;
static uint64_t start;
static unsigned factor;

static void upward_tick(int signal, siginfo_t *info, void *context)
{
    int error = errno;
    uint64_t pc = pc_of(context), distance = pc - start;

    (void)signal, (void)info;
    if (factor && pc >= start && distance <= UINT32_MAX) {
        uint64_t bin = (distance * factor / 65536 + MORE) / 2;

        if (bin < count)
            bins[bin]++;
    }
    errno = error;
}

int profil(unsigned short *samples, size_t size, size_t offset, unsigned scale)
{
    struct sigaction action = {.sa_sigaction = upward_tick,
                               .sa_flags = SA_SIGINFO | SA_RESTART};
    struct itimerval every = {{0, 10000}, {0, 10000}}, never = {{0, 0}, {0, 0}};

    bins = samples;
    count = size / 2;
    start = offset;
    factor = scale;
    sigfillset(&action.sa_mask);
    sigaction(SIGPROF, &action, NULL);
    return setitimer(ITIMER_PROF, scale ? &every : &never, NULL);
}
