/* SPDX-License-Identifier: MIT */
#include "counters.h"

#include <string.h>

#include "counter_bytes.h"
#include "open.h"

bool counters_writable(const struct process *process,
                       const struct pointer *base, int64_t at, uint64_t size)
{
    if (base->kind != POINTER_GIVEN)
        return false;

    const struct memory *memory = &process->memory[base->buffer];
    if (memory->bytes == NULL || memory->unmapped || memory->readonly)
        return false;

    uint64_t room = (uint64_t)memory->size + 2 * SCRIPT_ZONE;
    uint64_t first = (uint64_t)(base->at + at + SCRIPT_ZONE);
    return first <= room && size <= room - first;
}

void counters_fault(struct model *m, struct region *region)
{
    m->effect.changes++;
    if (m->process->profile.form != FORM_REGIONS &&
        open_answer(m, RULE_BUFFER_FAULT)) {
        machine_anything(m);
        return;
    }
    switch (choose(m->choices, RULE_BUFFER_FAULT)) {
    case BUFFER_FAULT_STOPS:
        region->stopped = true;
        break; /* irix.sprofil.17 */
    case BUFFER_FAULT_STOPS_ALL: m->process->on = false; break;
    case BUFFER_FAULT_SKIPS: break;
    default: machine_crash(m);
    }
}

/* The least value from here on at which a rule speaks of a counter. */
static uint32_t next_limit(unsigned width, uint32_t value)
{
    static const uint32_t limits[] = {INT16_MAX, INT16_MAX + 1, UINT16_MAX};

    for (unsigned k = width == 2 ? 0 : 2; k < 3; k++)
        if (value <= limits[k])
            return limits[k];
    return value;
}

/* Add 1 to a counter that holds value, and note how often more that can be done
 * before a rule applies. */
static void go_up(struct model *m, unsigned char *counter, unsigned width,
                  uint32_t value)
{
    counter_write(counter, width, m->script->swapped, value + 1);
    m->effect.counter = counter;
    m->effect.width = width;
    m->effect.swapped = m->script->swapped;
    m->effect.room = next_limit(width, value + 1) - (value + 1);
}

void counters_go_up(const struct effect *effect, uint32_t times)
{
    counter_write(
        effect->counter, effect->width, effect->swapped,
        counter_read(effect->counter, effect->width, effect->swapped) + times);
}

/* Whether a choice stops profiling rather than pass this value. */
static bool stops(enum choice choice, uint32_t value, uint32_t greatest)
{
    return choice == COUNTER_FULL_STOP_AT_32767 ||
           (choice == COUNTER_FULL_STOP_AT_32768 && value >= 32768) ||
           (choice == COUNTER_FULL_STOP_WHEN_FULL && value == greatest);
}

/* A counter that has reached 32767 or its greatest value. */
static void full(struct model *m, unsigned char *counter, unsigned width,
                 uint32_t value, uint32_t greatest)
{
    bool swapped = m->script->swapped;
    enum choice choice;

    if (width == 4) {
        if (chose(m, WIDE_FULL_WRAP))
            counter_write(counter, width, swapped, 0);
        else if (chose(m, WIDE_FULL_STOP))
            m->process->on = false;
        return;
    }
    choice = choose(m->choices, RULE_COUNTER_FULL);
    if (stops(choice, value, greatest)) {
        m->process->on = false;
        return;
    }
    if (choice == COUNTER_FULL_SATURATE && value == greatest)
        return; /* aix.profil.4 */
    if (value < greatest) {
        go_up(m, counter, width, value);
        return;
    }
    counter_write(counter, width, swapped, 0);
    if (choice == COUNTER_FULL_CARRY)
        counter_write(counter + width, width, swapped,
                      counter_read(counter + width, width, swapped) + 1);
}

/* A counter of 32 bits that has reached 65535: whether that is all there is
 * to it. */
static bool ends_at_16_bits(struct model *m, unsigned char *counter,
                            uint32_t value)
{
    bool low_is_full = (value & UINT16_MAX) == UINT16_MAX;

    switch (choose(m->choices, RULE_COUNTER_BITS)) {
    case COUNTER_BITS_LOW_16_WRAP:
        if (low_is_full)
            counter_write(counter, 4, m->script->swapped, value - UINT16_MAX);
        return low_is_full;
    case COUNTER_BITS_LOW_16_SATURATE: return low_is_full;
    case COUNTER_BITS_BELOW_65535: return true;
    default: return false; /* COUNTER_BITS_ALL: irix.sprofil.3 */
    }
}

/* The full counter of an overflow bin, and a pc of no region: irix.sprofil.3
 * says no more of it than of others. */
static void full_bin(struct model *m, unsigned char *counter, unsigned width)
{
    bool wide = width == 4;

    if (chose(m, wide ? WIDE_BIN_FULL_WRAP : BIN_FULL_WRAP))
        counter_write(counter, width, m->script->swapped, 0);
    else if (chose(m, wide ? WIDE_BIN_FULL_STOP : BIN_FULL_STOP))
        m->process->on = false;
}

static void increment(struct model *m, struct region *region, uint64_t at,
                      bool outside)
{
    unsigned width = region->mapping.width;
    uint32_t greatest = width == 2 ? UINT16_MAX : UINT32_MAX;

    if (m->probe.active) {
        m->probe.counted = true;
        m->probe.buffer = region->base.buffer;
        m->probe.at = region->base.at + (int64_t)at;
        return;
    }
    m->effect.changes++;
    if (at > INT64_MAX / 2 ||
        !counters_writable(m->process, &region->base, (int64_t)at, width)) {
        counters_fault(m, region);
        return;
    }

    struct memory *memory = &m->process->memory[region->base.buffer];
    unsigned char *counter = memory->bytes + SCRIPT_ZONE + region->base.at + at;
    uint32_t value = counter_read(counter, width, m->script->swapped);
    if (width == 4 && value >= UINT16_MAX && ends_at_16_bits(m, counter, value))
        return;
    if (outside && value == greatest)
        full_bin(m, counter, width);
    else if (value == greatest || (width == 2 && value >= 32767))
        full(m, counter, width, value, greatest);
    else
        go_up(m, counter, width, value);
}

void counters_increment(struct model *m, struct region *region, uint64_t at)
{
    increment(m, region, at, false);
}

void counters_overflow(struct model *m, struct region *bin)
{
    increment(m, bin, 0, true);
}

/* The first byte is 0, and each equals the one before it. */
static bool all_zero(const unsigned char *bytes, uint64_t size)
{
    return size == 0 ||
           (bytes[0] == 0 && memcmp(bytes, bytes + 1, size - 1) == 0);
}

/* What a region's buffer holds, or null where it can't be written. */
static unsigned char *held(struct process *process, const struct region *region)
{
    if (region->disabled ||
        !counters_writable(process, &region->base, 0, region->mapping.size))
        return NULL;
    return process->memory[region->base.buffer].bytes + SCRIPT_ZONE +
           region->base.at;
}

/* Whether it is not known what a region's buffer holds (open.h). */
static bool is_unknown(const struct memory *memory, const struct region *region)
{
    return memory->undetermined && !region->monitored && !memory->monitored;
}

/* Whether a buffer that holds something is cleared: no page speaks of it. */
static bool is_cleared(struct model *m, uint8_t begun, unsigned buffer)
{
    switch (choose(m->choices, RULE_BUFFER_START)) {
    case BUFFER_START_CLEARED: return true;
    case BUFFER_START_CLEARED_IF_OTHER: return !(begun >> buffer & 1);
    default: return false;
    }
}

void counters_start(struct model *m, const struct profile *profile)
{
    uint8_t begun = m->process->begun;

    m->process->begun = 0;
    for (uint32_t i = 0; i < profile->count; i++) {
        const struct region *region = &profile->regions[i];
        uint64_t size = region->mapping.size;
        unsigned char *bytes = held(m->process, region);

        if (region->base.kind == POINTER_GIVEN)
            m->process->begun |= (uint8_t)(1u << region->base.buffer);
        if (bytes == NULL)
            continue;

        struct memory *memory = &m->process->memory[region->base.buffer];
        struct computed_part part = {region->mapping, region->base.buffer,
                                     region->base.at, size, 0};
        if ((!all_zero(bytes, size) || is_unknown(memory, region) ||
             computed_counted(&m->process->computed, &part)) &&
            is_cleared(m, begun, region->base.buffer)) {
            memset(bytes, 0, size);
            computed_clear(&m->process->computed, &part);
            if (is_unknown(memory, region) && region->base.at == 0 &&
                size >= memory->size)
                memory->undetermined = false;
        }
    }
}

void counters_clear(struct process *process)
{
    for (uint32_t i = 0; i < process->profile.count; i++) {
        const struct region *region = &process->profile.regions[i];
        struct computed_part part = {region->mapping, region->base.buffer,
                                     region->base.at, region->mapping.size, 0};
        unsigned char *bytes = held(process, region);

        if (bytes == NULL)
            continue;
        memset(bytes, 0, region->mapping.size);
        computed_clear(&process->computed, &part);
    }
}
