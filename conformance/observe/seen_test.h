/* SPDX-License-Identifier: MIT */
/* A handler of SIGPROF that notes the pcs that it gets, and whether they
 * are those of ticks that were to be delivered. */
#ifndef CONFORMANCE_SEEN_TEST_H
#define CONFORMANCE_SEEN_TEST_H

#include <signal.h>
#include <string.h>

#include "conformance/language/case.h"
#include "conformance/machine/arch.h"

enum { SEEN = 1024 };
#define COUNT(array) (sizeof(array) / sizeof *(array))

static uint64_t seen[SEEN];
static volatile unsigned seen_count;
static unsigned last_taken; /* with it the handler goes; 0: it stays */

static inline void signal_action(void (*handler)(int))
{
    sigaction(SIGPROF, &(struct sigaction){.sa_handler = handler}, NULL);
}

static inline void note_pc(int signal, siginfo_t *info, void *pointer)
{
    ucontext_t *context = pointer;

    (void)signal;
    (void)info;
    seen[seen_count++ % SEEN] = arch_pc(context);
    if (seen_count == last_taken)
        signal_action(SIG_DFL);
}

static inline void handle(int flags, bool full_mask)
{
    struct sigaction action = {.sa_sigaction = note_pc,
                               .sa_flags = SA_SIGINFO | flags};

    if (full_mask)
        sigfillset(&action.sa_mask);
    sigaction(SIGPROF, &action, NULL);
    seen_count = 0;
}

/* All of them, in order, and no others. */
static inline bool saw(const struct tick *ticks, size_t count)
{
    unsigned k = 0;

    for (size_t n = 0; n < count; n++)
        for (uint32_t times = 0; times < ticks[n].count; times++)
            if (k >= seen_count || seen[k++] != ticks[n].pc)
                return false;
    return seen_count == k;
}

enum { EDGES = 64 }; /* at most */

/* The edges of the address space, of pages, and code that is in use. */
static inline size_t edges(struct tick *ticks)
{
    const uint64_t pcs[] = {0,
                            1,
                            2,
                            0xfff,
                            0x1000,
                            0x10000,
                            0x10001,
                            0x10002,
                            0x10fff,
                            0x11000,
                            0x7fffffffefff,
                            0x7ffffffff000,
                            0x7fffffffffff,
                            0x800000000000,
                            0xffff7fffffffffff,
                            0xffff800000000000,
                            0xffffffff81000000,
                            0xffffffffff600000,
                            0xffffffffff600001,
                            UINT64_MAX - 1,
                            UINT64_MAX,
                            (uint64_t)(uintptr_t)note_pc,
                            (uint64_t)(uintptr_t)memcpy,
                            (uint64_t)(uintptr_t)seen};

    for (size_t k = 0; k < COUNT(pcs); k++)
        ticks[k] = (struct tick){pcs[k], 1 + (uint32_t)k % 3};
    return COUNT(pcs);
}

#endif
