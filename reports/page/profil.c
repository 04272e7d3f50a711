/* SPDX-License-Identifier: MIT */
/* A profil with findings of every kind, for the page's test. */
#include <signal.h>
#include <stddef.h>
#include <sys/time.h>
#include <ucontext.h>

static unsigned short *counters;
static size_t bytes, start;
static unsigned long scale;

static void tick_of_page(int signal, siginfo_t *info, void *context)
{
    const ucontext_t *at = context;
    size_t pc = (size_t)at->uc_mcontext.gregs[REG_RIP];
    size_t counter = (pc - start) / 2 * scale / 65536;

    (void)signal;
    (void)info;
    if (counter < bytes / 2)
        counters[counter]++;
}

int profil(unsigned short *buffer, size_t size, size_t offset, unsigned s)
{
    struct sigaction action = {.sa_sigaction = tick_of_page,
                               .sa_flags = SA_SIGINFO | SA_RESTART};
    struct itimerval every = {{0, 10000}, {0, 10000}}, never = {{0}, {0}};

    counters = buffer;
    bytes = size;
    start = offset;
    scale = s;
    sigfillset(&action.sa_mask);
    sigaction(SIGPROF, &action, NULL);
    return setitimer(ITIMER_PROF, s ? &every : &never, NULL);
}
