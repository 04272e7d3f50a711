/* SPDX-License-Identifier: MIT */
#include "open.h"

#include "counters.h"

bool open_answer(struct model *m, enum rule rule)
{
    if (rule_set_has(m->closed, rule))
        return false;
    if (rule_set_has(m->open, rule))
        return true;
    if (!choices_open(m->choices, rule)) {
        rule_set_add(&m->closed, rule);
        return false;
    }
    rule_set_add(&m->open, rule);
    return true;
}

bool open_is_of_profil(enum rule rule)
{
    return rule == RULE_BAD_BUFFER || rule == RULE_POOR_BUFFER ||
           rule == RULE_READONLY_BUFFER || rule == RULE_BUFFER_FAULT ||
           rule == RULE_ON_WHILE_ON || rule == RULE_FORK;
}

void open_counters(struct model *m, const struct region *region)
{
    if (region->base.kind == POINTER_GIVEN)
        m->process->memory[region->base.buffer].undetermined = true;
}

/* Whether an update of some region may fault. */
static bool may_fault(const struct process *process,
                      const struct profile *profile)
{
    for (uint32_t i = 0; i < profile->count; i++) {
        const struct region *region = &profile->regions[i];

        if (!region->disabled &&
            !counters_writable(process, &region->base, 0, region->mapping.size))
            return true;
    }
    return false;
}

/* The buffers of regions that count, as bits. */
static uint8_t buffers_of(const struct profile *profile)
{
    unsigned buffers = 0;

    for (uint32_t i = 0; i < profile->count; i++)
        if (!profile->regions[i].disabled &&
            profile->regions[i].base.kind == POINTER_GIVEN)
            buffers |= 1u << profile->regions[i].base.buffer;
    return (uint8_t)buffers;
}

void open_profiling(struct model *m, const struct profile *given)
{
    struct process *process = m->process;
    struct open_state *open = &process->open;

    if (!open->is) {
        *open = (struct open_state){.is = true, .was = true};
        if (process->on) {
            open->buffers = buffers_of(&process->profile);
            open->faults = may_fault(process, &process->profile);
            open->forms = (uint8_t)(1u << process->profile.form);
        }
    }
    process->on = false;
    if (given == NULL)
        return;
    open->buffers |= buffers_of(given);
    open->forms |= (uint8_t)(1u << given->form);
    open->faults = open->faults || may_fault(process, given);
    for (uint32_t i = 0; i < given->count; i++)
        if (!given->regions[i].disabled)
            open_counters(m, &given->regions[i]);
}

void open_tick(struct model *m)
{
    struct process *process = m->process;
    bool faults = process->open.faults;

    m->effect.changes++;
    for (unsigned i = 0; i < SCRIPT_BUFFERS; i++) {
        struct memory *memory = &process->memory[i];

        if (!(process->open.buffers >> i & 1))
            continue;
        faults = faults || memory->unmapped || memory->readonly;
        memory->undetermined = true;
    }
    if (faults && chose(m, BUFFER_FAULT_CRASHES))
        machine_anything(m);
}

bool open_is_ended_by(const struct process *process, bool list_of_aix)
{
    unsigned list = 1u << FORM_AIX_LIST;

    return (process->open.forms & (list_of_aix ? ~list : list)) == 0;
}
