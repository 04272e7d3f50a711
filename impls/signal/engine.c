/* SPDX-License-Identifier: MIT */
#include "engine.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "faults.h"
#include "pc.h"
#include "ticker.h"

/*
 * A table and the handlers that are using it.  Places are static, so that a
 * handler may take one at any time; it then looks whether that is still the
 * current one before it reads what is in it.
 */
struct place {
    struct table table;
    _Atomic unsigned users;
};

static struct place places[2];
static struct place *_Atomic current; /* null: off */

/* What only a thread between enter and leave, or in fork, touches. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sigset_t mask_before_fork;
static struct sigaction caller_action; /* for SIGPROF */
static pid_t owner;                    /* the process that is profiled */

static struct place *take_current(void)
{
    struct place *place;

    while ((place = atomic_load(&current))) {
        atomic_fetch_add(&place->users, 1);
        if (place == atomic_load(&current))
            break;
        atomic_fetch_sub(&place->users, 1);
    }
    return place;
}

/* A thread that blocks the signals of a fault would die of it. */
static void let_faults_through(const sigset_t *interrupted)
{
    sigset_t faults;

    if (!sigismember(interrupted, SIGSEGV) && !sigismember(interrupted, SIGBUS))
        return;
    sigemptyset(&faults);
    sigaddset(&faults, SIGSEGV);
    sigaddset(&faults, SIGBUS);
    pthread_sigmask(SIG_UNBLOCK, &faults, NULL);
}

static void count(const struct table *table, uint64_t pc, uint32_t periods)
{
    struct faults_guard guard;
    uint64_t counter;
    struct region *region = table_find(table, pc, &counter);

    if (!region)
        return;
    if (sigsetjmp(guard.back, 0) == 0) {
        faults_guarded = &guard;
        atomic_signal_fence(memory_order_seq_cst);
        region_count(region, counter, periods);
        atomic_signal_fence(memory_order_seq_cst);
    } else {
        atomic_store(&region->stopped, true);
    }
    faults_guarded = NULL;
}

/* Nothing in here sets errno. */
static void on_tick(int number, siginfo_t *info, void *context)
{
    const ucontext_t *interrupted = context;
    struct place *place = take_current();

    (void)number;
    if (place) {
        let_faults_through(&interrupted->uc_sigmask);
        count(&place->table, pc_of(interrupted), ticker_periods(info));
        atomic_fetch_sub(&place->users, 1);
    }
}

/* Make it the current one, and have the old one to ourselves. */
static void publish(struct place *place)
{
    const struct timespec moment = {.tv_nsec = 20000};
    struct place *old = atomic_exchange(&current, place);

    if (!old)
        return;
    while (atomic_load(&old->users) > 0)
        nanosleep(&moment, NULL);
    table_free(&old->table);
}

/* All that the kernel can hold back, those of the thread library too: a
 * thread must not be cancelled in the handler. */
static void catch_ticks(void)
{
    struct sigaction action = {.sa_sigaction = on_tick,
                               .sa_flags =
                                   SA_SIGINFO | SA_RESTART | SA_ONSTACK};

    memset(&action.sa_mask, 0xff, sizeof action.sa_mask);
    sigdelset(&action.sa_mask, SIGSEGV);
    sigdelset(&action.sa_mask, SIGBUS);
    sigaction(SIGPROF, &action, &caller_action);
}

/* Ignoring a signal discards those pending, in all threads: the caller's
 * action, which may be to die, shall get none of ours. */
static void release_ticks(void)
{
    struct sigaction now;

    sigaction(SIGPROF, NULL, &now);
    if (!(now.sa_flags & SA_SIGINFO) || now.sa_sigaction != on_tick)
        return;
    signal(SIGPROF, SIG_IGN);
    sigaction(SIGPROF, &caller_action, NULL);
}

bool engine_is_on(void)
{
    return atomic_load(&current);
}

void engine_stop(void)
{
    if (!engine_is_on())
        return;
    ticker_stop();
    publish(NULL);
    release_ticks();
    faults_release();
}

int engine_start(const struct region *list, size_t count, unsigned microseconds)
{
    bool was_on = engine_is_on();
    struct place *place = &places[atomic_load(&current) == &places[0]];
    int error = table_make(&place->table, list, count);

    if (error != 0)
        return error;
    if (!was_on) {
        faults_catch();
        catch_ticks();
    }
    error = ticker_start(microseconds);
    if (error != 0) {
        table_free(&place->table);
        if (!was_on) {
            release_ticks();
            faults_release();
        }
        return error;
    }
    publish(place);
    return 0;
}

/* The child has this one thread, and it is in no handler of ours. */
static void adopt_child(void)
{
    owner = getpid();
    atomic_store(&places[0].users, 0);
    atomic_store(&places[1].users, 0);
    ticker_after_fork();
}

static void before_fork(void)
{
    sigset_t all, mask;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &mask);
    pthread_mutex_lock(&lock);
    mask_before_fork = mask;
}

static void after_fork(void)
{
    sigset_t mask = mask_before_fork;

    pthread_mutex_unlock(&lock);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

static void after_fork_in_child(void)
{
    if (owner)
        adopt_child();
    after_fork();
}

static void watch_forks(void)
{
    pthread_atfork(before_fork, after_fork, after_fork_in_child);
}

void engine_enter(struct engine_call *call)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    sigset_t all;

    call->error = errno;
    sigfillset(&all);
    sigdelset(&all, SIGSEGV);
    sigdelset(&all, SIGBUS);
    pthread_sigmask(SIG_SETMASK, &all, &call->mask);
    pthread_once(&once, watch_forks);
    pthread_mutex_lock(&lock);
    if (owner != getpid()) { /* or the child of a fork that told nobody */
        if (owner)
            adopt_child();
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
