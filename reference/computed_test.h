/* SPDX-License-Identifier: MIT */
/* Ticks of computed scales, and counts that they may have led to. */
#ifndef REFERENCE_COMPUTED_TEST_H
#define REFERENCE_COMPUTED_TEST_H

#include "unit_test.h"

#include "computed.h"

#include <string.h>

/* Of an element, and with those that it may reach. */
enum { COUNTERS = 16, ROOM = 2 * COUNTERS + 1 };

enum { OTHER = 1 };

static struct computed computed;
static uint16_t before[ROOM], found[ROOM];

static inline struct computed_part part_at(uint64_t offset, int64_t at,
                                           uint64_t size)
{
    struct mapping mapping = {
        .offset = offset, .size = size, .width = 2, .address_bits = 64};

    return (struct computed_part){mapping, 0, at,
                                  computed_reach(&computed, &mapping)};
}

static inline struct computed_part whole(void)
{
    return part_at(0x1000, 0, 2 * COUNTERS);
}

static inline void begin(void)
{
    computed = (struct computed){.rounding = ROUNDING_UP,
                                 .unit = UNIT_BYTE_OFFSET,
                                 .scale_two = SCALE_TWO_ARITHMETIC,
                                 .odd_tail = ODD_TAIL_WHOLE_COUNTERS,
                                 .extent = EXTENT_BY_COUNTER};
    memset(before, 0, sizeof before);
    memset(found, 0, sizeof found);
}

static inline void tick(uint64_t pc, unsigned times)
{
    struct computed_part part = whole();

    for (unsigned i = 0; i < times; i++)
        assert_true(computed_tick(&computed, &part, pc));
}

static inline bool explained(void)
{
    return computed_explains(&computed, 0, (const unsigned char *)before,
                             (const unsigned char *)found, sizeof found);
}

#endif
