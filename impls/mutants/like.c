/* SPDX-License-Identifier: MIT */
/*
 * A profil that does what the source of a system does, as far as it can be
 * seen: -DLIKE=clib4, nuttx, or glibc_sprofil, which has no profil at all and
 * hands on to libc's sprofil.
 */
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/time.h>
#include <ucontext.h>

enum { clib4, nuttx, glibc_sprofil };

#if defined WITH_SPROFIL

int sprofil(void *list, int count, struct timeval *time, unsigned flags)
{
    static int (*its)(void *, int, struct timeval *, unsigned);

    if (!its)
        *(void **)&its = dlsym(RTLD_NEXT, "sprofil");
    return its(list, count, time, flags);
}

#else

static unsigned short *buffer; /* null: off */
static size_t size, low, high;
static unsigned scale;

static void count(size_t pc)
{
    size_t k = (pc - low) / 2;

    if (!buffer)
        return;
    if (LIKE == clib4) { /* an index, in 32 bits, and one too far */
        k = (uint32_t)((uint32_t)(pc - low) * scale) >> 16;
        if (k <= size / 2)
            buffer[k]++;
    } else if (pc >= low && pc < high) {
        k = k / 65536 * scale + k % 65536 * scale / 65536;
        buffer[k]++;
    }
}

static void tick(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)info;
#if defined __x86_64__
    count((size_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP]);
#elif defined __aarch64__
    count((size_t)((ucontext_t *)context)->uc_mcontext.pc);
#else
    (void)context;
#endif
}

static int timer(int on)
{
    struct itimerval every = {{0, 10000}, {0, 10000}}, never = {{0, 0}, {0, 0}};
    struct sigaction action = {.sa_sigaction = tick,
                               .sa_flags = SA_SIGINFO | SA_RESTART};

    sigfillset(&action.sa_mask);
    if (on)
        sigaction(SIGPROF, &action, NULL);
    return setitimer(ITIMER_PROF, on ? &every : &never, NULL);
}

int profil(unsigned short *to, size_t bytes, size_t offset, unsigned factor)
{
    unsigned short *volatile address = to; /* it may be null */

    if (LIKE == nuttx && factor > 65536) {
        errno = EINVAL;
        return -1;
    }
    buffer = NULL;
    if (!address || (LIKE == nuttx && factor == 0))
        return timer(0);
    if (LIKE == nuttx) {
        memset(address, 0, bytes);
        high = offset + bytes * 65536 / factor; /* it may wrap */
    }
    size = bytes;
    low = offset;
    scale = factor;
    buffer = address;
    return timer(1);
}

#endif
