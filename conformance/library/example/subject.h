/* SPDX-License-Identifier: MIT */
/*
 * A profil for FreeBSD, small enough to be read: what an author would link
 * into a test.  A buffer may begin at any byte, so counters are copied.  ROUND
 * is added before the halving, for a wrong one.
 */
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/time.h>
#include <ucontext.h>

#define PROFIL(name, ROUND)                                                    \
    static char *name##_samples;                                               \
    static size_t name##_counters, name##_offset;                              \
    static unsigned long name##_scale;                                         \
                                                                               \
    static void name##_tick(int sig, siginfo_t *info, void *context)           \
    {                                                                          \
        ucontext_t *at = (ucontext_t *)context;                                \
        size_t pc = (size_t)at->uc_mcontext.gregs[REG_RIP];                    \
        unsigned __int128 number;                                              \
        unsigned short count;                                                  \
                                                                               \
        (void)sig;                                                             \
        (void)info;                                                            \
        if (pc < name##_offset)                                                \
            return;                                                            \
        number = (unsigned __int128)(pc - name##_offset) * name##_scale;       \
        number = ((number >> 16) + (ROUND)) / 2;                               \
        if (number >= name##_counters)                                         \
            return;                                                            \
        memcpy(&count, name##_samples + 2 * (size_t)number, sizeof count);     \
        count++;                                                               \
        memcpy(name##_samples + 2 * (size_t)number, &count, sizeof count);     \
    }                                                                          \
                                                                               \
    static int name(char *samples, size_t size, size_t offset, int scale)      \
    {                                                                          \
        static const struct itimerval every = {{0, 10000}, {0, 10000}};        \
        static const struct itimerval never = {{0, 0}, {0, 0}};                \
        struct sigaction action;                                               \
                                                                               \
        memset(&action, 0, sizeof action);                                     \
        action.sa_sigaction = name##_tick;                                     \
        action.sa_flags = SA_SIGINFO | SA_RESTART;                             \
        sigfillset(&action.sa_mask);                                           \
        if (scale == 0) {                                                      \
            setitimer(ITIMER_PROF, &never, NULL);                              \
            action.sa_handler = SIG_IGN;                                       \
            return sigaction(SIGPROF, &action, NULL);                          \
        }                                                                      \
        name##_samples = samples;                                              \
        name##_counters = size / 2;                                            \
        name##_offset = offset;                                                \
        name##_scale = (unsigned)scale;                                        \
        sigaction(SIGPROF, &action, NULL);                                     \
        return setitimer(ITIMER_PROF, &every, NULL);                           \
    }
