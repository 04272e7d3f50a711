/* SPDX-License-Identifier: MIT */
#include "machine.h"

static void begin_process(struct process *process)
{
    struct monitor *monitor = &process->monitor;

    process->number = 0;
    process->on = process->was_on = process->ended = process->unticked = false;
    process->begun = 0;
    process->dead = process->exited = false;
    process->open = (struct open_state){0};
    profile_begin(&process->profile, FORM_ONE);
    monitor->on = monitor->paused = monitor->any_functions = false;
    monitor->maybe_paused = monitor->misplaced = monitor->reused = false;
    monitor->low = monitor->high = monitor->limit = 0;
    monitor->ticks = monitor->doubtful = 0;
    monitor->functions = 0;
    for (unsigned i = 0; i < SCRIPT_BUFFERS; i++)
        process->memory[i] = (struct memory){0};
    process->computed.parts = process->computed.counts = 0;
    process->computed.product = PRODUCT_EXACT;
}

void machine_begin(struct model *m)
{
    m->op = 0;
    m->skipped = 0;
    m->exhausted = m->anything = m->at_odds = false;
    m->limit_asked = m->overlaps_asked = false;
    m->compared = m->choices->until_odds;
    m->idle = (struct idle_regions){0};
    m->probe = (struct probe){0};
    m->written.state = FILE_ABSENT;
    m->written.unknown = m->written.recorded = false;
    m->process = &m->processes[0];
    begin_process(m->process);
}

/* Hold the last event of a run, whose earlier ones are as seen, against what
 * was seen.  Where either says anything, nothing later is at odds. */
static void compare(struct model *m)
{
    const struct outcome *run = m->outcome, *seen = m->choices->observed;
    size_t last = run->count - 1;

    if (outcome_is_open(run, last) || outcome_is_open(seen, last))
        m->compared = false;
    else
        m->at_odds = last >= seen->count ||
                     !event_agrees(&run->events[last], &seen->events[last]);
}

void machine_event(struct model *m, struct event event)
{
    event.process = m->process->number;
    event.op = m->op;
    if (!outcome_add(m->outcome, &event))
        m->exhausted = true;
    else if (m->compared && !m->at_odds)
        compare(m);
}

void machine_crash(struct model *m)
{
    if (m->process->dead)
        return;
    m->process->dead = true;
    m->process->on = m->process->open.is = false;
    machine_event(m, (struct event){.kind = EVENT_CRASH});
}

void machine_anything(struct model *m)
{
    if (m->anything)
        return;
    if (rule_set_empty(m->choices->opened)) /* else that is why */
        choose(m->choices, RULE_MON_UNDEFINED);
    machine_event(m, (struct event){.kind = EVENT_ANYTHING});
    m->anything = true;
}

unsigned char *machine_allocate(struct model *m, size_t all)
{
    if (m->arena_size - m->arena_used < all) {
        m->exhausted = true;
        return NULL;
    }

    unsigned char *bytes = m->arena + m->arena_used;
    m->arena_used += all;
    return bytes;
}
