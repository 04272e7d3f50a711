/* SPDX-License-Identifier: MIT */
/*
 * For a profil that is a thread: it waits, looks where the caller's thread is,
 * counts, and waits again.  After shim.h:
 *
 *  shim_thread_start(body, argument, &thread)
 *                         as pthread_create; 0, or an errno
 *  shim_event_set(event)  what the thread waits for when it is to end
 *  shim_event_wait(event, ms)
 *                         until it is set, which is true, or its time is over
 *  shim_thread_pc(thread, &pc)
 *                         where that thread is: 0, or an errno
 *
 * With SHIM_EXACT defined before, time is over when the harness wants a tick,
 * and the thread is where it wants it: ticks are exact, and no other come.
 * Without, the time is real, and so is the pc; then judge it by
 * `--suite live`, or by --backend clock.
 */
#ifndef FOREIGN_SHIM_THREAD_H
#define FOREIGN_SHIM_THREAD_H

#include "shim.h"

enum { SHIM_PATIENCE = 5 }; /* seconds */

struct shim_event {
    bool set;
};

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    unsigned threads; /* that were started and have not ended */
    bool waiting;     /* one of them is, for an event or a tick */
    bool wanted;      /* a tick, at pc */
    uintptr_t pc;
    void *(*body)(void *);
} shim_threads = {.lock = PTHREAD_MUTEX_INITIALIZER,
                  .changed = PTHREAD_COND_INITIALIZER};

/* A child of fork has no thread but its own. */
__attribute__((constructor)) static void shim_thread_watch(void);

static void shim_thread_forked(void)
{
    pthread_mutex_init(&shim_threads.lock, NULL);
    pthread_cond_init(&shim_threads.changed, NULL);
    shim_threads.threads = 0;
    shim_threads.waiting = shim_threads.wanted = false;
}

static void shim_thread_watch(void)
{
    pthread_atfork(NULL, NULL, shim_thread_forked);
}

static void shim_thread_ends(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&shim_threads.lock);
    shim_threads.threads--;
    shim_threads.wanted = false;
    pthread_cond_broadcast(&shim_threads.changed);
    pthread_mutex_unlock(&shim_threads.lock);
}

static void *shim_thread_body(void *argument)
{
    void *result;

    pthread_cleanup_push(shim_thread_ends, NULL);
    result = shim_threads.body(argument);
    pthread_cleanup_pop(1);
    return result;
}

/* A signal is the caller's: the thread takes none. */
SHIM_UNUSED int shim_thread_start(void *(*body)(void *), void *argument,
                                  pthread_t *thread)
{
    sigset_t all, before;
    int error;

    pthread_mutex_lock(&shim_threads.lock);
    shim_threads.body = body;
    shim_threads.threads++;
    pthread_mutex_unlock(&shim_threads.lock);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    error = pthread_create(thread, NULL, shim_thread_body, argument);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error != 0)
        shim_thread_ends(NULL);
    return error;
}

static struct timespec shim_from_now(long ms)
{
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += ms % 1000 * 1000000;
    until.tv_sec += ms / 1000 + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    return until;
}

SHIM_UNUSED void shim_event_set(struct shim_event *event)
{
    pthread_mutex_lock(&shim_threads.lock);
    event->set = true;
    pthread_cond_broadcast(&shim_threads.changed);
    pthread_mutex_unlock(&shim_threads.lock);
}

#ifdef SHIM_EXACT

SHIM_UNUSED bool shim_event_wait(struct shim_event *event, long ms)
{
    bool set;

    (void)ms;
    pthread_mutex_lock(&shim_threads.lock);
    shim_threads.wanted = false;
    shim_threads.waiting = true;
    pthread_cond_broadcast(&shim_threads.changed);
    while (!event->set && !shim_threads.wanted)
        pthread_cond_wait(&shim_threads.changed, &shim_threads.lock);
    shim_threads.waiting = false;
    set = event->set;
    pthread_mutex_unlock(&shim_threads.lock);
    return set;
}

/* Before the first tick there is nothing to see. */
SHIM_UNUSED int shim_thread_pc(pthread_t thread, uintptr_t *pc)
{
    (void)thread;
    *pc = shim_threads.pc;
    return shim_threads.wanted ? 0 : ESRCH;
}

/* The thread has come to wait, where there is one. */
static int shim_thread_settle(const struct timespec *until)
{
    int error = 0;

    while (error == 0 && shim_threads.threads > 0 &&
           (!shim_threads.waiting || shim_threads.wanted))
        error = pthread_cond_timedwait(&shim_threads.changed,
                                       &shim_threads.lock, until);
    return error;
}

int profilcheck_tick(uint64_t pc, uint32_t count, const char **why);

int profilcheck_tick(uint64_t pc, uint32_t count, const char **why)
{
    struct timespec until = shim_from_now(1000L * SHIM_PATIENCE);
    int error;

    pthread_mutex_lock(&shim_threads.lock);
    error = shim_thread_settle(&until);
    for (; error == 0 && count > 0 && shim_threads.threads > 0; count--) {
        shim_threads.pc = (uintptr_t)pc;
        shim_threads.wanted = true;
        pthread_cond_broadcast(&shim_threads.changed);
        error = shim_thread_settle(&until);
    }
    pthread_mutex_unlock(&shim_threads.lock);
    if (error != 0)
        *why = "the thread that counts did not come back to its wait";
    return error;
}

#else

SHIM_UNUSED bool shim_event_wait(struct shim_event *event, long ms)
{
    struct timespec until = shim_from_now(ms);
    bool set;

    pthread_mutex_lock(&shim_threads.lock);
    while (!event->set &&
           pthread_cond_timedwait(&shim_threads.changed, &shim_threads.lock,
                                  &until) == 0)
        ;
    set = event->set;
    pthread_mutex_unlock(&shim_threads.lock);
    return set;
}

/* One is asked at a time. */
static struct {
    bool ready;
    sem_t answered;
    volatile uintptr_t pc;
} shim_asked;

static void shim_answer(int number, siginfo_t *info, void *context)
{
    int error = errno;

    (void)number;
    (void)info;
    shim_asked.pc = (uintptr_t)pc_of(context);
    sem_post(&shim_asked.answered);
    errno = error;
}

SHIM_UNUSED int shim_thread_pc(pthread_t thread, uintptr_t *pc)
{
    struct sigaction answer = {.sa_sigaction = shim_answer,
                               .sa_flags = SA_SIGINFO | SA_RESTART};
    struct timespec until = shim_from_now(1000L * SHIM_PATIENCE);
    int error;

    if (!shim_asked.ready)
        sem_init(&shim_asked.answered, 0, 0);
    shim_asked.ready = true;
    sigfillset(&answer.sa_mask);
    sigaction(SIGRTMIN + 7, &answer, NULL);
    error = pthread_kill(thread, SIGRTMIN + 7);
    while (error == 0 && sem_timedwait(&shim_asked.answered, &until) != 0)
        if (errno != EINTR)
            error = errno;
    *pc = shim_asked.pc;
    return error;
}

#endif
#endif
