/* SPDX-License-Identifier: MIT */
/*
 * A profil in FreeBSD's form that waits at one offset, as long as whoever
 * tests what ends a run wants: until the pipe that PROFILCHECK_PIPE names is
 * opened and closed at its other end.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

#include "impls/signal/pc.h"

enum { WAITS_AT = 0x123456 };

static unsigned short *bins;
static size_t count;
static uint64_t start;
static unsigned factor;

static void waiting_tick(int signal, siginfo_t *info, void *context)
{
    uint64_t pc = pc_of(context);
    uint64_t bin = (pc - start) / 2 * factor / 65536;

    (void)signal, (void)info;
    if (factor && pc >= start && bin < count)
        bins[bin]++;
}

static void wait_for_other_end(void)
{
    const char *name = getenv("PROFILCHECK_PIPE");
    int pipe = name ? open(name, O_RDONLY) : -1;
    char byte;

    while (pipe >= 0 && read(pipe, &byte, 1) < 0 && errno == EINTR)
        ;
    if (pipe >= 0)
        close(pipe);
}

int profil(unsigned short *samples, size_t size, size_t offset, unsigned scale)
{
    struct sigaction action = {.sa_sigaction = waiting_tick,
                               .sa_flags = SA_SIGINFO | SA_RESTART};
    struct itimerval every = {{0, 10000}, {0, 10000}}, never = {{0, 0}, {0, 0}};

    if (offset == WAITS_AT)
        wait_for_other_end();
    bins = samples;
    count = size / sizeof *bins;
    start = offset;
    factor = scale;
    sigaction(SIGPROF, &action, NULL);
    return setitimer(ITIMER_PROF, scale ? &every : &never, NULL);
}
