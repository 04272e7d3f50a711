/* SPDX-License-Identifier: MIT */
/*
 * Defects that no choice of the tables has, to plant beside those that one
 * has.  Each changes the script that the model runs in the place of a case's,
 * or what came of it; a place says in which calls, and in the ticks after
 * them, it shows.
 */
#ifndef CONFORMANCE_STRANGE_TEST_H
#define CONFORMANCE_STRANGE_TEST_H

#include <signal.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/language/observation.h"

enum strange_kind {
    STRANGE_MAPPING, /* ticks are in other counters */
    STRANGE_COUNTING,
    STRANGE_CONTROL, /* calls do something else */
    STRANGE_FATAL,
    STRANGE_KINDS
};

enum strange_place {
    PLACE_ALL,
    PLACE_LIST,
    PLACE_SECOND,
    PLACE_ODD_SIZE,
    PLACE_ODD_OFFSET,
    PLACES,
    PLACE_SHORT_RANGE = PLACES /* of monstartup: asked for, never drawn */
};

/* A case's script being changed. */
struct strange_script {
    struct arena arena;
    struct op *ops;
    size_t count, at;        /* the operation that is being changed */
    unsigned nth;            /* calls that turn on so far */
    const struct call *call; /* the last of them; null: none yet */
    uint32_t ticks;          /* so far */
    unsigned by;             /* which of several amounts */
    uint64_t last;           /* the pc before */
    bool applies;
};

struct strange {
    const char *name;
    unsigned kind;
    void (*region)(struct strange_script *s, struct region_arguments *r);
    void (*call)(struct strange_script *s, struct call *call);
    void (*tick)(struct strange_script *s, struct tick *tick);
    void (*sweep)(struct strange_script *s, struct op *sweep);
    bool one_by_one; /* the first of several ticks is another matter */
    bool (*dies)(struct strange_script *s, const struct op *op);
    void (*mark)(const struct script *script, struct outcome *outcome);
    int error;         /* that is EINVAL; 0: none */
    uint16_t known[2]; /* the choices that it is in some dialects, or at most
                          scales; or 0 */
};

static inline bool strange_counts(const struct region_arguments *r)
{
    return r->scale > 1 && r->size > 0 && r->base.kind == POINTER_GIVEN;
}

/* Whether a call has a range, or a region that counts. */
static inline bool strange_is_on(const struct call *call)
{
    bool any = false;

    switch (call->kind) {
    case CALL_PROFIL: return strange_counts(&call->region);
    case CALL_SPROFIL:
    case CALL_PROFIL_LIST:
    case CALL_MONITOR_LIST:
        for (uint32_t k = 0; k < call->listed; k++)
            any = any || strange_counts(&call->list[k]) ||
                  (call->kind == CALL_MONITOR_LIST && call->list[k].size > 0);
        return any && call->list_kind == POINTER_GIVEN;
    case CALL_MONITOR:
    case CALL_MONSTARTUP: return true;
    default: return false;
    }
}

/* Whether a size, or an offset, is odd. */
static inline bool strange_is_odd(const struct call *call, bool size)
{
    uint64_t all = size ? call->region.size : call->region.offset;

    for (uint32_t k = 0; call_has_list(call) && k < call->listed; k++)
        all |= size ? call->list[k].size : call->list[k].offset;
    return all & 1;
}

static inline bool strange_place(const struct strange_script *s,
                                 enum strange_place place)
{
    const struct call *call = s->call;

    switch (place) {
    case PLACE_LIST: return call && call_has_list(call);
    case PLACE_SECOND: return s->nth > 1;
    case PLACE_ODD_SIZE: return call && strange_is_odd(call, true);
    case PLACE_ODD_OFFSET: return call && strange_is_odd(call, false);
    case PLACE_SHORT_RANGE:
        return call && call->kind == CALL_MONSTARTUP &&
               call->region.high - call->region.offset < 0x10000;
    default: return true;
    }
}

/* Where the region of the last call begins that is next below a pc; the pc, if
 * none is. */
static inline uint64_t strange_offset(const struct strange_script *s,
                                      uint64_t pc)
{
    const struct call *call = s->call;
    bool list = call && call_has_list(call);
    uint64_t offset = pc;

    if (call && !list && call->region.offset <= pc)
        offset = call->region.offset;
    for (uint32_t k = 0; list && k < call->listed; k++)
        if (strange_counts(&call->list[k]) && call->list[k].offset <= pc &&
            (call->list[k].offset > 0 || call->list[k].scale > 2) &&
            (offset == pc || call->list[k].offset > offset))
            offset = call->list[k].offset;
    return offset;
}

/* Where the lowest region of the last call begins. */
static inline uint64_t strange_lowest(const struct strange_script *s)
{
    const struct call *call = s->call;
    uint64_t lowest = call_has_list(call) ? UINT64_MAX : call->region.offset;

    for (uint32_t k = 0; call_has_list(call) && k < call->listed; k++)
        if (call->list[k].offset < lowest)
            lowest = call->list[k].offset;
    return lowest;
}

/* Mapping */

static inline void offset_and_one(struct strange_script *s,
                                  struct region_arguments *r)
{
    (void)s;
    bool bin = r->offset == 0 && r->scale == 2;

    r->offset += r->scale > 1 && !bin;
}

static inline void last_counter_lost(struct strange_script *s,
                                     struct region_arguments *r)
{
    (void)s;
    r->size -= r->size >= 4 && r->size < UINT32_MAX ? 2 : 0;
}

/* The n-th buffer's operation; null: there is none. */
static inline const struct op *strange_buffer(const struct op *ops,
                                              size_t count, unsigned n)
{
    for (size_t k = 0; k < count; k++)
        if (ops[k].kind == OP_BUFFER && n-- == 0)
            return &ops[k];
    return NULL;
}

/* `i <= count`, where the buffer has more than the call says. */
static inline void count_included(struct strange_script *s,
                                  struct region_arguments *r)
{
    const struct op *op = strange_buffer(s->ops, s->count, r->base.buffer);

    if (op && r->base.kind == POINTER_GIVEN && r->size > 0 &&
        r->base.at + r->size + 2 <= op->size)
        r->size += 2;
}

static inline void scale_by_table(struct strange_script *s,
                                  struct region_arguments *r)
{
    (void)s;
    if (r->scale > 0x100 && r->scale < 0x10000)
        r->scale &= 0xff00;
}

static inline void granule(struct strange_script *s, struct tick *tick)
{
    static const uint64_t granules[] = {4, 16, 64, 48, 8, 128};

    tick->pc -= tick->pc % granules[s->by % 6];
}

static inline void wrong_register(struct strange_script *s, struct tick *tick)
{
    if (s->ticks > 0)
        tick->pc = s->last;
}

static inline uint64_t strange_further(const struct strange_script *s)
{
    static const int amounts[] = {4, 2, -2, 1, -4, 8, 12, -6};

    return (uint64_t)(int64_t)amounts[s->by % 8];
}

static inline void next_instruction(struct strange_script *s, struct tick *tick)
{
    tick->pc += strange_further(s);
}

static inline void sweep_next_instruction(struct strange_script *s,
                                          struct op *sweep)
{
    sweep->pc += strange_further(s);
    sweep->end += strange_further(s);
}

static inline void distance_cut(struct strange_script *s, struct tick *tick)
{
    uint64_t offset = strange_offset(s, tick->pc);

    tick->pc = offset + ((tick->pc - offset) & 0xffff);
}

/* Counting */

static inline void every_second(struct strange_script *s, struct tick *tick)
{
    uint32_t n = s->by % 3 ? 2 : 2 + s->by % 5;

    tick->count = (s->ticks + tick->count) / n - s->ticks / n;
}

static inline void odd_pcs_twice(struct strange_script *s, struct tick *tick)
{
    (void)s;
    tick->count *= tick->pc & 2 ? 2 : 1;
}

static inline void first_tick_lost(struct strange_script *s, struct tick *tick)
{
    tick->count -= s->ticks == 0;
}

static inline void bursts_cut(struct strange_script *s, struct tick *tick)
{
    (void)s;
    if (tick->count > 4)
        tick->count = 4;
}

static inline void far_pcs_lost(struct strange_script *s, struct tick *tick)
{
    if (tick->pc - strange_offset(s, tick->pc) >= 0x10000)
        tick->count = 0;
}

/* A region's first counter is as it was; or 0, where that was cleared. */
static inline void first_of_region_lost(const struct script *script,
                                        const struct region_arguments *r,
                                        unsigned width, struct outcome *outcome)
{
    const struct op *op =
        strange_buffer(script->ops, script->count, r->base.buffer);

    for (size_t k = 0; op && k < outcome->count; k++) {
        struct event *e = &outcome->events[k];
        size_t at = SCRIPT_ZONE + r->base.at;
        uint32_t now = 0;

        if (e->kind != EVENT_BUFFER || !e->bytes || e->undetermined ||
            e->buffer != r->base.buffer || e->size < SCRIPT_ZONE + at + width)
            continue;
        memcpy(&now, e->bytes + at, width);
        now = now < op->fill ? 0 : op->fill;
        memcpy((unsigned char *)e->bytes + at, &now, width);
    }
}

static inline void first_counter_lost(const struct script *script,
                                      struct outcome *outcome)
{
    for (size_t k = 0; k < script->count; k++) {
        const struct call *call = &script->ops[k].call;
        unsigned width = call->flags & FLAG_UINT ? 4 : 2;

        if (script->ops[k].kind != OP_CALL || !strange_is_on(call))
            continue;
        if (strange_counts(&call->region))
            first_of_region_lost(script, &call->region, width, outcome);
        for (uint32_t i = 0; i < call->listed; i++)
            if (strange_counts(&call->list[i]))
                first_of_region_lost(script, &call->list[i], width, outcome);
    }
}

/* Control */

/* As of an array that has room for so many. */
static inline void one_region(struct strange_script *s, struct call *call)
{
    int room = s->by % 4 < 3 ? 1 : 4;

    if (call->count > room && call->count <= PROFIL_LIMIT &&
        call_has_list(call))
        call->count = room;
    if (call->listed > (uint32_t)room && call->kind == CALL_SPROFIL)
        call->listed = (uint32_t)room;
}

static inline void later_scale_halved(struct strange_script *s,
                                      struct region_arguments *r)
{
    if (s->nth > 1 && r->scale > 3 && r->scale <= 0x10000)
        r->scale /= 2;
}

static inline void sizes_swapped(struct strange_script *s, struct call *call)
{
    struct region_arguments *list = (struct region_arguments *)call->list;

    (void)s;
    for (uint32_t k = 0; k + 1 < call->listed; k += 2) {
        uint64_t size = list[k].size;

        list[k].size = list[k + 1].size;
        list[k + 1].size = size;
    }
}

/* What one form turned on the other need not turn off. */
static inline void cleared_at_off(const struct script *script,
                                  struct outcome *outcome)
{
    bool off = false, list = false;

    for (size_t k = 0; k < script->count; k++) {
        const struct call *call = &script->ops[k].call;

        if (script->ops[k].kind != OP_CALL)
            continue;
        off = !strange_is_on(call) && call_has_list(call) == list;
        list = strange_is_on(call) ? call_has_list(call) : list;
    }
    for (size_t k = 0; off && k < outcome->count; k++) {
        struct event *e = &outcome->events[k];

        if (e->kind == EVENT_BUFFER && e->bytes && !e->undetermined)
            memset((unsigned char *)e->bytes + SCRIPT_ZONE, 0,
                   e->size - 2 * SCRIPT_ZONE);
    }
}

/* A call that fails with this error fails with EINVAL. */
static inline void strange_errors(struct outcome *outcome, int error)
{
    for (size_t k = 0; k < outcome->count; k++)
        if (outcome->events[k].kind == EVENT_CALL &&
            outcome->events[k].value == -1 && outcome->events[k].error == error)
            outcome->events[k].error = ERROR_EINVAL;
}

/* Fatal */

static inline bool dies_turning_on_again(struct strange_script *s,
                                         const struct op *op)
{
    return op->kind == OP_CALL && strange_is_on(&op->call) && s->nth > 0;
}

static inline bool dies_of_odd_sizes(struct strange_script *s,
                                     const struct op *op)
{
    (void)s;
    return op->kind == OP_CALL && strange_is_odd(&op->call, true);
}

static inline bool dies_of_scales(struct strange_script *s, const struct op *op)
{
    const struct call *call = &op->call;
    uint64_t scale = op->kind == OP_CALL ? call->region.scale : 0;

    (void)s;
    if (op->kind == OP_CALL && call_has_list(call) && call->listed)
        scale = call->list[0].scale;
    return scale > 2 && scale < 0x10000 && (scale & (scale - 1)) != 0;
}

static inline bool dies_below(struct strange_script *s, const struct op *op)
{
    bool below = false;

    for (size_t k = 0; op->kind == OP_TICKS && s->call && k < op->tick_count;
         k++)
        below = below || op->ticks[k].pc < strange_lowest(s);
    return below;
}

static inline bool dies_of_bursts(struct strange_script *s, const struct op *op)
{
    bool burst = false;

    for (size_t k = 0; op->kind == OP_TICKS && s->call && k < op->tick_count;
         k++)
        burst = burst || op->ticks[k].count > 4;
    return burst;
}

static const struct strange strange_table[] = {
    {"offset+1", STRANGE_MAPPING, .region = offset_and_one,
     .known = {0, REGION_START_BELOW}},
    {"last counter lost", STRANGE_MAPPING, .region = last_counter_lost},
    {"i <= count", STRANGE_MAPPING, .region = count_included,
     .known = {ODD_TAIL_END_INCLUSIVE, ODD_TAIL_FIRST_BYTE}},
    {"scale by table", STRANGE_MAPPING, .region = scale_by_table},
    {"granule", STRANGE_MAPPING, .tick = granule},
    {"wrong register", STRANGE_MAPPING, .tick = wrong_register,
     .one_by_one = true},
    {"next instruction", STRANGE_MAPPING, .tick = next_instruction,
     .sweep = sweep_next_instruction},
    {"distance cut", STRANGE_MAPPING, .tick = distance_cut,
     .known = {PRODUCT_MOD_32, ADDRESS_DISTANCE_32}},
    {"every second tick", STRANGE_COUNTING, .tick = every_second},
    {"odd pcs twice", STRANGE_COUNTING, .tick = odd_pcs_twice},
    {"first tick lost", STRANGE_COUNTING, .tick = first_tick_lost},
    {"bursts cut", STRANGE_COUNTING, .tick = bursts_cut},
    {"far pcs lost", STRANGE_COUNTING, .tick = far_pcs_lost},
    {"first counter lost", STRANGE_COUNTING, .mark = first_counter_lost,
     .known = {REGION_START_BELOW, OVERFLOW_BIN_IGNORED}},
    {"one region only", STRANGE_CONTROL, .call = one_region,
     .known = {LIST_USED_FIRST, OVERFLOW_ORDER_ANYWHERE}},
    {"later scale halved", STRANGE_CONTROL, .region = later_scale_halved},
    {"sizes swapped", STRANGE_CONTROL, .call = sizes_swapped},
    {"cleared at off", STRANGE_CONTROL, .mark = cleared_at_off},
    {"E2BIG is EINVAL", STRANGE_CONTROL, .error = ERROR_E2BIG},
    {"EFAULT is EINVAL", STRANGE_CONTROL, .error = ERROR_EFAULT},
    {"dies turning on again", STRANGE_FATAL, .dies = dies_turning_on_again},
    {"dies of odd sizes", STRANGE_FATAL, .dies = dies_of_odd_sizes},
    {"dies of scales", STRANGE_FATAL, .dies = dies_of_scales,
     .known = {REGION_SCALE_CRASHES}},
    {"dies below", STRANGE_FATAL, .dies = dies_below,
     .known = {REGION_BELOW_CRASHES, BELOW_OFFSET_CRASHES}},
    {"dies of bursts", STRANGE_FATAL, .dies = dies_of_bursts},
};

enum { STRANGES = sizeof strange_table / sizeof *strange_table };

/* One that is planted. */
struct strange_planted {
    const struct strange *strange;
    enum strange_place place;
    unsigned by; /* which of several amounts */
};

/* Some ticks at one pc, one after the other. */
static inline void strange_tick(struct strange_script *s,
                                const struct strange *d, struct tick own,
                                struct op *op)
{
    struct tick *ticks = (struct tick *)op->ticks, tick = own;

    if (d->tick && s->applies)
        d->tick(s, &tick);
    s->ticks += own.count;
    s->last = own.pc;
    if (tick.count > 0)
        ticks[op->tick_count++] = tick;
}

static inline void strange_ticks(struct strange_script *s,
                                 const struct strange *d, struct op *op)
{
    size_t count = op->tick_count;
    const struct tick *ticks = op->ticks;

    op->ticks = arena_new(&s->arena, 2 * count, sizeof *ticks);
    op->tick_count = 0;
    for (size_t k = 0; k < count; k++) {
        struct tick own = ticks[k];

        if (d->one_by_one && own.count > 1) {
            strange_tick(s, d, (struct tick){own.pc, 1}, op);
            own.count--;
        }
        strange_tick(s, d, own, op);
    }
}

static inline void strange_op(struct strange_script *s, const struct strange *d,
                              struct op *op)
{
    struct call *call = &op->call;
    struct region_arguments *list = (struct region_arguments *)call->list;

    if (op->kind == OP_CALL && s->applies && strange_is_on(call)) {
        if (d->region && call_has_list(call))
            for (uint32_t k = 0; k < call->listed; k++)
                d->region(s, &list[k]);
        else if (d->region)
            d->region(s, &call->region);
        if (d->call)
            d->call(s, call);
    }
    if (op->kind == OP_SWEEP && s->applies && d->sweep)
        d->sweep(s, op);
    if (op->kind == OP_TICKS)
        strange_ticks(s, d, op);
}

/* Returns the operation in which it dies; count: in none. */
static inline size_t strange_change(struct strange_script *s,
                                    const struct script *script,
                                    const struct strange_planted *sown)
{
    size_t dies = s->count;
    bool forks = false;

    s->nth = 0;
    s->ticks = 0;
    s->by = sown->by;
    s->call = NULL;
    for (s->at = 0; s->at < s->count; s->at++) {
        struct op *op = &s->ops[s->at];
        const struct op *own = &script->ops[s->at];
        bool on = own->kind == OP_CALL && strange_is_on(&own->call);
        unsigned before = s->nth;

        forks = forks || op->kind == OP_FORK;
        if (on) {
            s->call = &own->call;
            s->nth++;
        }
        s->applies = strange_place(s, sown->place);
        strange_op(s, sown->strange, op);
        s->nth = before;
        if (!forks && dies == s->count && s->applies && sown->strange->dies &&
            sown->strange->dies(s, own))
            dies = s->at;
        s->nth = before + on;
    }
    return dies;
}

/* The first call of a case in that place; the number of operations: none is. */
static inline size_t strange_first_in(const struct script *script,
                                      enum strange_place place)
{
    struct strange_script s = {0};

    for (size_t k = 0; k < script->count; k++) {
        const struct op *op = &script->ops[k];

        if (op->kind != OP_CALL || !strange_is_on(&op->call))
            continue;
        s.call = &op->call;
        s.nth++;
        if (strange_place(&s, place))
            return k;
    }
    return script->count;
}

/* A copy of a script that may be changed, in its arena. */
static inline struct strange_script strange_copy(const struct script *script)
{
    struct strange_script s = {.count = script->count};

    s.ops = arena_new(&s.arena, script->count + 1, sizeof *s.ops);
    for (size_t k = 0; k < script->count; k++) {
        struct op *op = &s.ops[k];

        *op = script->ops[k];
        if (op->kind == OP_CALL && op->call.listed) {
            struct region_arguments *list =
                arena_new(&s.arena, op->call.listed, sizeof *list);

            op->call.list =
                memcpy(list, op->call.list, op->call.listed * sizeof *list);
        }
    }
    return s;
}

/* It dies in that operation: nothing comes after. */
static inline void strange_die(struct observation *o, size_t op)
{
    struct outcome *outcome = &o->outcome;
    size_t k = 0;

    if (o->ended == ENDED_SIGNAL && o->op <= op)
        return;
    while (k < outcome->count && outcome->events[k].op < op)
        k++;
    outcome->count = k;
    outcome_add(outcome,
                &(struct event){.kind = EVENT_CRASH, .op = (uint16_t)op});
    o->ended = ENDED_SIGNAL;
    o->status = SIGSEGV;
    o->op = (uint16_t)op;
}

#endif
