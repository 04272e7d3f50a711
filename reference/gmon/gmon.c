/* SPDX-License-Identifier: MIT */
#include "gmon.h"

#include <string.h>

#include "gmon_count.h"

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
    if (!m->gmon_script)
        return;
    m->gmon_file.prefix = m->gmon_file.no_room = m->gmon_file.unwritable =
        false;
    m->gmon_file.said = VALUE_UNSEEN;
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

static void begin(struct model *m, const struct call *call)
{
    *gmon_state_of(m) = (struct gmon_state){
        .on = true,
        .bound = gmon_state_of(m)->on ? gmon_state_of(m)->counted.high : 0,
        .counted = {.low = call->region.offset,
                    .high = call->region.high,
                    .asked = true}};
    m->process->was_on = true;
}

static void startup(struct model *m, const struct call *call)
{
    const struct gmon_state *state = gmon_state_of(m);

    if (call->region.offset >= call->region.high) {
        machine_anything(m);
    } else if (state->on) { /* gmon.8 */
        switch (gmon_asked(m, RULE_GMON_AGAIN)) {
        case GMON_AGAIN_NOTHING: break;
        case GMON_AGAIN_OVERRUNS:
        case GMON_AGAIN_BEGINS: begin(m, call); break;
        default: machine_crash(m);
        }
    } else if (state->cleaned) {
        switch (gmon_asked(m, RULE_GMON_AFTER_CLEANUP)) {
        case GMON_AFTER_CLEANUP_BEGINS: begin(m, call); break;
        case GMON_AFTER_CLEANUP_NOTHING: break;
        default: machine_crash(m);
        }
    } else {
        begin(m, call);
    }
}

static void forget_counts(struct gmon_state *state)
{
    state->counted = (struct gmon_counts){
        .low = state->counted.low, .high = state->counted.high, .asked = true};
}

static void forget_ticks(struct gmon_state *state)
{
    memset(state->counted.place, 0, sizeof state->counted.place);
    state->counted.places = 0;
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

    if (gmon_asked(m, RULE_MON_PAUSE) == MON_PAUSE_COUNTS)
        return;
    if (gmon_asked(m, RULE_MON_PAUSE) == MON_PAUSE_INVERTED)
        pause = !pause;
    if (state->paused && !pause)
        switch (gmon_asked(m, RULE_GMON_RESUME)) {
        case GMON_RESUME_GOES_ON: break;
        case GMON_RESUME_NOTHING: return;
        case GMON_RESUME_CLEARS_TICKS: forget_ticks(state); break;
        default: forget_counts(state);
        }
    state->paused = pause;
}

static void write_contents(struct model *m, const struct gmon_state *state)
{
    struct gmon_file *file = &m->gmon_file;

    file->contents = state->counted;
    file->contents.disturbed |= state->spoilt && state->counted.arcs > 0;
    file->contents.cut = gmon_asked(m, RULE_GMON_RANGE) == GMON_RANGE_CUT;
    if (file->contents.places > 0)
        file->contents.other =
            gmon_asked(m, RULE_GMON_COUNTER) == GMON_COUNTER_OTHER;
    file->state = FILE_WRITTEN;
    if (file->prefix && gmon_asked(m, RULE_GMON_PREFIX) == GMON_PREFIX_NAMES)
        file->state = FILE_OTHER_NAME; /* gmon.11 */
}

/* gmon.9 */
static void write_file(struct model *m, const struct gmon_state *state)
{
    struct gmon_file *file = &m->gmon_file;

    if (state->lost)
        return;
    switch (gmon_asked(m, RULE_GMON_WRITE)) {
    case GMON_WRITE_MISSING: return;
    case GMON_WRITE_EMPTY: file->state = FILE_EMPTY; return;
    case GMON_WRITE_BROKEN: file->state = FILE_UNREADABLE; return;
    case GMON_WRITE_UNLESS_PAUSED:
        if (state->paused)
            return;
        break;
    default: break;
    }
    if ((file->no_room &&
         gmon_asked(m, RULE_GMON_NO_ROOM) == GMON_NO_ROOM_DIES) ||
        (file->unwritable &&
         gmon_asked(m, RULE_GMON_UNWRITABLE) == GMON_UNWRITABLE_DIES))
        machine_crash(m);
    else if (file->no_room || file->unwritable)
        file->state = VALUE_UNSEEN; /* what is there then is nobody's word */
    else
        write_contents(m, state);
}

static void cleanup_again(struct model *m, struct gmon_state *state)
{
    switch (gmon_asked(m, RULE_GMON_SECOND_CLEANUP)) {
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
        if (!child || gmon_asked(m, RULE_GMON_CHILD) == GMON_CHILD_WRITTEN)
            write_file(m, state);
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

/* Before it is written: gmon.9. */
static enum file_state early_state(struct model *m)
{
    switch (gmon_asked(m, RULE_GMON_EARLY)) {
    case GMON_EARLY_EMPTY: return FILE_EMPTY;
    case GMON_EARLY_HEADER: return FILE_WRITTEN;
    case GMON_EARLY_BEGUN: return FILE_UNREADABLE;
    default: return FILE_ABSENT;
    }
}

static void look(struct model *m)
{
    /* Of one without counts the range may be any. */
    static const struct gmon_counts none = {.low = 1, .high = 0, .asked = true};
    const struct gmon_counts *contents = &m->gmon_file.contents;
    struct event event = {.kind = EVENT_PROFILE, .value = m->gmon_file.state};

    if (event.value == FILE_ABSENT && gmon_state_of(m)->on) {
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

/* gmon.12, .13 */
static void look_at_header(struct model *m)
{
    int64_t value = HEADER_NONE;

    if (file_has_contents(m->gmon_file.state)) {
        value = HEADER_PLAIN;
        if (gmon_asked(m, RULE_GMON_SPARE) == GMON_SPARE_JUNK)
            value = HEADER_JUNK;
        if (gmon_asked(m, RULE_GMON_ADDRESSES) == GMON_ADDRESSES_FROM_PROGRAM)
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
    case OP_THREADS: gmon_count_beside(m, op); return true;
    case OP_PROFILE: look(m); return true;
    case OP_HEADER: look_at_header(m); return true;
    case OP_SAID:
        machine_event(
            m, (struct event){.kind = EVENT_SAID, .value = m->gmon_file.said});
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
    switch (gmon_asked(m, RULE_FORK)) { /* gmon.10 */
    case FORK_BOTH: break;
    case FORK_CHILD_OFF: state->ticks_off = true; break;
    default: forget_counts(state);
    }
}

void gmon_exit(struct model *m)
{
    struct gmon_state *state = gmon_state_of(m);

    if (state->on && gmon_asked(m, RULE_GMON_EXIT) == GMON_EXIT_WRITTEN)
        cleanup(m);
    look(m);
}
