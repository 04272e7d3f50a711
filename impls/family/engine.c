/* SPDX-License-Identifier: MIT */
#include "engine.h"

#include <errno.h>
#include <pthread.h>
#include <unistd.h>

/* What only a thread between enter and leave, or in fork, touches. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sigset_t mask_before_fork;
static pid_t owner; /* the process that is profiled */

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

void engine_enter(struct engine_call *call)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    call->error = errno;
    block_all_but_faults(&call->mask);
    pthread_once(&once, watch_forks);
    pthread_mutex_lock(&lock);
    if (owner != getpid()) { /* or the child of a fork that told nobody */
        if (owner)
            engine_adopts_child();
        owner = getpid();
    }
}

int engine_leave(const struct engine_call *call, int error)
{
    pthread_mutex_unlock(&lock);
    pthread_sigmask(SIG_SETMASK, &call->mask, NULL);
    errno = error != 0 ? error : call->error;
    return error != 0 ? -1 : 0;
}
