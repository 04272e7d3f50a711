/* SPDX-License-Identifier: MIT */
/* Whether a thread that waits at a pc, in a jump to itself, is let out by
 * another that writes there; and on which stack it waits. */
#include <pthread.h>
#include <sys/mman.h>
#include <time.h>

#include "conformance/inject/arch.h"
#include "conformance/inject/stub.h"
#include "measure.h"

#if ARCH_DELIVERS

enum { PC = 0x10000100, STACK = 64 * 1024, MOST = 2000, ENOUGH = 5000000 };

static unsigned char *stack;
static volatile bool left;

static void *wait_there(void *unused)
{
    arch_call_on(PC, stack + STACK);
    left = true;
    return unused;
}

/* Nanoseconds that the thread was at it. */
static uint64_t spent_by(pthread_t thread)
{
    struct timespec spent = {0, 0};
    clockid_t clock;

    if (pthread_getcpuclockid(thread, &clock) == 0)
        clock_gettime(clock, &spent);
    return (uint64_t)spent.tv_sec * 1000000000 + (uint64_t)spent.tv_nsec;
}

static void nap(void)
{
    const struct timespec moment = {.tv_nsec = 1000000};

    nanosleep(&moment, NULL);
}

/* It must have waited until then, and may take some time to see it. */
void measure_wait(struct host_fact *fact)
{
    pthread_t thread;
    unsigned naps = 0;

    stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack == MAP_FAILED || !stub_wait(PC) ||
        pthread_create(&thread, NULL, wait_there, NULL) != 0) {
        measured(fact, HOST_UNKNOWN, "a thread could not be made to wait");
        return;
    }
    while (!left && spent_by(thread) < ENOUGH && naps++ < MOST)
        nap();
    if (left) {
        measured(fact, HOST_BROKEN, "a thread does not wait at a pc");
        return;
    }
    stub_let_out(PC);
    for (naps = 0; !left && naps < MOST; naps++)
        nap();
    if (left)
        measured(fact, HOST_RIGHT,
                 "a thread that waits at a pc leaves when it is let out");
    else
        measured(fact, HOST_BROKEN,
                 "a thread that waits at a pc does not see that it is let out");
}

#else

void measure_wait(struct host_fact *fact)
{
    measured(fact, HOST_ABSENT, "exact delivery is not ported to this machine");
}

#endif
