/* SPDX-License-Identifier: MIT */
/* What the runtime behind -pg counts: ticks, and calls in their arcs. */
#ifndef REFERENCE_GMON_GMON_COUNT_H
#define REFERENCE_GMON_GMON_COUNT_H

#include "reference/machine.h"

/* That of the process which runs. */
static inline struct gmon_state *gmon_state_of(struct model *m)
{
    return &m->gmon[m->process - m->processes];
}

static inline enum choice gmon_asked(struct model *m, enum rule rule)
{
    return choose(m->choices, rule);
}

void gmon_count_ticks(struct model *m, uint64_t pc, uint32_t ticks);

/* So many calls of self, from there. */
void gmon_count_calls(struct model *m, uint64_t from, uint64_t self,
                      uint32_t calls);

/* OP_ROW. */
void gmon_count_row(struct model *m, const struct op *op);

/* OP_NESTED and OP_THREADS. */
void gmon_count_beside(struct model *m, const struct op *op);

#endif
