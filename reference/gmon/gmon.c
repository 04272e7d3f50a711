/* SPDX-License-Identifier: MIT */
#include "gmon.h"

#include <string.h>

#include "reference/open.h"

/* The state of the current process. */
static struct gmon_state *gmon_state_of(struct model *m)
{
    return &m->gmon[m->process - m->processes];
}

static bool in_range(const struct gmon_counts *c, uint64_t pc)
{
    return pc >= c->low && pc < c->high;
}

/* Whether a pc is past the range by less than its length: its counter may be in
 * the table behind the counters. */
static bool is_behind(const struct gmon_counts *c, uint64_t pc)
{
    return pc >= c->high && pc - c->high < c->high - c->low;
}

/* Whether a pc outside of the range is counted within, and at which pc; it may
 * yet have a counter if the file's range is wider. */
static bool is_counted_outside(struct model *m, uint64_t *pc)
{
    struct gmon_state *state = gmon_state_of(m);
    const struct gmon_counts *counted = &state->counted;
    uint64_t low_bits = *pc & UINT32_MAX;

    switch (choose(m->choices, RULE_GMON_OUTSIDE)) {
    case GMON_OUTSIDE_IN_CALLS:
        state->spoilt |= counted->arcs > 0 && is_behind(counted, *pc);
        return false;
    case GMON_OUTSIDE_AT_THE_END:
        *pc = *pc < counted->low ? counted->low : counted->high - 1;
        return true;
    case GMON_OUTSIDE_LOW_BITS:
        if (!in_range(counted, low_bits))
            return false;
        *pc = low_bits;
        return true;
    default: return false; /* gmon.3 */
    }
}

/* gmon.1, .3 */
static void gmon_count_ticks(struct model *m, uint64_t pc, uint32_t ticks)
{
    struct gmon_state *state = gmon_state_of(m);
    struct gmon_counts *counted = &state->counted;
    bool inside, has_room;

    if (!state->on || state->paused || state->ticks_off ||
        !chose(m, TICKS_COUNTED))
        return;
    inside = in_range(counted, pc) || is_counted_outside(m, &pc);
    has_room = (inside ? gmon_add_ticks : gmon_add_outside)(
        counted, (struct gmon_place){pc, pc + 1, ticks});
    if (!has_room)
        machine_anything(m);
}

/* What is recorded as the caller of a call from outside.  False: no call is. */
static bool from_outside(struct model *m, uint64_t *from)
{
    enum rule rule = *from == gmon_state_of(m)->counted.high
                         ? RULE_GMON_FROM_HIGH
                         : RULE_GMON_FROM_OUTSIDE;

    if (*from >= gmon_state_of(m)->counted.high &&
        *from < gmon_state_of(m)->bound && chose(m, GMON_AGAIN_OVERRUNS)) {
        machine_crash(m); /* past the end of a table */
        return false;
    }
    switch (choose(m->choices, rule)) {
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
    switch (choose(m->choices, RULE_GMON_SELF_OUTSIDE)) {
    case GMON_SELF_OUTSIDE_COUNTED: return true;
    case GMON_SELF_OUTSIDE_DROPPED: return false;
    default: machine_crash(m); return false;
    }
}

/* gmon.4: where an arc comes from, as exactly as it is recorded. */
static uint64_t cell_of(struct model *m, uint64_t from)
{
    uint64_t low = gmon_state_of(m)->counted.low;
    unsigned cell = 1;

    if ((from - low) % GMON_CELL != 0) {
        cell <<= choose(m->choices, RULE_GMON_FROM_CELL) - GMON_FROM_CELL_EXACT;
        from -= (from - low) % cell;
    }
    return from;
}

static bool counts_calls(struct model *m)
{
    const struct gmon_state *state = gmon_state_of(m);

    if (state->paused && chose(m, MON_PAUSED_CALLS_IGNORED))
        return false;
    return state->on && !chose(m, GMON_ARC_COUNT_NONE);
}

static bool is_new(const struct gmon_counts *c, uint64_t from, uint64_t self)
{
    for (uint64_t k = 0; k < c->arcs; k++)
        if (c->arc[k].from == from && c->arc[k].self == self)
            return false;
    return true;
}

/* So many calls of self, from there. */
static void gmon_count_calls(struct model *m, uint64_t from, uint64_t self,
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
    if (chose(m, GMON_ARC_COUNT_ONCE))
        calls = is_new(counted, from, self);
    if (calls > 0 &&
        !gmon_add_calls(counted, (struct gmon_call){from, self, calls}))
        machine_anything(m);
}

/* OP_ROW: more arcs than most tables for that range have room for (gmon.6). */
static void gmon_count_row(struct model *m, const struct op *op)
{
    enum { ROUND = 32 }; /* bytes that blocks are a multiple of */
    struct gmon_state *state = gmon_state_of(m);
    enum choice full;

    if (!counts_calls(m))
        return;
    full = choose(m->choices, RULE_GMON_ARCS_FULL);
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
    m->gmon_file.message = chose(m, GMON_LOSS_TOLD);
}

/* The choices of gmon-nested and of gmon-threads, in their order. */
enum { NESTED_COUNTED, NESTED_SOME, NESTED_DISTURBS, NESTED_CRASHES };

/* OP_NESTED and OP_THREADS: each call is interrupted by another (gmon.15). */
static void gmon_count_nested(struct model *m, const struct op *op)
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
    other = choose(m->choices, rule) - rule_table[rule].first;
    if (other == NESTED_CRASHES) {
        machine_crash(m);
        return;
    }
    gmon_count_calls(m, op->ticks[0].pc, op->ticks[1].pc, calls);
    if (chose(m, GMON_ARC_COUNT_ONCE))
        calls = counted->beside == 0;
    counted->beside += calls;
    counted->fewer |= other == NESTED_SOME;
    counted->disturbed |= other == NESTED_DISTURBS;
}

bool gmon_used(const struct script *script)
{
    for (size_t k = 0; k < script->count; k++)
        if (script->ops[k].kind >= OP_ARCS)
            return true;
    return false;
}

void gmon_begin(struct model *m)
{
    m->gmon_script = gmon_used(m->script);
    m->gmon_file.state = FILE_ABSENT;
    m->gmon_file.bare = false;
    if (!m->gmon_script)
        return;
    m->gmon_file.begun = m->gmon_file.added_to = m->gmon_file.prefix = false;
    m->gmon_file.no_room = m->gmon_file.unwritable = false;
    m->gmon_file.message = VALUE_UNSEEN;
    m->gmon[0] = (struct gmon_state){.on = false};
}

size_t gmon_arena_size(const struct script *script)
{
    size_t size = 0;

    if (!gmon_used(script))
        return 0;
    for (size_t k = 0; k < script->count; k++)
        if (script->ops[k].kind == OP_PROFILE || script->ops[k].kind == OP_EXIT)
            size += sizeof(struct gmon_counts);
    return size;
}

static bool counts_any_calls(const struct gmon_counts *c)
{
    return c->arcs > 0 || c->row > 0; /* beside: there is an arc, too */
}

static void forget_ticks(struct gmon_counts *counted)
{
    memset(counted->place, 0, sizeof counted->place);
    counted->places = 0;
    memset(counted->ignored, 0, sizeof counted->ignored);
    counted->outside = 0;
}

static void begin(struct model *m, const struct call *call)
{
    struct gmon_state *state = gmon_state_of(m);
    struct gmon_counts counted = {.requested = true};

    if (counts_any_calls(&state->counted) && chose(m, GMON_OLD_CALLS_KEPT)) {
        forget_ticks(&state->counted);
        counted = state->counted;
    }
    counted.low = call->region.offset;
    counted.high = call->region.high;
    *state = (struct gmon_state){.on = true,
                                 .bound = state->on ? state->counted.high : 0,
                                 .counted = counted};
    m->process->was_on = true;
    m->gmon_file.begun = true;
    m->gmon_file.added_to = false;
}

static void startup(struct model *m, const struct call *call)
{
    const struct gmon_state *state = gmon_state_of(m);

    if (call->region.offset >= call->region.high) {
        machine_anything(m);
    } else if (state->on) { /* gmon.8 */
        switch (choose(m->choices, RULE_GMON_AGAIN)) {
        case GMON_AGAIN_NOTHING: break;
        case GMON_AGAIN_OVERRUNS:
        case GMON_AGAIN_BEGINS: begin(m, call); break;
        default: machine_crash(m);
        }
    } else if (state->cleaned) {
        switch (choose(m->choices, RULE_GMON_AFTER_CLEANUP)) {
        case GMON_AFTER_CLEANUP_BEGINS: begin(m, call); break;
        case GMON_AFTER_CLEANUP_NOTHING: break;
        default: machine_crash(m);
        }
    } else {
        begin(m, call);
    }
}

/* Only the addresses in the file show which text it was. */
static void startup_own(struct model *m)
{
    static const struct call none = {.region = {.offset = 1, .high = 0}};
    struct gmon_state *state = gmon_state_of(m);

    if (state->on || state->cleaned) {
        machine_anything(m);
        return;
    }
    begin(m, &none);
    state->own = true;
    machine_event(m, (struct event){.kind = EVENT_CALL,
                                    .value = VALUE_NONE,
                                    .error = ERROR_UNSEEN});
}

static void forget_counts(struct gmon_state *state)
{
    state->counted = (struct gmon_counts){.low = state->counted.low,
                                          .high = state->counted.high,
                                          .requested = true};
}

/* gmon.7: moncontrol of any mode but 0.  Whether it turns profiling on. */
static bool resume(struct model *m, struct gmon_state *state)
{
    enum choice resume = choose(m->choices, RULE_GMON_RESUME);

    if (resume == GMON_RESUME_NESTS && state->depth > 1) {
        state->depth--;
        return false;
    }
    if (resume == GMON_RESUME_CLEARS_EACH ||
        resume ==
            (state->paused ? GMON_RESUME_CLEARS_TICKS : GMON_RESUME_CLEARS_ON))
        forget_ticks(&state->counted);
    if (resume == GMON_RESUME_CLEARS && state->paused)
        forget_counts(state);
    return resume != GMON_RESUME_NOTHING;
}

/* gmon.7 */
static void control(struct model *m, int32_t mode)
{
    struct gmon_state *state = gmon_state_of(m);
    bool pause = mode == 0;

    if (!pause && !state->on) {
        machine_anything(m); /* gmon.8 */
        return;
    }

    if (chose(m, MON_PAUSE_COUNTS))
        return;
    if (chose(m, MON_PAUSE_INVERTED))
        pause = !pause;
    if (!pause && !resume(m, state))
        return;
    state->depth = pause ? state->depth + 1 : 0;
    state->paused = pause;
}

/* Add what a child wrote into the file. */
static void add_contents(struct model *m, struct gmon_counts *to,
                         const struct gmon_counts *from)
{
    bool room = true;

    for (uint64_t k = 0; k < from->places; k++)
        room &= gmon_add_ticks(to, from->place[k]);
    for (uint64_t k = 0; k < from->arcs; k++)
        room &= gmon_add_calls(to, from->arc[k]);
    to->row += from->row;
    to->beside += from->beside;
    if (!room)
        machine_anything(m);
}

static void write_contents(struct model *m, const struct gmon_state *state)
{
    struct gmon_file *file = &m->gmon_file;
    struct gmon_counts before = file->contents;

    file->own = state->own;
    file->contents = state->counted;
    if (file->added_to)
        add_contents(m, &file->contents, &before);
    file->contents.disturbed |= state->spoilt && state->counted.arcs > 0;
    file->bare = chose(m, GMON_WRITE_NO_HISTOGRAM);
    if (file->bare) {
        forget_ticks(&file->contents);
        file->contents.low = file->contents.high = 0;
        file->contents.requested = false;
    } else {
        file->contents.cut = chose(m, GMON_RANGE_CUT);
    }
    if (file->contents.places > 0)
        file->contents.other = chose(m, GMON_COUNTER_OTHER);
    file->state = FILE_WRITTEN;
    if (file->prefix && chose(m, GMON_PREFIX_NAMES))
        file->state = FILE_OTHER_NAME; /* gmon.11 */
}

/* gmon.9 */
static void write_file(struct model *m, const struct gmon_state *state)
{
    struct gmon_file *file = &m->gmon_file;

    if (state->lost)
        return;
    file->begun = false;
    switch (choose(m->choices, RULE_GMON_WRITE)) {
    case GMON_WRITE_MISSING: return;
    case GMON_WRITE_EMPTY: file->state = FILE_EMPTY; return;
    case GMON_WRITE_BROKEN: file->state = FILE_UNREADABLE; return;
    case GMON_WRITE_UNLESS_PAUSED:
        if (state->paused)
            return;
        break;
    default: break;
    }
    if ((file->no_room && chose(m, GMON_NO_ROOM_DIES)) ||
        (file->unwritable && chose(m, GMON_UNWRITABLE_DIES)))
        machine_crash(m);
    else if (file->no_room || file->unwritable)
        file->state = VALUE_UNSEEN; /* no page says what is there then */
    else
        write_contents(m, state);
}

static void cleanup_again(struct model *m, struct gmon_state *state)
{
    switch (choose(m->choices, RULE_GMON_SECOND_CLEANUP)) {
    case GMON_SECOND_CLEANUP_HARMLESS: break;
    case GMON_SECOND_CLEANUP_LOSES:
        forget_counts(state);
        write_contents(m, state);
        break;
    default: machine_crash(m);
    }
}

static void cleanup(struct model *m)
{
    struct gmon_state *state = gmon_state_of(m);
    bool child = m->process->number != 0;

    if (!state->on && !state->cleaned) {
        machine_anything(m);
    } else if (!state->on) {
        cleanup_again(m, state);
    } else {
        state->on = false;
        state->cleaned = true;
        if (child && chose(m, GMON_CHILD_UNWRITTEN))
            return;
        write_file(m, state);
        m->gmon_file.added_to = child && chose(m, GMON_CHILD_ADDED);
    }
}

static void gmon_call(struct model *m, const struct call *call)
{
    switch (call->kind) {
    case CALL_MONSTARTUP: startup(m, call); break;
    case CALL_MONCONTROL: control(m, call->count); break;
    case CALL_MCLEANUP: cleanup(m); break;
    default: machine_anything(m);
    }
    if (!m->anything && !m->process->dead)
        machine_event(m, (struct event){.kind = EVENT_CALL,
                                        .value = VALUE_NONE,
                                        .error = ERROR_UNSEEN});
}

/* After monstartup, until it is written, if it is: gmon.9. */
static enum file_state early_state(struct model *m)
{
    switch (choose(m->choices, RULE_GMON_EARLY)) {
    case GMON_EARLY_EMPTY: return FILE_EMPTY;
    case GMON_EARLY_HEADER: return FILE_WRITTEN;
    default: return FILE_UNREADABLE; /* GMON_EARLY_BEGUN */
    }
}

static void look(struct model *m)
{
    /* Of one without counts the range may be any. */
    static const struct gmon_counts none = {
        .low = 1, .high = 0, .requested = true};
    const struct gmon_counts *contents = &m->gmon_file.contents;
    struct event event = {.kind = EVENT_PROFILE, .value = m->gmon_file.state};

    if (m->gmon_file.begun && !chose(m, GMON_EARLY_NOTHING)) {
        event.value = early_state(m);
        contents = &none;
    }
    if (file_has_contents(event.value)) {
        unsigned char *bytes = machine_allocate(m, sizeof *contents);

        if (bytes == NULL)
            return;
        memcpy(bytes, contents, sizeof *contents);
        event.bytes = bytes;
        event.size = sizeof *contents;
    }
    machine_event(m, event);
}

/* Whether spare bytes are not 0: that may differ from file to file. */
static bool has_junk(struct model *m)
{
    if (open_answer(m, RULE_GMON_SPARE))
        return choices_either(m->choices, RULE_GMON_SPARE);
    return chose(m, GMON_SPARE_JUNK);
}

/* gmon.12, .13 */
static void look_at_header(struct model *m)
{
    int64_t value = HEADER_NONE;

    if (file_has_contents(m->gmon_file.state)) {
        value = HEADER_PLAIN;
        if (has_junk(m))
            value = HEADER_JUNK;
        if (m->gmon_file.own ? chose(m, GMON_PROGRAM_FILE)
                             : chose(m, GMON_ADDRESSES_FROM_PROGRAM))
            value += HEADER_LOADED;
    }
    machine_event(m, (struct event){.kind = EVENT_HEADER, .value = value});
}

bool gmon_op(struct model *m, const struct op *op)
{
    switch (op->kind) {
    case OP_CALL: gmon_call(m, &op->call); return true;
    case OP_TICKS:
        for (size_t k = 0; k < op->tick_count; k++)
            gmon_count_ticks(m, op->ticks[k].pc, op->ticks[k].count);
        return true;
    case OP_ARCS:
        for (size_t k = 0; k + 1 < op->tick_count && !m->process->dead; k += 2)
            gmon_count_calls(m, op->ticks[k].pc, op->ticks[k + 1].pc,
                             op->ticks[k].count);
        return true;
    case OP_ROW: gmon_count_row(m, op); return true;
    case OP_NESTED:
    case OP_THREADS: gmon_count_nested(m, op); return true;
    case OP_OWN_TEXT: startup_own(m); return true;
    case OP_PROFILE: look(m); return true;
    case OP_HEADER: look_at_header(m); return true;
    case OP_SAID:
        machine_event(m, (struct event){.kind = EVENT_SAID,
                                        .value = m->gmon_file.message});
        return true;
    case OP_PREFIX: m->gmon_file.prefix = true; return true;
    case OP_NO_ROOM: m->gmon_file.no_room = true; return true;
    case OP_UNWRITABLE: m->gmon_file.unwritable = true; return true;
    default: return false;
    }
}

void gmon_fork(struct model *m, struct process *child)
{
    struct gmon_state *state = &m->gmon[child - m->processes];

    *state = *gmon_state_of(m);
    if (!state->on)
        return;
    switch (choose(m->choices, RULE_FORK)) { /* gmon.10 */
    case FORK_BOTH: break;
    case FORK_CHILD_OFF:
    case FORK_CHILD_LOST: state->ticks_off = true; break;
    default: forget_counts(state);
    }
}

void gmon_exit(struct model *m)
{
    struct gmon_state *state = gmon_state_of(m);

    if (state->on && chose(m, GMON_EXIT_WRITTEN))
        cleanup(m);
    look(m);
}
