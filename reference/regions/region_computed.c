/* SPDX-License-Identifier: MIT */
#include "region_computed.h"

#include "reference/counters.h"

/* Whether the counters may lie past what the script gives (aix.profil.11). */
static bool goes_beyond(const struct memory *memory,
                        const struct computed_part *part)
{
    return part->at + (int64_t)part->reach > (int64_t)memory->size;
}

/* A tick that is in monitor's histogram: for certain by any scale only at the
 * lowest address. */
static void count_monitored(struct model *m, const struct region *region,
                            uint64_t pc)
{
    struct monitor *monitor = &m->process->monitor;

    monitor->ticks++;
    monitor->doubtful += pc != region->mapping.offset &&
                         choose(m->choices, RULE_MON_FIT) == MON_FIT_TOO_FINE;
}

/* Where an element of a computed scale may count, with all that its formula
 * depends on; of monitor's no formula is known. */
static struct computed_part computed_part(struct model *m,
                                          const struct region *region)
{
    struct computed *computed = &m->process->computed;
    struct computed_part part = {region->mapping, region->base.buffer,
                                 region->base.at, region->mapping.size};

    if (region->monitored)
        return part;
    computed->rounding = choose(m->choices, RULE_ROUNDING);
    computed->unit = choose(m->choices, RULE_UNIT);
    computed->scale_two = choose(m->choices, RULE_SCALE_TWO);
    computed->odd_tail = choose(m->choices, RULE_ODD_TAIL);
    computed->extent = choose(m->choices, RULE_EXTENT);
    part.reach = computed_reach(computed, &region->mapping);
    return part;
}

void region_computed_tick(struct model *m, struct region *region, uint64_t pc)
{
    struct process *process = m->process;
    struct computed_part part = computed_part(m, region);
    struct memory *memory = &process->memory[part.buffer];

    m->probe.computed = true;
    m->probe.buffer = part.buffer;
    m->probe.at = part.at;
    m->probe.size = part.mapping.size;
    if (region->base.kind == POINTER_GIVEN && goes_beyond(memory, &part))
        memory->undetermined = memory->beyond = true;
    if (m->probe.active)
        return;
    m->effect.changes++;
    if (region->base.kind != POINTER_GIVEN) { /* monstartup's own buffer */
        count_monitored(m, region, pc);
        return;
    }
    if (!counters_writable(process, &region->base, 0, region->mapping.size)) {
        if (region->monitored)
            machine_anything(m);
        else
            counters_fault(m, region);
        return;
    }
    if (region->monitored) {
        memory->monitored = true; /* the manual has no formula */
        count_monitored(m, region, pc);
        return;
    }
    if (choose(m->choices, RULE_COMPUTED_SCALE) == COMPUTED_SCALE_NO_SCALE) {
        memory->undetermined = true;
        return;
    }
    if (memory->shared || !computed_tick(&process->computed, &part, pc))
        memory->undetermined = true;
}
