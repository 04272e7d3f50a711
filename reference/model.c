/* SPDX-License-Identifier: MIT */
#include "model.h"

#include <stddef.h>
#include <string.h>

#include "computed.h"
#include "control.h"
#include "counter_bytes.h"
#include "counters.h"
#include "gmon/gmon.h"
#include "monitor.h"
#include "open.h"
#include "regions.h"

/* What one tick at pc would do. */
static struct probe probe(struct model *m, uint64_t pc)
{
    m->probe = (struct probe){.active = true, .counter = -1};
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

/* Whether all counters of a region are watched. */
static bool watches(const struct op *op, const struct probe *region)
{
    return region->buffer == op->buffer && region->at >= op->at &&
           region->at + (int64_t)region->size <= op->at + (int64_t)op->size;
}

/* Whether the counter of monitor's tick is known, and is not watched. */
static bool counts_beside(const struct probe *landed, const struct op *op)
{
    return landed->computed && landed->counter >= 0 &&
           (landed->counter < op->at ||
            landed->counter >= op->at + (int64_t)op->size);
}

/* What the ticks of a sweep do, up to the last of them so far. */
struct swept {
    bool computed, unknown, lost; /* some tick is, as struct probe has it */
    bool elsewhere;   /* a region of computed scale has counters not watched */
    bool each, some;  /* each, some tick is in a watched counter */
    bool missed, cut; /* some is in no range; and none after it is in one */
    bool one_region, to_its_end; /* all in one of computed scale; to its end */
    bool same, back;    /* each is in the first's counter; one went back */
    int64_t at;         /* where the last one was counted */
    struct probe first; /* the first one */
};

/* Compare where a tick is counted with those before it. */
static void note_place(struct swept *swept, const struct probe *landed,
                       bool first)
{
    if (first) {
        swept->first = *landed;
        swept->one_region = landed->computed;
    } else {
        swept->same = swept->same && landed->at == swept->at;
        swept->back = swept->back || landed->at < swept->at;
        swept->one_region = swept->one_region && landed->computed &&
                            landed->buffer == swept->first.buffer &&
                            landed->at == swept->first.at &&
                            landed->low == swept->first.low;
    }
    if (!landed->computed && !landed->counted)
        swept->missed = true;
    else
        swept->cut = swept->cut && !swept->missed;
    swept->at = landed->at;
}

/* A range of fewer bytes may have one counter even if there is room for
 * more. */
enum { SPREAD_RANGE = 64 };

/* Whether there is room for many counters, and pcs for all of them. */
static bool has_many(const struct op *op, const struct swept *swept)
{
    uint64_t range = swept->first.high - swept->first.low;

    return range >= SPREAD_RANGE && swept->first.size >= range &&
           op->pc == swept->first.low && swept->to_its_end;
}

/* Whether some counters are so far from the first that a product of 32 bits
 * wraps. */
static bool wraps(const struct swept *swept)
{
    return swept->first.size > 0x10000 &&
           swept->first.high - swept->first.low > 0x10000;
}

/* The counters of a range, of which each has a tick: a histogram, whatever its
 * scale is (aix-monitor.1). */
static int64_t histogram(struct model *m, const struct op *op,
                         const struct swept *swept)
{
    bool many = has_many(op, swept);

    switch (choose(m->choices, RULE_MON_PLACE)) {
    case MON_PLACE_DESCENDING: return many ? SWEEP_BACK : SWEEP_FITS;
    case MON_PLACE_ONE: return SWEEP_ONE;
    case MON_PLACE_WRAPS:
        if (wraps(swept))
            return SWEEP_BACK;
        break;
    default: break; /* MON_PLACE_ASCENDING */
    }
    return many ? SWEEP_SPREAD : SWEEP_ORDERED;
}

/* The result, of a computed scale: it is known only that monitor samples its
 * range. */
static int64_t computed_sweep(struct model *m, const struct op *op,
                              const struct swept *swept)
{
    if (swept->elsewhere || !m->process->monitor.on)
        return VALUE_UNSEEN;
    if (swept->lost)
        return swept->one_region ? SWEEP_CUT : SWEEP_OUTSIDE;
    if (swept->missed)
        return swept->cut ? SWEEP_CUT : SWEEP_GAPS;
    return swept->one_region ? histogram(m, op, swept) : SWEEP_FITS;
}

/* The result, of counters that are known. */
static int64_t known_sweep(const struct model *m, const struct swept *swept)
{
    if (!swept->each)
        return swept->some ? SWEEP_OUTSIDE : SWEEP_NONE;
    if (!m->process->monitor.on)
        return SWEEP_FITS;
    return swept->back ? SWEEP_BACK : swept->same ? SWEEP_ONE : SWEEP_SPREAD;
}

/* Note whether one of its ticks is counted, and where.  What is counted
 * elsewhere than where the sweep watches stays there. */
static void note_tick(struct model *m, const struct op *op, struct swept *swept,
                      const struct probe *landed)
{
    struct memory *memory = &m->process->memory[landed->buffer];
    bool there = lands_in(landed, op);

    swept->computed = swept->computed || landed->computed;
    swept->unknown = swept->unknown || landed->unknown;
    swept->lost = swept->lost || landed->lost;
    if (counts_beside(landed, op))
        swept->lost = memory->beyond = true;
    if (landed->computed && !watches(op, landed))
        swept->elsewhere = memory->undetermined = true;
    swept->each = swept->each && there;
    swept->some = swept->some || there;
}

/* A sweep of pcs over the counters of a buffer: one event. */
static void op_sweep(struct model *m, const struct op *op)
{
    struct swept swept = {.each = true, .same = true, .cut = true};
    int64_t value;

    for (uint64_t pc = op->pc; pc < op->end; pc += op->step) {
        struct probe landed = probe(m, pc);

        if (landed.faults) {
            machine_crash(m);
            return;
        }
        note_tick(m, op, &swept, &landed);
        note_place(&swept, &landed, pc == op->pc);
        swept.to_its_end = landed.high - pc <= op->step;
        if (op->end - pc <= op->step)
            break; /* pc + step may not be an address */
    }
    value =
        swept.computed ? computed_sweep(m, op, &swept) : known_sweep(m, &swept);
    if (swept.unknown)
        value = VALUE_UNSEEN;
    machine_event(m, (struct event){.kind = EVENT_SWEEP, .value = value});
}

/* The process sleeps at a pc: an event, of whether ticks counted. */
static void op_sleep(struct model *m, const struct op *op)
{
    struct probe landed = probe(m, op->pc);
    bool counted =
        (landed.counted || landed.computed) && chose(m, SLEEPING_WALL_TIME);

    machine_event(
        m, (struct event){.kind = EVENT_SLEEP,
                          .value = landed.unknown ? VALUE_UNSEEN : counted});
}

/* A struct computed in the arena, at an address of any alignment. */
enum { COMPUTED_ROOM = sizeof(struct computed) + _Alignof(struct computed) };

/* Bytes of arena for the computed scales that the ends of its processes
 * show. */
static size_t computed_size(const struct script *script)
{
    size_t ends = 1;
    bool computed = false;

    for (size_t i = 0; i < script->count; i++) {
        const struct op *op = &script->ops[i];

        ends +=
            op->kind == OP_FORK || op->kind == OP_EXEC || op->kind == OP_EXIT;
        for (uint32_t k = 0; op->kind == OP_CALL && k < op->call.listed; k++)
            computed = computed || op->call.list[k].scale == SCALE_COMPUTED;
    }
    return computed ? (ends + 1) * COMPUTED_ROOM : 0;
}

size_t model_arena_size(const struct script *script)
{
    size_t size = 0, processes = 1, files = 0;

    for (size_t i = 0; i < script->count; i++) {
        if (script->ops[i].kind == OP_BUFFER)
            size += (size_t)script->ops[i].size + 2 * SCRIPT_ZONE;
        processes += script->ops[i].kind == OP_FORK;
    }
    for (size_t i = 0; i < script->count; i++)
        if (script->ops[i].kind == OP_FILE || script->ops[i].kind == OP_EXIT)
            files += sizeof(struct file_contents);
    return size * processes + files + computed_size(script) +
           gmon_arena_size(script);
}

size_t model_event_limit(const struct script *script)
{
    size_t limit = 2 * SCRIPT_BUFFERS + 2;

    for (size_t i = 0; i < script->count; i++)
        limit += script->ops[i].kind == OP_FORK ? 2 + SCRIPT_BUFFERS : 1;
    return limit;
}

static void lay_out(struct memory *memory)
{
    memset(memory->bytes, SCRIPT_CANARY, SCRIPT_ZONE);
    memset(memory->bytes + SCRIPT_ZONE, 0, memory->size);
    memset(memory->bytes + SCRIPT_ZONE + memory->size, SCRIPT_CANARY,
           SCRIPT_ZONE);
}

/* Put the counter there, and then copy all that is there, up to the end. */
static void fill_up(const struct model *m, const struct op *op,
                    unsigned char *bytes)
{
    size_t size = op->size - op->size % op->fill_width;
    size_t done = op->fill_width;

    if (size == 0)
        return;
    counter_write(bytes, op->fill_width, m->script->swapped, op->fill);
    for (; done < size; done *= 2)
        memcpy(bytes + done, bytes, done < size - done ? done : size - done);
}

static void op_buffer(struct model *m, const struct op *op)
{
    struct memory *memory = &m->process->memory[op->buffer];
    *memory = (struct memory){.size = op->size, .shared = op->shared};
    memory->bytes = machine_allocate(m, (size_t)op->size + 2 * SCRIPT_ZONE);
    if (memory->bytes == NULL)
        return;
    lay_out(memory);
    if (op->fill_width > 0)
        fill_up(m, op, memory->bytes + SCRIPT_ZONE);
}

static void op_ticks(struct model *m, const struct op *op)
{
    for (size_t i = 0; i < op->tick_count; i++)
        regions_ticks(m, op->ticks[i].pc, op->ticks[i].count);
}

static int64_t caller_state(enum choice choice)
{
    switch (choice) {
    case CALLER_STATE_LEAKS: return CALLER_LEFT;
    case CALLER_STATE_DESTROYS: return CALLER_DESTROYED;
    default: return CALLER_KEPT;
    }
}

static void op_caller_check(struct model *m)
{
    int64_t value = 0;

    if (m->process->on || m->process->open.is)
        value = VALUE_UNSEEN;
    else if (m->process->was_on || m->process->open.was)
        value = caller_state(choose(m->choices, RULE_CALLER_STATE));
    machine_event(m, (struct event){.kind = EVENT_CALLER, .value = value});
}

/* A copy of a buffer that belongs to a child. */
static unsigned char *copy(struct model *m, const struct memory *memory)
{
    size_t size = (size_t)memory->size + 2 * SCRIPT_ZONE;
    unsigned char *bytes = machine_allocate(m, size);

    if (bytes != NULL)
        memcpy(bytes, memory->bytes, size);
    return bytes;
}

/* The ticks of computed scales that a buffer took; null: none. */
static const struct computed *computed_in(const struct computed *computed,
                                          unsigned buffer)
{
    for (unsigned i = 0; computed != NULL && i < computed->parts; i++)
        if (computed->part[i].buffer == buffer)
            return computed;
    return NULL;
}

/* A copy of the ticks of computed scales so far; null: there are none. */
static const struct computed *keep_computed(struct model *m)
{
    size_t align = _Alignof(struct computed);

    if (m->process->computed.parts == 0)
        return NULL;

    unsigned char *bytes = machine_allocate(m, COMPUTED_ROOM);
    if (bytes == NULL)
        return NULL;
    bytes += (align - (uintptr_t)bytes % align) % align;
    m->process->computed.swapped = m->script->swapped;
    memcpy(bytes, &m->process->computed, sizeof m->process->computed);
    return (const struct computed *)bytes;
}

/* The end of a process: what its buffers hold. */
static void report_buffers(struct model *m)
{
    const struct computed *kept = keep_computed(m);
    bool child = m->process->number != 0;

    for (unsigned i = 0; i < SCRIPT_BUFFERS; i++) {
        const struct memory *memory = &m->process->memory[i];
        const unsigned char *bytes = memory->bytes;

        const struct computed *computed = computed_in(kept, i);

        if (bytes == NULL)
            continue;
        if (memory->shared && child) /* the parent will go on counting in it */
            bytes = copy(m, memory);
        machine_event(
            m, (struct event){
                   .kind = EVENT_BUFFER,
                   .buffer = (uint8_t)i,
                   .undetermined = memory->undetermined || computed != NULL,
                   .beyond = memory->beyond,
                   .computed = memory->undetermined ? NULL : computed,
                   .bytes = memory->unmapped ? NULL : bytes,
                   .size = (size_t)memory->size + 2 * SCRIPT_ZONE});
    }
}

static void op_exec(struct model *m)
{
    int64_t result = EXEC_LIVED;

    report_buffers(m);
    if (m->process->open.is && !chose(m, EXEC_OFF))
        result = VALUE_UNSEEN; /* if it is on */
    else if (m->process->on && !m->process->unticked)
        switch (choose(m->choices, RULE_EXEC)) {
        case EXEC_OFF: break; /* aix.profil.16, irix.sprofil.18 */
        case EXEC_KILLS: result = EXEC_KILLED; break;
        default: result = EXEC_COUNTED;
        }
    machine_event(m, (struct event){.kind = EVENT_EXEC, .value = result});
    m->process->dead = true;
}

static void op_call(struct model *m, const struct call *call)
{
    if (call->kind < CALL_MONITOR)
        control_call(m, call);
    else
        monitor_call(m, call);
}

static void op_file(struct model *m)
{
    const struct written *written = &m->written;
    struct event event = {.kind = EVENT_FILE,
                          .value = written->unknown ? VALUE_NOT_ZERO
                                                    : written->state};

    if (file_has_contents(event.value)) {
        unsigned char *bytes = machine_allocate(m, sizeof written->file);

        if (bytes == NULL)
            return;
        memcpy(bytes, &written->file, sizeof written->file);
        event.bytes = bytes;
        event.size = sizeof written->file;
    }
    machine_event(m, event);
}

/* freebsd.profil.9.  That the file is gmon.out is convention, no more. */
static void op_rate(struct model *m)
{
    int64_t value = RATE_NONE;

    if (m->written.recorded ||
        (file_has_contents(m->gmon_file.state) && !m->gmon_file.bare))
        switch (choose(m->choices, RULE_GMON_RATE)) {
        case GMON_RATE_CLOCK: value = RATE_CLOCK; break;
        case GMON_RATE_ZERO: value = RATE_ZERO; break;
        case GMON_RATE_WRONG: value = RATE_WRONG; break;
        default: break;
        }
    machine_event(m, (struct event){.kind = EVENT_RATE, .value = value});
}

static void op_exit(struct model *m)
{
    report_buffers(m);
    if (m->gmon_script) {
        gmon_exit(m);
    } else {
        monitor_exit(m);
        if (!m->process->dead)
            op_file(m);
    }
    m->process->dead = m->process->exited = true;
}

/* enum FORK_*: by sprofil's rule (irix.sprofil.18) what sprofil turned on, or a
 * profil that is one member of it; by profil's all else (aix.profil.15). */
static enum choice fork_choice(struct model *m)
{
    if (m->process->profile.form != FORM_REGIONS)
        return choose(m->choices, RULE_FORK);
    switch (choose(m->choices, RULE_FORK_REGIONS)) {
    case FORK_REGIONS_BOTH: return FORK_BOTH;
    case FORK_REGIONS_CHILD_OFF: return FORK_CHILD_OFF;
    case FORK_REGIONS_CHILD_LOST: return FORK_CHILD_LOST;
    default: return FORK_CHILD_CLEARED;
    }
}

/* Whether no sentence says who is profiled after fork. */
static bool is_open_fork(struct model *m)
{
    return open_answer(m, m->process->profile.form == FORM_REGIONS
                              ? RULE_FORK_REGIONS
                              : RULE_FORK);
}

/* If so, it is not known whether either is profiled, nor what the child's
 * counters are at first. */
static void fork_open(struct model *m, struct process *child)
{
    struct process *parent = m->process;

    if (parent->monitor.on) {
        machine_anything(m);
        return;
    }
    open_profiling(m, NULL);
    m->process = child;
    open_profiling(m, &child->profile);
    m->process = parent;
}

/* The child has what its parent has, and its own copy of all that is not
 * shared. */
static void op_fork(struct model *m)
{
    struct process *child = m->process + 1;

    memcpy(child, m->process, offsetof(struct process, profile));
    profile_copy(&child->profile, &m->process->profile);
    child->number++;
    if (m->gmon_script)
        gmon_fork(m, child);
    for (unsigned i = 0; i < SCRIPT_BUFFERS; i++) {
        struct memory *memory = &child->memory[i];

        if (memory->bytes != NULL && !memory->shared)
            memory->bytes = copy(m, memory);
    }
    if (child->on && is_open_fork(m))
        fork_open(m, child);
    else if (child->on)
        switch (fork_choice(m)) {
        case FORK_BOTH: break;
        case FORK_CHILD_OFF: child->on = false; break;
        case FORK_CHILD_LOST: child->unticked = true; break;
        default: /* FORK_CHILD_CLEARED */
            counters_clear(child);
            child->monitor.ticks = child->monitor.doubtful = 0;
        }
    m->process = child;
}

static void op_end(struct model *m)
{
    bool died = m->process->dead && !m->process->exited;

    if (!m->process->dead)
        report_buffers(m);
    machine_event(m, (struct event){.kind = EVENT_CHILD, .value = died});
    m->process--;
}

static void run_op(struct model *m, const struct op *op)
{
    struct memory *memory = &m->process->memory[op->buffer];

    if (m->gmon_script && gmon_op(m, op))
        return;
    if (m->process->monitor.on && m->process->monitor.misplaced &&
        (op->kind == OP_TICKS || op->kind == OP_SWEEP) &&
        !choices_either(m->choices, RULE_MON_LIST_FORM)) {
        machine_crash(m); /* else its counter is in other memory */
        return;
    }
    switch (op->kind) {
    case OP_BUFFER: op_buffer(m, op); break;
    case OP_CALL: op_call(m, &op->call); break;
    case OP_TICKS: op_ticks(m, op); break;
    case OP_SWEEP: op_sweep(m, op); break;
    case OP_FORK: op_fork(m); break;
    case OP_EXEC: op_exec(m); break;
    case OP_UNMAP: memory->unmapped = true; break;
    case OP_REMAP:
        memory->unmapped = memory->readonly = memory->undetermined = false;
        if (memory->bytes != NULL)
            lay_out(memory);
        break;
    case OP_PROTECT: memory->readonly = true; break;
    case OP_SLEEP: op_sleep(m, op); break;
    case OP_CALLER_CHECK: op_caller_check(m); break;
    case OP_FUNCTIONS: monitor_functions(m, op); break;
    case OP_FILE: op_file(m); break;
    case OP_RATE: op_rate(m); break;
    case OP_EXIT: op_exit(m); break;
    default: break; /* OP_CALLER_SET, OP_END: nothing of this process's */
    }
}

/* Whether an operation is of a child that a dead process did not fork. */
static bool is_skipped(struct model *m, const struct op *op)
{
    if (op->kind == OP_FORK)
        m->skipped++;
    if (m->skipped == 0 || op->kind != OP_END)
        return m->skipped > 0;
    m->skipped--;
    return true;
}

/* Whether no more operations are run. */
static bool is_over(const struct model *m)
{
    return m->exhausted || m->anything || m->at_odds;
}

bool model_run(struct model *m, const struct script *script,
               struct choices *choices, struct outcome *outcome,
               unsigned char *arena, size_t arena_size)
{
    m->choices = choices;
    m->script = script;
    m->outcome = outcome;
    m->arena = arena;
    m->arena_size = arena_size;
    m->arena_used = 0;
    machine_begin(m);
    gmon_begin(m);
    outcome->count = 0;
    choices_run(choices);
    for (size_t i = 0; i < script->count && !is_over(m); i++) {
        m->op = (uint16_t)i;
        m->open = m->closed = (struct rule_set){{0}};
        if (m->process->dead && is_skipped(m, &script->ops[i]))
            continue;
        if (script->ops[i].kind == OP_END && m->process->number != 0)
            op_end(m);
        else if (!m->process->dead)
            run_op(m, &script->ops[i]);
    }
    m->op = (uint16_t)script->count;
    if (!m->process->dead && !m->anything && !m->at_odds)
        report_buffers(m);
    return !m->exhausted;
}
