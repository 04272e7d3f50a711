/* SPDX-License-Identifier: MIT */
#include "sweep.h"

#include "regions/regions.h"

/* What one tick at pc would do. */
static struct probe probe(struct model *m, uint64_t pc)
{
    m->probe = (struct probe){.active = true};
    regions_tick(m, pc);

    struct probe result = m->probe;
    m->probe.active = false;
    return result;
}

/* Whether a tick lands in the watched part. */
static bool lands_in(const struct probe *probe, const struct op *op)
{
    int64_t at = probe->at - (int64_t)op->at;

    return probe->counted && probe->buffer == op->buffer && at >= 0 &&
           at < (int64_t)op->size;
}

/* Whether what is watched are the counters of a region, all of them. */
static bool watches(const struct op *op, const struct probe *region)
{
    return region->buffer == op->buffer && region->at >= op->at &&
           region->at + (int64_t)region->size <= op->at + (int64_t)op->size;
}

/* Of a computed scale nothing is known but that monitor samples its range. */
static int64_t computed_sweep(struct model *m, bool elsewhere)
{
    if (elsewhere || !m->process->monitor.on)
        return VALUE_UNSEEN;
    return choose(m->choices, RULE_MON_FIT) == MON_FIT_FITS ? SWEEP_FITS
                                                            : SWEEP_OUTSIDE;
}

void sweep_run(struct model *m, const struct op *op)
{
    bool computed = false, elsewhere = false, unknown = false;
    int64_t value = SWEEP_FITS;

    for (uint64_t pc = op->pc; pc < op->end; pc += op->step) {
        struct probe landed = probe(m, pc);

        computed = computed || landed.computed;
        unknown = unknown || landed.unknown;
        if (landed.computed && !watches(op, &landed)) {
            elsewhere = true; /* and what is counted there stays */
            m->process->memory[landed.buffer].undetermined = true;
        }
        if (!lands_in(&landed, op))
            value = SWEEP_OUTSIDE;
        if (op->end - pc <= op->step)
            break; /* pc + step may not be an address */
    }
    if (computed)
        value = computed_sweep(m, elsewhere);
    if (unknown)
        value = VALUE_UNSEEN;
    machine_event(m, (struct event){.kind = EVENT_SWEEP, .value = value});
}

void sweep_sleep(struct model *m, const struct op *op)
{
    struct probe landed = probe(m, op->pc);
    bool counted = (landed.counted || landed.computed) &&
                   choose(m->choices, RULE_SLEEPING) == SLEEPING_WALL_TIME;

    machine_event(
        m, (struct event){.kind = EVENT_SLEEP,
                          .value = landed.unknown ? VALUE_UNSEEN : counted});
}
