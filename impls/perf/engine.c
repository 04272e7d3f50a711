/* SPDX-License-Identifier: MIT */
#include "engine.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "drainer.h"
#include "event.h"
#include "impls/counting/count.h"
#include "impls/counting/faults.h"
#include "sampler.h"

/* A clock at work.  It stays where it is made, since a thread uses it. */
struct clock {
    struct sampler sampler;
    struct drainer drainer;
    unsigned microseconds;
};

/* What the drainer and the calls share. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct table table;
static struct clock *clock_on; /* null: off */

static bool held;
static uint64_t lost_before; /* of clocks that were replaced */
static int refused;

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

static int open_clock(unsigned microseconds, struct clock **opened)
{
    struct clock *clock = calloc(1, sizeof *clock);
    int error = clock ? drainer_make(&clock->drainer) : ENOMEM;

    if (error == 0) {
        error = sampler_open(&clock->sampler, clock->drainer.id, microseconds);
        if (error != 0)
            drainer_end(&clock->drainer);
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
    drainer_begin(&clock->drainer, &clock->sampler, drain);
    if (!held)
        sampler_enable(&clock->sampler, true);
}

/* With its last ticks counted. */
static void close_clock(void)
{
    struct clock *clock = clock_on;

    sampler_enable(&clock->sampler, false);
    drainer_end(&clock->drainer);
    drain();
    lost_before += sampler_lost(&clock->sampler);
    clock_on = NULL;
    sampler_close(&clock->sampler);
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

static void tell_lost(void)
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
    set_table(&none);
    faults_release();
    tell_lost();
}

uint64_t perf_lost(void)
{
    struct engine_call call;
    uint64_t lost;

    engine_enter(&call);
    lost = lost_before + (clock_on ? sampler_lost(&clock_on->sampler) : 0);
    engine_leave(&call, 0);
    return lost;
}

int perf_refused(void)
{
    return refused;
}

void perf_hold(bool now_held)
{
    held = now_held;
    if (clock_on)
        sampler_enable(&clock_on->sampler, !held);
    drain();
}

void perf_count(const uint64_t *pcs, size_t count)
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

/* The drainer, which is not here, may have held the lock. */
static void perf_adopts_child(void)
{
    struct clock *inherited = clock_on, *clock;

    pthread_mutex_init(&lock, NULL);
    if (!inherited)
        return;
    clock_on = NULL;
    lost_before = 0;
    sampler_forget(&inherited->sampler);
    drainer_forget(&inherited->drainer);
    refused = open_clock(inherited->microseconds, &clock);
    free(inherited);
    if (refused == 0) {
        set_to_work(clock);
    } else {
        faults_release();
        table_free(&table);
    }
}

const struct engine engine_perf = {
    .name = "perf",
    .is_on = perf_is_on,
    .start = perf_start,
    .stop = perf_stop,
    .can_be_fast = event_can_be_fast,
    .before_fork = drain_before_fork,
    .after_fork = unlock_after_fork,
    .adopt_child = perf_adopts_child,
};
