/* SPDX-License-Identifier: MIT */
#include "pin.h"

#include <errno.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arch.h"
#include "stub.h"

enum {
    STACK = 256 * 1024,     /* of the pinned thread */
    FRAME_FIRST = 512,      /* bytes below its top where a handler's */
    FRAME_LAST = 32 * 1024, /* frame is sure to leave something */
    WATCHER_STACK = 64 * 1024,
    CHUNK = 16 * 1024,     /* bytes compared at a time */
    LOOK_LEAST = 1000000,  /* nanoseconds between looks, and how many */
    LOOK_SPREAD = 4000000, /* more there may be */
    PATIENCE = 8,          /* times the limit, where ticks find nothing */
};

static unsigned char *stack; /* mapped once */
static unsigned char watcher_stack[WATCHER_STACK] __attribute__((aligned(16)));
static unsigned char chunk[CHUNK];

/*
 * The watcher.  It shares with the thread what threads have of their own,
 * errno for one, so it calls nothing of libc.
 */
ARCH_UNCHECKED static bool range_changed(long self,
                                         const struct pin_range *range)
{
    for (size_t at = 0; at < range->size; at += CHUNK) {
        size_t size = range->size - at < CHUNK ? range->size - at : CHUNK;
        struct iovec here = {chunk, size};
        struct iovec there = {(void *)(uintptr_t)(range->now + at), size};
        volatile const unsigned char *now = chunk;

        if (arch_system_call(SYS_process_vm_readv, self, (long)(uintptr_t)&here,
                             1, (long)(uintptr_t)&there, 1, 0) != (long)size)
            return false;
        for (size_t k = 0; k < size; k++)
            if (now[k] != range->before[at + k])
                return true;
    }
    return false;
}

ARCH_UNCHECKED static bool any_changed(long self, const struct pin *pin)
{
    for (unsigned k = 0; k < pin->count; k++)
        if (range_changed(self, &pin->ranges[k]))
            return true;
    return false;
}

ARCH_UNCHECKED static bool handler_entered(void)
{
    volatile const unsigned char *top = stack + STACK;

    for (size_t below = FRAME_FIRST; below < FRAME_LAST; below++)
        if (top[-(ptrdiff_t)below] != 0)
            return true;
    return false;
}

/*
 * CPU time of all the process's threads.  As scheduled it is exact; as the
 * kernel's ticks found it, it is what timers of CPU time go by, and on a busy
 * processor it may stand still for long.
 */
enum { SAMPLED = 0, SCHEDULED = 2 }; /* see clock_getcpuclockid(3) */

/* A process that is gone has spent all there is. */
ARCH_UNCHECKED static uint64_t time_spent(const struct pin *pin, long which)
{
    struct timespec spent;
    long clock = (long)(~(unsigned long)pin->process << 3) | which;

    if (arch_system_call(SYS_clock_gettime, clock, (long)(uintptr_t)&spent, 0,
                         0, 0, 0) != 0)
        return UINT64_MAX;
    return (uint64_t)spent.tv_sec * 1000000000 + (uint64_t)spent.tv_nsec;
}

ARCH_UNCHECKED static bool time_is_up(const struct pin *pin)
{
    uint64_t spent = time_spent(pin, SCHEDULED) - pin->spent;

    return spent >= PATIENCE * pin->limit ||
           (spent >= pin->limit &&
            time_spent(pin, SAMPLED) - pin->sampled >= pin->limit);
}

/*
 * At odd times.  Where the thread has not the processor for itself, each wake
 * of the watcher may end its turn; at regular ones the kernel's own tick, by
 * which it looks at timers of CPU time, might always find another running.
 */
ARCH_UNCHECKED static long next_nap(void)
{
    static uint32_t mixed;

    mixed = mixed * 1664525 + 1013904223;
    return LOOK_LEAST + (long)(mixed >> 8) % LOOK_SPREAD;
}

/* A short slice, for which kernels from 6.12 on let it run the sooner: see
 * sched_setattr(2), which libc does not declare. */
ARCH_UNCHECKED static void be_quick(void)
{
    static const struct {
        uint32_t size, policy;
        uint64_t flags;
        int32_t nice;
        uint32_t priority;
        uint64_t runtime, deadline, period;
    } attributes = {.size = sizeof attributes, .runtime = 100000};

    arch_system_call(SYS_sched_setattr, 0, (long)(uintptr_t)&attributes, 0, 0,
                     0, 0);
}

ARCH_UNCHECKED static int watch(void *pointer)
{
    struct pin *pin = pointer;
    struct timespec nap = {0, 0};
    long self = arch_system_call(SYS_getpid, 0, 0, 0, 0, 0, 0);

    arch_system_call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0, 0);
    be_quick();
    for (;;) {
        pin->changed = any_changed(self, pin);
        pin->handled = handler_entered();
        if (pin->changed || pin->handled || time_is_up(pin))
            break;
        nap.tv_nsec = next_nap();
        arch_system_call(SYS_nanosleep, (long)(uintptr_t)&nap, 0, 0, 0, 0, 0);
    }
    stub_let_out(pin->pc);
    return 0;
}

static bool have_stack(void)
{
    const size_t guard = 64 * 1024;
    unsigned char *start;

    if (!stack) {
        start = mmap(NULL, guard + STACK, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (start == MAP_FAILED)
            return false;
        mprotect(start, guard, PROT_NONE);
        stack = start + guard;
    }
    memset(stack + STACK - FRAME_LAST, 0, FRAME_LAST);
    return true;
}

/* Not by fork, which would run what the implementation has others do then;
 * without a signal at its end; not for somebody's tracer either. */
static bool make_watcher(struct pin *pin)
{
    sigset_t all, mask;

    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &mask);
    pin->watcher = clone(watch, watcher_stack + WATCHER_STACK,
                         CLONE_VM | CLONE_UNTRACED, pin);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    return pin->watcher > 0;
}

const char *pin_prepare(struct pin *pin, uint64_t pc, uint64_t nanoseconds,
                        const struct pin_range *ranges, unsigned count)
{
    *pin = (struct pin){.pc = pc, .count = count, .process = getpid()};
    if (count)
        memcpy(pin->ranges, ranges, count * sizeof *ranges);
    if (!ARCH_DELIVERS)
        return "waiting at a pc is not ported to this machine";
    if (!stub_wait(pc))
        return "its page is taken or cannot be mapped; see "
               "/proc/sys/vm/mmap_min_addr";
    if (!have_stack())
        return "there is no memory for a stack";
    pin->limit = nanoseconds;
    pin->spent = time_spent(pin, SCHEDULED);
    pin->sampled = time_spent(pin, SAMPLED);
    return make_watcher(pin) ? NULL : "a process to watch it can't be created";
}

void pin_enter(const struct pin *pin)
{
    arch_call_on(pin->pc, stack + STACK);
}

void pin_finish(struct pin *pin)
{
    while (waitpid((pid_t)pin->watcher, NULL, __WALL) < 0 && errno == EINTR)
        ;
    /* A tick may come after the last look and before the thread leaves. */
    pin->handled = handler_entered();
}

bool pin_shows_handlers(void)
{
    stack_t alternate;

    return ARCH_DELIVERS && sigaltstack(NULL, &alternate) == 0 &&
           (alternate.ss_flags & SS_DISABLE) != 0;
}
