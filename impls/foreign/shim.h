/* SPDX-License-Identifier: MIT */
/*
 * What lets the profil of a kernel, an RTOS or another system be compiled here,
 * as a shared object that `profilcheck run` judges.  Included first of all:
 *
 *     #include "shim.h"
 *     ... what the source wants of its own system, by the functions below ...
 *     #include "its_profil.c"
 *
 *     cc -O2 -shared -fPIC -I impls/foreign -o mine.so mine.c -lpthread -lrt
 *
 *  shim_on(tick)   from now on tick(pc) is called SHIM_HZ times a second of the
 *                  process's CPU time, in a handler of SIGPROF: what a clock
 *                  interrupt is to a kernel.  Returns 0, or an errno.  Again
 *                  while on: the same clock, another tick.
 *  shim_off()      and no more; also while off.  The handler of before is back.
 *  shim_pc()       the pc of the tick that is being taken
 *  shim_in(), shim_out()
 *                  n bytes from the user's memory, or to it: 0, or EFAULT
 *  shim_return(e)  what a system call's error is to its caller: 0, or -1 and
 *                  errno
 * A profil that is a thread of its own has shim_thread.h.
 *
 * The clock is as a kernel's: a child of fork has it too, unless SHIM_NO_FORK
 * is defined, and exec ends it.
 *
 * <unistd.h> declares profil's first argument nonnull.  A definition that has
 * seen this is compiled without its own test for null: gcc removes it, at -O2,
 * without a word.  So that header is read here, with profil by another name,
 * and not again.  SHIM_NULL_LOST: it was read, and no pointer matters.
 */
#ifndef FOREIGN_SHIM_H
#define FOREIGN_SHIM_H

#if defined _UNISTD_H && !defined SHIM_NULL_LOST
#error "include shim.h before <unistd.h>, whose profil takes no null pointer"
#endif
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#define profil shim_profil_of_this_host
#include <unistd.h>
#undef profil

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>

#include "../signal/pc.h"

#ifndef SHIM_HZ
#define SHIM_HZ 100
#endif
#define SHIM_UNUSED __attribute__((unused)) static

static struct {
    void (*tick)(uintptr_t pc);
    uintptr_t pc;
    bool on, forks_watched;
    timer_t timer;
    struct sigaction before;
} shim;

static void shim_take(int number, siginfo_t *info, void *context)
{
    int error = errno;

    (void)number;
    (void)info;
    shim.pc = (uintptr_t)pc_of(context);
    shim.tick(shim.pc);
    errno = error;
}

static int shim_arm(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = SIGPROF};
    struct timespec period = {0, 1000000000L / SHIM_HZ};
    struct itimerspec setting = {period, period};

    if (timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &shim.timer) != 0)
        return errno;
    return timer_settime(shim.timer, 0, &setting, NULL) == 0 ? 0 : errno;
}

SHIM_UNUSED void shim_off(void)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};

    if (!shim.on)
        return;
    shim.on = false;
    timer_delete(shim.timer);
    sigaction(SIGPROF, &ignore, NULL); /* a tick that waits goes */
    sigaction(SIGPROF, &shim.before, NULL);
}

/* A timer is no child's. */
static void shim_forked(void)
{
#ifndef SHIM_NO_FORK
    if (shim.on)
        shim_arm();
#endif
}

SHIM_UNUSED int shim_on(void (*tick)(uintptr_t pc))
{
    struct sigaction take = {.sa_sigaction = shim_take,
                             .sa_flags = SA_SIGINFO | SA_RESTART};

    shim.tick = tick;
    if (shim.on)
        return 0;
    if (!shim.forks_watched)
        pthread_atfork(NULL, NULL, shim_forked);
    shim.forks_watched = true;
    sigfillset(&take.sa_mask);
    sigaction(SIGPROF, &take, &shim.before);
    shim.on = true;
    return shim_arm();
}

SHIM_UNUSED uintptr_t shim_pc(void)
{
    return shim.pc;
}

/* Where there is no process_vm_readv, as under qemu: through a pipe. */
SHIM_UNUSED int shim_through_pipe(const char *from, char *to, size_t n)
{
    enum { AT_ONCE = 4096 }; /* that a pipe always has room for */
    int ends[2];
    bool good = pipe(ends) == 0;

    if (!good)
        return EFAULT;
    for (size_t k = 0; good && k < n; k += AT_ONCE) {
        size_t some = n - k < AT_ONCE ? n - k : AT_ONCE;

        good = write(ends[1], from + k, some) == (ssize_t)some &&
               read(ends[0], to + k, some) == (ssize_t)some;
    }
    close(ends[0]);
    close(ends[1]);
    return good ? 0 : EFAULT;
}

/* Asked of the kernel, which says EFAULT where a load would be SIGSEGV. */
SHIM_UNUSED int shim_in(const void *user, void *kernel, size_t n)
{
    struct iovec here = {kernel, n}, there = {(void *)(uintptr_t)user, n};

    if (process_vm_readv(getpid(), &here, 1, &there, 1, 0) == (ssize_t)n)
        return 0;
    return errno == ENOSYS ? shim_through_pipe(user, kernel, n) : EFAULT;
}

SHIM_UNUSED int shim_out(const void *kernel, void *user, size_t n)
{
    struct iovec here = {(void *)(uintptr_t)kernel, n}, there = {user, n};

    if (process_vm_writev(getpid(), &here, 1, &there, 1, 0) == (ssize_t)n)
        return 0;
    return errno == ENOSYS ? shim_through_pipe(kernel, user, n) : EFAULT;
}

SHIM_UNUSED int shim_return(int error)
{
    if (error == 0)
        return 0;
    errno = error;
    return -1;
}

#endif
