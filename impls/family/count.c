/* SPDX-License-Identifier: MIT */
#include "count.h"

#include <signal.h>

#include "faults.h"

/* The fault's signal is blocked still: its handler never returned. */
static void stop_region(struct region *region)
{
    sigset_t faults;

    atomic_store(&region->stopped, true);
    sigemptyset(&faults);
    sigaddset(&faults, SIGSEGV);
    sigaddset(&faults, SIGBUS);
    pthread_sigmask(SIG_UNBLOCK, &faults, NULL);
}

void count_tick(const struct table *table, uint64_t pc, uint32_t periods)
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
        stop_region(region);
    }
    faults_guarded = NULL;
}

void count_ticks(const struct table *table, const uint64_t *pcs, size_t count)
{
    struct faults_guard guard;
    struct region *volatile region = NULL;
    volatile size_t next = 0;
    uint64_t counter;

    if (sigsetjmp(guard.back, 0) != 0)
        stop_region(region);
    faults_guarded = &guard;
    while (next < count) {
        struct region *found = table_find(table, pcs[next++], &counter);

        if (!found)
            continue;
        region = found;
        atomic_signal_fence(memory_order_seq_cst);
        region_count(found, counter, 1);
        atomic_signal_fence(memory_order_seq_cst);
    }
    faults_guarded = NULL;
}
