/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "engine.h"

/* What only a thread between enter and leave, or in fork, touches. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sigset_t mask_before_fork;
static pid_t owner; /* the process that is profiled */

#ifdef LIBRARY
const struct engine *engine_current = &engine_signal;
#else
const struct engine *engine_current;
#endif

static void block_all_but_faults(sigset_t *mask)
{
    sigset_t set;

    sigfillset(&set);
    sigdelset(&set, SIGSEGV);
    sigdelset(&set, SIGBUS);
    pthread_sigmask(SIG_SETMASK, &set, mask);
}

/* Only this one thread is in the child. */
static void engine_adopts_child(void)
{
    owner = getpid();
    if (engine_current->adopt_child)
        engine_current->adopt_child();
}

static void before_fork(void)
{
    sigset_t mask;

    block_all_but_faults(&mask);
    pthread_mutex_lock(&lock);
    mask_before_fork = mask;
    if (owner && engine_current->before_fork)
        engine_current->before_fork();
}

static void leave_fork(void)
{
    sigset_t mask = mask_before_fork;

    pthread_mutex_unlock(&lock);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

static void after_fork(void)
{
    if (owner && engine_current->after_fork)
        engine_current->after_fork();
    leave_fork();
}

static void after_fork_in_child(void)
{
    if (owner)
        engine_adopts_child();
    leave_fork();
}

static void watch_forks(void)
{
    pthread_atfork(before_fork, after_fork, after_fork_in_child);
}

struct engine_call engine_enter(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct engine_call call = {.error = errno};

    block_all_but_faults(&call.mask);
    pthread_once(&once, watch_forks);
    pthread_mutex_lock(&lock);
    if (owner != getpid()) { /* or the child of a fork without handlers */
        if (owner)
            engine_adopts_child();
        owner = getpid();
    }
    return call;
}

int engine_leave(const struct engine_call *call, int error)
{
    pthread_mutex_unlock(&lock);
    pthread_sigmask(SIG_SETMASK, &call->mask, NULL);
    errno = error != 0 ? error : call->error;
    return error != 0 ? -1 : 0;
}

bool engine_clock_is_fine(clockid_t clock)
{
    struct timespec least;

    return clock_getres(clock, &least) == 0 && least.tv_sec == 0 &&
           least.tv_nsec <= ENGINE_FAST * 1000L;
}

static uintptr_t word_of(uintptr_t address)
{
    return address & ~(uintptr_t)(sizeof(uint32_t) - 1);
}

/* Move none of those that wait on the word, provided that it holds 0: for
 * that the kernel reads it. */
static bool word_readable(uintptr_t address)
{
    uint32_t here = 0;

    return syscall(SYS_futex, word_of(address), FUTEX_CMP_REQUEUE_PRIVATE, 0,
                   NULL, &here, 0) >= 0 ||
           errno != EFAULT;
}

/* An atomic addition of 0 is a write that changes nothing, even if others
 * write there. */
static bool word_writable(uintptr_t address)
{
    uint32_t here = 0;

    return syscall(SYS_futex, &here, FUTEX_WAKE_OP_PRIVATE, 0, NULL,
                   word_of(address),
                   FUTEX_OP(FUTEX_OP_ADD, 0, FUTEX_OP_CMP_EQ, 0)) >= 0 ||
           errno != EFAULT;
}

static bool each_page(uintptr_t start, uint64_t bytes, bool (*ask)(uintptr_t))
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t at = start, last;
    int error = errno;
    bool all;

    if (bytes == 0)
        return true;
    if (bytes - 1 > UINTPTR_MAX - start)
        return false;
    last = start + (uintptr_t)(bytes - 1);
    while ((all = ask(at)) && at / page < last / page)
        at = (at / page + 1) * page;
    errno = error;
    return all;
}

bool probe_readable(const void *address, uint64_t bytes)
{
    return each_page((uintptr_t)address, bytes, word_readable);
}

bool probe_writable(void *address, uint64_t bytes)
{
    return each_page((uintptr_t)address, bytes, word_writable);
}
