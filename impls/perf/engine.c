/* SPDX-License-Identifier: MIT */
/*
 * The engine on perf_event_open: the kernel samples, and leaves the pcs in
 * rings, from where they are counted in the regions.
 *
 * When a call of a dialect returns, the ticks that came before it are in
 * the buffers.  While profiling is on, our thread puts them there
 * within some hundredths of a second.  No signal is used, but for SIGSEGV
 * and SIGBUS, so that a buffer that goes away stops its region only.
 *
 * Ticks may be lost where the rings are full.  Where the environment has
 * PROFIL_PERF_LOST set to something, a line on stderr says how many when
 * profiling is turned off, if there were any.
 *
 * In a child of fork it starts anew, and is off if that is not possible: to
 * deliver says why.
 */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/types.h>
#include <unistd.h>

#include "exact.h"
#include "impls/counting/faults.h"
#include "impls/impl.h"
#include "impls/own/engine.h"
#include "sampler.h"

enum {
    STACK = 256 * 1024,
    GATHER = 20, /* milliseconds in which more may come */
};

/* A clock, and the thread that counts its samples.  It stays where it is
 * made. */
struct clock {
    struct sampler sampler;
    unsigned microseconds;
    pthread_t thread;
    pid_t id;
    int quit;               /* an eventfd that asks the thread to end */
    struct pollfd *sources; /* that, and an event of each ring */
    bool works;
    sem_t born, begin;
};

/* What that thread and the calls share. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct table table;
static struct clock *clock_on; /* null: off */

static bool held;
static uint64_t lost_before; /* of clocks that were replaced */
static int refused;          /* why it is not on in a child of fork */

static void count_one(void *unused, uint64_t pc)
{
    (void)unused;
    count_tick(&table, pc, 1);
}

/* All that there is, into the regions of now. */
static void drain(void)
{
    pthread_mutex_lock(&lock);
    if (clock_on)
        sampler_drain(&clock_on->sampler, count_one, NULL);
    pthread_mutex_unlock(&lock);
}

/* The thread allocates nothing: a child of a fork that comes meanwhile, and
 * tells nobody, would find the allocator locked. */
static void drain_until_asked(const struct clock *clock)
{
    struct pollfd quit = {.fd = clock->quit, .events = POLLIN};

    do {
        poll(clock->sources, clock->sampler.ring_count + 1, -1);
        drain();
    } while (poll(&quit, 1, GATHER) <= 0);
}

static void *run_thread(void *argument)
{
    struct clock *clock = argument;
    sigset_t set;

    sigfillset(&set);
    sigdelset(&set, SIGSEGV);
    sigdelset(&set, SIGBUS);
    pthread_sigmask(SIG_SETMASK, &set, NULL);
    pthread_setname_np(pthread_self(), "profil");
    clock->id = gettid();
    sem_post(&clock->born);
    while (sem_wait(&clock->begin) != 0)
        ;
    if (clock->works)
        drain_until_asked(clock);
    return NULL;
}

/* It waits until it is set to work.  0 or an errno. */
static int make_clock_thread(struct clock *clock)
{
    pthread_attr_t attributes;
    int error;

    clock->quit = eventfd(0, EFD_CLOEXEC);
    if (clock->quit < 0)
        return errno;
    sem_init(&clock->born, 0, 0);
    sem_init(&clock->begin, 0, 0);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    error = pthread_create(&clock->thread, &attributes, run_thread, clock);
    pthread_attr_destroy(&attributes);
    if (error != 0)
        close(clock->quit);
    while (error == 0 && sem_wait(&clock->born) != 0)
        ;
    return error;
}

/* End it, at work or not, and wait until it has ended. */
static void end_clock_thread(struct clock *clock)
{
    if (!clock->works)
        sem_post(&clock->begin);
    eventfd_write(clock->quit, 1);
    pthread_join(clock->thread, NULL);
    close(clock->quit);
}

/* What its thread waits for.  0 or an errno. */
static int list_sources(struct clock *clock)
{
    const struct sampler *sampler = &clock->sampler;
    size_t count = sampler->ring_count + 1;

    clock->sources = calloc(count, sizeof *clock->sources);
    for (size_t i = 0; clock->sources && i < count; i++)
        clock->sources[i] = (struct pollfd){
            .fd = i > 0 ? sampler->ring_events[i - 1] : clock->quit,
            .events = POLLIN,
        };
    return clock->sources ? 0 : ENOMEM;
}

static int open_clock(unsigned microseconds, struct clock **opened)
{
    struct clock *clock = calloc(1, sizeof *clock);
    int error = clock ? make_clock_thread(clock) : ENOMEM;

    if (error == 0) {
        error = sampler_open(&clock->sampler, clock->id, microseconds);
        if (error == 0 && (error = list_sources(clock)) != 0)
            sampler_close(&clock->sampler);
        if (error != 0)
            end_clock_thread(clock);
    }
    if (error != 0) {
        free(clock);
        return error;
    }
    clock->microseconds = microseconds;
    *opened = clock;
    return 0;
}

static void set_to_work(struct clock *clock)
{
    clock_on = clock;
    clock->works = true;
    sem_post(&clock->begin);
    if (!held)
        sampler_enable(&clock->sampler, true);
}

/* With its last ticks counted. */
static void close_clock(void)
{
    struct clock *clock = clock_on;

    sampler_enable(&clock->sampler, false);
    end_clock_thread(clock);
    drain();
    lost_before += sampler_lost(&clock->sampler);
    clock_on = NULL;
    sampler_close(&clock->sampler);
    free(clock->sources);
    free(clock);
}

static void set_table(struct table *new)
{
    struct table old;

    pthread_mutex_lock(&lock);
    old = table;
    table = *new;
    pthread_mutex_unlock(&lock);
    table_free(&old);
}

static bool perf_is_on(void)
{
    return clock_on != NULL;
}

static int perf_start(const struct region *list, size_t count,
                      unsigned microseconds)
{
    bool was_on = perf_is_on();
    struct clock *clock = NULL;
    struct table new;
    int error = table_make(&new, list, count);

    if (error != 0)
        return error;
    if (!was_on || clock_on->microseconds != microseconds) {
        error = open_clock(microseconds, &clock);
        if (error != 0) {
            table_free(&new);
            return error;
        }
    }
    if (!was_on) {
        lost_before = 0;
        faults_catch();
    } else if (clock) {
        close_clock();
    } else {
        drain();
    }
    refused = 0;
    set_table(&new);
    if (clock)
        set_to_work(clock);
    return 0;
}

static void report_lost(void)
{
    const char *asked = getenv("PROFIL_PERF_LOST");

    if (asked && *asked && lost_before > 0)
        dprintf(STDERR_FILENO,
                "profil: %llu ticks were lost: the kernel's rings were full\n",
                (unsigned long long)lost_before);
}

static void perf_stop(void)
{
    struct table none = {0};

    if (!perf_is_on())
        return;
    close_clock();
    exact_close();
    set_table(&none);
    faults_release();
    report_lost();
}

static void perf_hold(bool now_held)
{
    held = now_held;
    if (clock_on)
        sampler_enable(&clock_on->sampler, !held);
    drain();
}

/* Ticks that came in another way than by the clock. */
static void count_pcs(const uint64_t *pcs, size_t count)
{
    pthread_mutex_lock(&lock);
    if (clock_on)
        count_ticks(&table, pcs, count);
    pthread_mutex_unlock(&lock);
}

/* What came before the fork is in the buffers of both. */
static void drain_before_fork(void)
{
    drain();
    pthread_mutex_lock(&lock);
}

static void unlock_after_fork(void)
{
    pthread_mutex_unlock(&lock);
}

/* The thread that drains, which is not here, may have held the lock. */
static void perf_adopts_child(void)
{
    struct clock *inherited = clock_on, *clock;

    pthread_mutex_init(&lock, NULL);
    if (!inherited)
        return;
    clock_on = NULL;
    lost_before = 0;
    sampler_forget(&inherited->sampler);
    close(inherited->quit);
    refused = open_clock(inherited->microseconds, &clock);
    free(inherited->sources);
    free(inherited);
    if (refused == 0) {
        set_to_work(clock);
    } else {
        faults_release();
        table_free(&table);
    }
}

/* Ticks one after the other, as a row of pcs. */
struct perf_row {
    const struct impl_tick *tick, *end;
    uint32_t taken; /* of that tick */
};

static size_t next_pcs(struct perf_row *row, uint64_t *pcs, size_t room)
{
    size_t n = 0;

    while (n < room && row->tick < row->end) {
        if (row->taken == row->tick->count) {
            row->tick++;
            row->taken = 0;
        } else {
            pcs[n++] = row->tick->pc;
            row->taken++;
        }
    }
    return n;
}

static int deliver_row(const struct impl_tick *ticks, size_t count, char *why,
                       size_t why_size)
{
    struct perf_row row = {.tick = ticks, .end = ticks + count};
    uint64_t pcs[EXACT_BATCH];
    size_t n;
    int error = 0;

    for (size_t i = 0; error == 0 && i < count; i++)
        if (i == 0 || ticks[i].pc >> 12 != ticks[i - 1].pc >> 12)
            error = exact_possible(ticks[i].pc, why, why_size);
    while (error == 0 && (n = next_pcs(&row, pcs, EXACT_BATCH)) > 0)
        error = exact_samples(pcs, n, count_pcs, why, why_size);
    return error;
}

static int perf_deliver(const struct impl_tick *ticks, size_t count, char *why,
                        size_t why_size)
{
    int error = refused;

    if (error != 0)
        event_explain(error, why, why_size);
    else
        error = exact_prepare(why, why_size);
    if (error == 0 && perf_is_on())
        error = deliver_row(ticks, count, why, why_size);
    return error;
}

const struct engine engine_perf = {
    .is_on = perf_is_on,
    .start = perf_start,
    .stop = perf_stop,
    .can_be_fast = event_can_be_fast,
    .before_fork = drain_before_fork,
    .after_fork = unlock_after_fork,
    .adopt_child = perf_adopts_child,
    .deliver = perf_deliver,
    .hold = perf_hold,
};
