/* SPDX-License-Identifier: MIT */
/*
 * A tick counted, wherever its pc came from.
 *
 * faults_catch must be in force, and SIGSEGV and SIGBUS not blocked in this
 * thread: a region whose counter can't be written is stopped.  May run in a
 * signal handler, and in any number of threads at once.
 */
#ifndef IMPLS_COUNTING_COUNT_H
#define IMPLS_COUNTING_COUNT_H

#include "table.h"

void count_tick(const struct table *table, uint64_t pc, uint32_t periods);

/* The same where nothing else counts: no other thread, and no process that
 * shares the counters. */
void count_tick_alone(const struct table *table, uint64_t pc, uint32_t periods);

/* A tick at each of these. */
void count_ticks(const struct table *table, const uint64_t *pcs, size_t count);

#endif
