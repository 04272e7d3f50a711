/* SPDX-License-Identifier: MIT */
/*
 * The clock of a process: the kernel's samples of all its threads, those
 * that are made later too, at each period of CPU time that one of them
 * spends.
 *
 * The kernel gives a ring to a processor, so there is one for each, and an
 * event for each thread and processor.  A thread that another makes at the
 * very moment of sampler_open may be missed.
 */
#ifndef IMPLS_PERF_SAMPLER_H
#define IMPLS_PERF_SAMPLER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "ring.h"

struct sampler {
    enum event_layout layout;
    struct ring *rings;
    int *ring_events; /* by processor; negative for one that is off */
    size_t ring_count;
    int *clocks;
    size_t clock_count, clock_room;
    uint64_t told_lost; /* by records */
};

/* Open all, disabled.  The rings are held by a thread that takes from them
 * and is not sampled itself.  0, or an errno and nothing is left. */
int sampler_open(struct sampler *sampler, pid_t taker, unsigned microseconds);

void sampler_enable(const struct sampler *sampler, bool on);

/* Take all samples that there are. */
void sampler_drain(struct sampler *sampler, ring_take *take, void *context);

/* Samples that were lost. */
uint64_t sampler_lost(const struct sampler *sampler);

void sampler_close(struct sampler *sampler);

/* In a child of fork, instead: descriptors are there, the rings are not. */
void sampler_forget(struct sampler *sampler);

#endif
