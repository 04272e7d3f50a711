/* SPDX-License-Identifier: MIT */
#include "gmon_count.h"

static bool in_range(const struct gmon_counts *c, uint64_t pc)
{
    return pc >= c->low && pc < c->high;
}

/* Where another table may be that is no longer than the counters. */
static bool is_behind(const struct gmon_counts *c, uint64_t pc)
{
    return pc >= c->high && pc - c->high < c->high - c->low;
}

/* gmon.1, .3 */
void gmon_count_ticks(struct model *m, uint64_t pc, uint32_t ticks)
{
    struct gmon_state *state = gmon_state_of(m);
    struct gmon_counts *counted = &state->counted;

    if (!state->on || state->paused || state->ticks_off ||
        gmon_asked(m, RULE_TICKS) != TICKS_COUNTED)
        return;
    if (!in_range(counted, pc)) {
        enum choice outside = gmon_asked(m, RULE_GMON_OUTSIDE);

        state->spoilt |=
            outside == GMON_OUTSIDE_IN_CALLS && is_behind(counted, pc);
        if (outside != GMON_OUTSIDE_AT_THE_END)
            return;
        pc = pc < counted->low ? counted->low : counted->high - 1;
    }
    if (!gmon_add_ticks(counted, (struct gmon_place){pc, pc + 1, ticks}))
        machine_anything(m);
}

/* Where a call from outside comes from.  False: it is not counted. */
static bool from_outside(struct model *m, uint64_t *from)
{
    enum rule rule = *from == gmon_state_of(m)->counted.high
                         ? RULE_GMON_FROM_HIGH
                         : RULE_GMON_FROM_OUTSIDE;

    if (*from >= gmon_state_of(m)->counted.high &&
        *from < gmon_state_of(m)->bound &&
        gmon_asked(m, RULE_GMON_AGAIN) == GMON_AGAIN_OVERRUNS) {
        machine_crash(m); /* past the end of a table */
        return false;
    }
    switch (gmon_asked(m, rule)) {
    case GMON_FROM_HIGH_AS_GIVEN:
    case GMON_FROM_OUTSIDE_AS_GIVEN: return true;
    case GMON_FROM_HIGH_ZERO:
    case GMON_FROM_OUTSIDE_ZERO: *from = 0; return true;
    case GMON_FROM_HIGH_CRASHES:
    case GMON_FROM_OUTSIDE_CRASHES: machine_crash(m); return false;
    default: return false; /* gmon.5 */
    }
}

static bool to_outside(struct model *m)
{
    switch (gmon_asked(m, RULE_GMON_SELF_OUTSIDE)) {
    case GMON_SELF_OUTSIDE_COUNTED: return true;
    case GMON_SELF_OUTSIDE_DROPPED: return false;
    default: machine_crash(m); return false;
    }
}

/* gmon.4: where an arc comes from, as exactly as it is told. */
static uint64_t cell_of(struct model *m, uint64_t from)
{
    uint64_t low = gmon_state_of(m)->counted.low;
    unsigned cell = 1;

    if ((from - low) % GMON_CELL != 0) {
        cell <<= gmon_asked(m, RULE_GMON_FROM_CELL) - GMON_FROM_CELL_EXACT;
        from -= (from - low) % cell;
    }
    return from;
}

static bool counts_calls(struct model *m)
{
    const struct gmon_state *state = gmon_state_of(m);

    if (state->paused &&
        gmon_asked(m, RULE_MON_PAUSED_CALLS) == MON_PAUSED_CALLS_IGNORED)
        return false;
    return state->on &&
           gmon_asked(m, RULE_GMON_ARC_COUNT) != GMON_ARC_COUNT_NONE;
}

static bool is_new(const struct gmon_counts *c, uint64_t from, uint64_t self)
{
    for (uint64_t k = 0; k < c->arcs; k++)
        if (c->arc[k].from == from && c->arc[k].self == self)
            return false;
    return true;
}

void gmon_count_calls(struct model *m, uint64_t from, uint64_t self,
                      uint32_t calls)
{
    struct gmon_counts *counted = &gmon_state_of(m)->counted;

    if (!counts_calls(m))
        return;
    if (in_range(counted, from))
        from = cell_of(m, from);
    else if (!from_outside(m, &from))
        return;
    if (!in_range(counted, self) && !to_outside(m))
        return;
    if (gmon_asked(m, RULE_GMON_ARC_COUNT) == GMON_ARC_COUNT_ONCE)
        calls = is_new(counted, from, self);
    else if (calls > 1 || !is_new(counted, from, self))
        counted->several |=
            gmon_asked(m, RULE_GMON_ARC_RECORDS) == GMON_ARC_RECORDS_SEVERAL;
    if (calls > 0 &&
        !gmon_add_calls(counted, (struct gmon_call){from, self, calls}))
        machine_anything(m);
}

/* gmon.6: more arcs than most tables of that range's have room for. */
void gmon_count_row(struct model *m, const struct op *op)
{
    enum { ROUND = 32 }; /* bytes that blocks are a multiple of */
    struct gmon_state *state = gmon_state_of(m);
    enum choice full;

    if (!counts_calls(m))
        return;
    full = gmon_asked(m, RULE_GMON_ARCS_FULL);
    if (full == GMON_ARCS_FULL_CRASHES ||
        (full == GMON_ARCS_FULL_CRASHES_ODD &&
         (state->counted.high - state->counted.low) % ROUND != 0)) {
        machine_crash(m);
        return;
    }
    state->counted.row += op->size;
    state->counted.at_most =
        full == GMON_ARCS_FULL_SOME || full == GMON_ARCS_FULL_CRASHES_ODD;
    state->lost = full == GMON_ARCS_FULL_FILE_LOST;
    if (full == GMON_ARCS_FULL_ROOM)
        return;
    m->gmon_file.said = gmon_asked(m, RULE_GMON_LOSS) == GMON_LOSS_TOLD;
}

/* The choices of gmon-nested and of gmon-threads, in their order. */
enum { BESIDE_COUNTED, BESIDE_SOME, BESIDE_DISTURBS, BESIDE_CRASHES };

/* gmon.15: calls each of which another interrupts. */
void gmon_count_beside(struct model *m, const struct op *op)
{
    struct gmon_counts *counted = &gmon_state_of(m)->counted;
    uint32_t calls = op->ticks[0].count;
    enum rule rule =
        op->kind == OP_NESTED ? RULE_GMON_NESTED : RULE_GMON_THREADS;
    unsigned other;

    if (!counts_calls(m))
        return;
    for (unsigned k = 0; k < 3; k++)
        if (!in_range(counted, op->ticks[k].pc)) {
            machine_anything(m);
            return;
        }
    other = gmon_asked(m, rule) - rule_table[rule].first;
    if (other == BESIDE_CRASHES) {
        machine_crash(m);
        return;
    }
    gmon_count_calls(m, op->ticks[0].pc, op->ticks[1].pc, calls);
    if (gmon_asked(m, RULE_GMON_ARC_COUNT) == GMON_ARC_COUNT_ONCE)
        calls = counted->beside == 0;
    counted->beside += calls;
    counted->fewer |= other == BESIDE_SOME;
    counted->disturbed |= other == BESIDE_DISTURBS;
}
