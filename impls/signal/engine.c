/* SPDX-License-Identifier: MIT */
/*
 * The engine on SIGPROF: every one that arrives while it is on counts, those
 * of its clock and any that others send.  The handler makes no system calls
 * and takes no locks.
 *
 * After it was on, the dispositions of SIGPROF, SIGSEGV and SIGBUS are the
 * caller's again and none of our SIGPROFs is pending.  A disposition that the
 * program changed meanwhile stays as it is.
 */
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

#include "impls/counting/faults.h"
#include "impls/counting/table.h"
#include "impls/own/engine.h"
#include "pc.h"

/*
 * The profiling clock: a SIGPROF for every period of CPU time that the
 * process spends, in all its threads together (aix.profil.1).
 *
 * It is a timer of its own (timer_create), so that the caller's interval
 * timers stay the caller's, and that exec ends it, with its pending signal:
 * the kernel does both.  On Linux before 6.4 the ticks of a program with
 * threads go to its first thread more often than is its share.
 *
 * The kernel looks at the clock once in each of its own ticks; periods that
 * passed meanwhile are in the signal, and counted.
 */
static struct {
    bool running;
    unsigned microseconds;
    timer_t timer;
} ticker;

/* Start it, or change its period.  0, or an errno (EAGAIN: this user has too
 * many signals queued and timers); then it runs as it did before. */
static int start_ticker(unsigned microseconds)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = SIGPROF,
                             .sigev_value.sival_ptr = &ticker};
    struct timespec period = {.tv_nsec = microseconds * 1000L};
    struct itimerspec setting = {.it_interval = period, .it_value = period};
    int error = 0;

    if (!ticker.running &&
        timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &ticker.timer) != 0)
        return errno;
    if (timer_settime(ticker.timer, 0, &setting, NULL) != 0) {
        error = errno;
        if (!ticker.running)
            timer_delete(ticker.timer);
        return error;
    }
    ticker.microseconds = microseconds;
    ticker.running = true;
    return 0;
}

/* A tick of it may still be pending. */
static void stop_ticker(void)
{
    if (ticker.running)
        timer_delete(ticker.timer);
    ticker.running = false;
}

/* Periods that a SIGPROF stands for: 1 unless it is ours and late. */
static inline uint32_t periods_of(const siginfo_t *info)
{
    if (info->si_code != SI_TIMER || info->si_value.sival_ptr != &ticker ||
        info->si_overrun <= 0)
        return 1;
    return 1 + (uint32_t)info->si_overrun;
}

/* Does the kernel tick often enough for it (irix.sprofil.5)? */
static bool can_be_fast(void)
{
    return engine_clock_is_fine(CLOCK_MONOTONIC_COARSE);
}

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

/* Nothing in here sets errno. */
static void on_tick(int number, siginfo_t *info, void *context)
{
    const ucontext_t *interrupted = context;
    struct signal_place *place = take_current();

    (void)number;
    if (!place)
        return;
    if (blocks_faults(&interrupted->uc_sigmask))
        faults_unblock();
    count_tick(&place->table, pc_of(interrupted), periods_of(info));
    atomic_fetch_sub(&place->users, 1);
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
 * action, which may be to die, shall get none of our ticks. */
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
    stop_ticker();
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
    error = start_ticker(microseconds);
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

/* The child has this one thread, and it is in none of our handlers. */
static void signal_adopts_child(void)
{
    atomic_store(&places[0].users, 0);
    atomic_store(&places[1].users, 0);
    if (ticker.running) {
        ticker.running = false;
        start_ticker(ticker.microseconds);
    }
}

const struct engine engine_signal = {
    .is_on = signal_is_on,
    .start = signal_start,
    .stop = signal_stop,
    .can_be_fast = can_be_fast,
    .adopt_child = signal_adopts_child,
};
