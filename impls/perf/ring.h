/* SPDX-License-Identifier: MIT */
/*
 * The memory where the kernel leaves samples: a ring of records, that the
 * kernel adds to and we take from.  One taker at a time.
 *
 * What does not fit is lost, and the kernel says how much, in a record that
 * it adds as soon as there is room again.
 */
#ifndef IMPLS_PERF_RING_H
#define IMPLS_PERF_RING_H

#include <stdint.h>

#include "event.h"

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
 * Returns how many are told to be lost. */
uint64_t ring_drain(const struct ring *ring, enum event_layout layout,
                    ring_take *take, void *context);

#endif
