/* SPDX-License-Identifier: MIT */
/*
 * A small profil of FreeBSD that rounds down or divides first, either of
 * which its manual permits, and does not keep to one of them: FICKLE says by
 * what it changes.  It exists to be found inconsistent.
 */

/* The header of libc declares a profil of its own prototype. */
#define profil profil_of_libc
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "impls/signal/pc.h"
#undef profil

enum { ADDRESS, CALL, THREAD, CHANCE };

static uint16_t *counters;
static size_t count, offset;
static unsigned scale, calls;
static long first_thread;

int profil(char *samples, size_t size, size_t off, int s);

static int fickle_divides(uint64_t pc)
{
    struct timespec now;

    switch (FICKLE) {
    case ADDRESS: return pc >= 0x100000;
    case CALL: return calls > 1;
    case THREAD: return syscall(SYS_gettid) != first_thread;
    default: clock_gettime(CLOCK_MONOTONIC, &now); return now.tv_nsec >> 8 & 1;
    }
}

static void fickle_tick(int sent, siginfo_t *info, void *context)
{
    uint64_t pc = pc_of(context);
    unsigned __int128 d = pc - offset;
    unsigned __int128 bin =
        fickle_divides(pc) ? d / 2 * scale >> 16 : d * scale >> 17;

    (void)sent;
    (void)info;
    if (pc >= offset && bin < count)
        counters[(size_t)bin]++;
}

int profil(char *samples, size_t size, size_t off, int s)
{
    struct sigaction action = {.sa_sigaction = fickle_tick,
                               .sa_flags = SA_SIGINFO | SA_RESTART};
    struct itimerval every = {{0, s ? 10000 : 0}, {0, s ? 10000 : 0}};

    if (!first_thread)
        first_thread = syscall(SYS_gettid);
    calls++;
    counters = (uint16_t *)(void *)samples;
    count = size / 2;
    offset = off;
    scale = (unsigned)s;
    sigfillset(&action.sa_mask);
    sigaction(SIGPROF, &action, NULL);
    return setitimer(ITIMER_PROF, &every, NULL);
}
