/* SPDX-License-Identifier: MIT */
#include "machine.h"

void machine_event(struct model *m, struct event event)
{
    event.process = m->process->number;
    event.op = m->op;
    if (!outcome_add(m->outcome, &event))
        m->exhausted = true;
}

void machine_crash(struct model *m)
{
    if (m->process->dead)
        return;
    m->process->dead = true;
    m->process->on = false;
    machine_event(m, (struct event){.kind = EVENT_CRASH});
}

void machine_anything(struct model *m)
{
    choose(m->choices, RULE_MON_UNDEFINED);
    machine_event(m, (struct event){.kind = EVENT_ANYTHING});
    m->anything = true;
}
