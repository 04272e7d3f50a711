/* SPDX-License-Identifier: MIT */
#include "count.h"

#include <signal.h>

#include "faults.h"

/* The fault's signal is blocked still: its handler never returned. */
static void stop(struct region *region)
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
        stop(region);
    }
    faults_guarded = NULL;
}
