/* SPDX-License-Identifier: MIT */
#include "engine.h"

#include <pthread.h>
#include <string.h>
#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#endif
#include <time.h>

#include "impls/counting/count.h"
#include "impls/counting/faults.h"
#include "pc.h"
#include "ticker.h"

/*
 * A table and the handlers that are using it.  Places are static, so that a
 * handler may take one at any time; it then looks whether that is still the
 * current one before it reads what is in it.
 */
struct signal_place {
    struct table table;
    _Atomic unsigned users;
};

static struct signal_place places[2];
static struct signal_place *_Atomic current; /* null: off */

static struct sigaction caller_action; /* for SIGPROF */

/* Since a fork another process may count in the same memory. */
static atomic_bool has_forked;

/* Who publishes blocks its own ticks: a process's only thread is in no handler
 * then, and what no other thread may be in needs no users. */
static bool process_is_alone(void)
{
#if __has_include(<sys/single_threaded.h>)
    return __libc_single_threaded &&
           !atomic_load_explicit(&has_forked, memory_order_relaxed);
#else
    return false;
#endif
}

static struct signal_place *take_current(void)
{
    struct signal_place *place;

    while ((place = atomic_load(&current))) {
        atomic_fetch_add(&place->users, 1);
        if (place == atomic_load(&current))
            break;
        atomic_fetch_sub(&place->users, 1);
    }
    return place;
}

/* The kernel's set, and so the first signals of libc's, is a row of longs. */
static bool blocks_faults(const sigset_t *set)
{
    unsigned long first;

    memcpy(&first, set, sizeof first);
    return first & (1ul << (SIGSEGV - 1) | 1ul << (SIGBUS - 1));
}

/* A tick in one of several threads or processes, or where a fault would be
 * death. */
static __attribute__((noinline)) void
count_among_others(const siginfo_t *info, const ucontext_t *interrupted)
{
    struct signal_place *place = take_current();

    if (!place)
        return;
    if (blocks_faults(&interrupted->uc_sigmask))
        faults_unblock();
    count_tick(&place->table, pc_of(interrupted), ticker_periods(info));
    atomic_fetch_sub(&place->users, 1);
}

/* Nothing in here sets errno. */
static void on_tick(int number, siginfo_t *info, void *context)
{
    const ucontext_t *interrupted = context;
    const struct signal_place *place;

    (void)number;
    if (!process_is_alone() || blocks_faults(&interrupted->uc_sigmask)) {
        count_among_others(info, interrupted);
        return;
    }
    place = atomic_load_explicit(&current, memory_order_relaxed);
    if (place)
        count_tick_alone(&place->table, pc_of(interrupted),
                         ticker_periods(info));
}

/* Make it the current one, and have the old one to ourselves. */
static void publish_place(struct signal_place *place)
{
    const struct timespec moment = {.tv_nsec = 20000};
    struct signal_place *old = atomic_exchange(&current, place);

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

static bool signal_is_on(void)
{
    return atomic_load(&current);
}

static void signal_stop(void)
{
    if (!signal_is_on())
        return;
    ticker_stop();
    publish_place(NULL);
    release_ticks();
    faults_release();
}

static int signal_start(const struct region *list, size_t count,
                        unsigned microseconds)
{
    bool was_on = signal_is_on();
    struct signal_place *place = &places[atomic_load(&current) == &places[0]];
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
    publish_place(place);
    return 0;
}

static void signal_before_fork(void)
{
    atomic_store(&has_forked, true);
}

/* The child has this one thread, and it is in no handler of ours. */
static void signal_adopts_child(void)
{
    atomic_store(&has_forked, true); /* which may have told nobody */
    atomic_store(&places[0].users, 0);
    atomic_store(&places[1].users, 0);
    ticker_after_fork();
}

const struct engine engine_signal = {
    .name = "signal",
    .is_on = signal_is_on,
    .start = signal_start,
    .stop = signal_stop,
    .can_be_fast = ticker_can_be_fast,
    .before_fork = signal_before_fork,
    .adopt_child = signal_adopts_child,
};
