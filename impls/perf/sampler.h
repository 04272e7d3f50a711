/* SPDX-License-Identifier: MIT */
/*
 * The kernel's events that we ask for: software ones only, which every
 * machine has, in the processor or not.
 *
 * A clock samples at each period of CPU time.  Where the kernel permits it
 * (perf_event_paranoid 1 or less, or CAP_PERFMON) a tick in a system call
 * has the pc that made the call, as profil has it; elsewhere such ticks
 * are missing.
 */
#ifndef IMPLS_PERF_SAMPLER_H
#define IMPLS_PERF_SAMPLER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Which word of a sample's record holds the pc. */
enum event_layout {
    EVENT_PC = 1,            /* of the processor */
    EVENT_PC_OF_PROGRAM = 2, /* also where the kernel was interrupted */
};

/* Each page fault of this thread's, disabled at first: a descriptor, closed by
 * exec, or minus an errno. */
int event_open_faults(void);

/* What an event counted and how many of its samples were lost. */
struct event_count {
    uint64_t value, lost;
};

bool event_read(int event, struct event_count *count);

/* Does the kernel take a clock of ENGINE_FAST? */
bool event_can_be_fast(void);

/* In why: what an errno of these means, and what to do. */
void event_explain(int error, char *why, size_t why_size);

/*
 * The memory where the kernel leaves samples: a ring of records, that the
 * kernel adds to and we take from.  One taker at a time.
 *
 * What does not fit is lost, and the kernel says how much, in a record that
 * it adds as soon as there is room again.
 */

struct ring {
    struct perf_event_mmap_page *control; /* null: there is no ring */
    const unsigned char *records;
    uint64_t size; /* of the records, in bytes */
};

/* The ring of an event, of that many pages, a power of two.  0 or an errno.
 * It is not inherited by fork: a child must not unmap it. */
int ring_map(struct ring *ring, int event, unsigned pages);
void ring_unmap(struct ring *ring);

typedef void ring_take(void *context, uint64_t pc);

/* Take all records out, and call with the pc of each sample, in order.
 * Returns how many were reported lost. */
uint64_t ring_drain(const struct ring *ring, enum event_layout layout,
                    ring_take *take, void *context);

/*
 * The clock of a process: the kernel's samples of all its threads, those
 * that are made later too, at each period of CPU time that one of them
 * spends.
 *
 * The kernel gives a ring to a processor, so there is one for each, and an
 * event for each thread and processor.  A thread that another makes at the
 * very moment of sampler_open may be missed.
 */

struct sampler {
    enum event_layout layout;
    struct ring *rings;
    int *ring_events; /* by processor; negative for one that is off */
    size_t ring_count;
    int *clocks;
    size_t clock_count, clock_room;
    uint64_t reported_lost; /* by records */
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
