/* SPDX-License-Identifier: MIT */
#include "ring.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

static uint64_t page_size(void)
{
    return (uint64_t)sysconf(_SC_PAGESIZE);
}

/* The kernel's pages come at the first touch, and one that comes while page
 * faults are sampled would be a sample. */
static void touch(const struct ring *ring)
{
    const volatile unsigned char *byte = (unsigned char *)ring->control;

    for (uint64_t at = 0; at < page_size() + ring->size; at += page_size())
        (void)byte[at];
    __atomic_store_n(&ring->control->data_tail, 0, __ATOMIC_RELEASE);
}

int ring_map(struct ring *ring, int event, unsigned pages)
{
    void *at;

    ring->size = pages * page_size();
    ring->control = NULL;
    at = mmap(NULL, page_size() + ring->size, PROT_READ | PROT_WRITE,
              MAP_SHARED, event, 0);
    if (at == MAP_FAILED)
        return errno;
    ring->control = at;
    ring->records = (const unsigned char *)at + page_size();
    touch(ring);
    return 0;
}

void ring_unmap(struct ring *ring)
{
    if (ring->control)
        munmap(ring->control, page_size() + ring->size);
    ring->control = NULL;
}

/* Records are of whole words, and go on at the beginning after the end. */
static uint64_t word(const struct ring *ring, uint64_t at)
{
    at &= ring->size - 1;
    return *(const uint64_t *)(const void *)(ring->records + at);
}

static uint64_t take_one(const struct ring *ring, uint64_t at, uint32_t type,
                         enum event_layout layout, ring_take *take,
                         void *context)
{
    enum { NUMBER_LOST = 2, REGISTERS_KNOWN = 1 };

    switch (type) {
    case PERF_RECORD_SAMPLE:
        if (layout == EVENT_PC || word(ring, at + 8 * REGISTERS_KNOWN) != 0)
            take(context, word(ring, at + 8 * (uint64_t)layout));
        return 0;
    case PERF_RECORD_LOST: return word(ring, at + 8 * NUMBER_LOST);
    case PERF_RECORD_THROTTLE: return 1; /* or more: it does not say */
    default: return 0;
    }
}

uint64_t ring_drain(const struct ring *ring, enum event_layout layout,
                    ring_take *take, void *context)
{
    struct perf_event_mmap_page *control = ring->control;
    uint64_t head = __atomic_load_n(&control->data_head, __ATOMIC_ACQUIRE);
    uint64_t at = control->data_tail, lost = 0;

    while (at < head) {
        uint64_t begin = word(ring, at);
        struct perf_event_header header;

        __builtin_memcpy(&header, &begin, sizeof header);
        lost += take_one(ring, at, header.type, layout, take, context);
        at += header.size;
    }
    __atomic_store_n(&control->data_tail, at, __ATOMIC_RELEASE);
    return lost;
}
