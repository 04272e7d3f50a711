/* SPDX-License-Identifier: MIT */
#include "features.h"

/* A script being read, operation by operation. */
struct reading {
    const struct script *script;
    const struct outcome *expected;
    struct feature_set *set;
    const struct op *buffers[SCRIPT_BUFFERS];
    unsigned buffer_count, calls, ons, asked;
    bool on, was_off;
    bool computes; /* the call reads a scale of -1 as one to be computed */
    const struct call *call; /* the last that turned on; null: none */
    uint64_t ticks, pc;
    unsigned width, depth;
    uint64_t first_size, first_scale;
    int first_buffer;  /* -1: none */
    bool called_since; /* a call came after ticks */
};

static void add(struct reading *r, bool has, enum feature feature)
{
    if (has)
        r->set->bits[feature / 64] |= UINT64_C(1) << feature % 64;
}

const char *feature_words(unsigned feature)
{
    static const char *const words[] = {
#define FEATURE(id, words) words,
#include "features.def"
#undef FEATURE
    };

    return words[feature];
}

/* What p_scale of monitor is plays no part: its scale is computed. */
static bool is_disabled(const struct call *call,
                        const struct region_arguments *region)
{
    return region->size == 0 ||
           (call->kind != CALL_MONITOR_LIST && region->scale < 2);
}

static bool is_bin(const struct call *call,
                   const struct region_arguments *region)
{
    return call->kind == CALL_SPROFIL && region->offset == 0 &&
           region->scale == 2;
}

static bool is_error(const struct event *e)
{
    return e->error != ERROR_NONE && e->error != ERROR_UNSEEN;
}

/* Whether it is to turn profiling on, whatever its buffer. */
static bool asks_for(const struct call *call)
{
    bool any = false;

    switch (call->kind) {
    case CALL_PROFIL: return !is_disabled(call, &call->region);
    case CALL_SPROFIL:
    case CALL_PROFIL_LIST:
    case CALL_MONITOR_LIST:
        for (uint32_t k = 0; k < call->listed; k++) {
            if (call->kind != CALL_SPROFIL && call->list[k].high == 0)
                break;
            any = any || !is_disabled(call, &call->list[k]);
        }
        return any && call->list_kind == POINTER_GIVEN;
    case CALL_MONITOR:
    case CALL_MONSTARTUP: return true;
    default: return false;
    }
}

bool call_turns_on(const struct call *call)
{
    return call->kind == CALL_MONCONTROL
               ? call->count != 0
               : asks_for(call) && (call->kind != CALL_PROFIL ||
                                    call->region.base.kind == POINTER_GIVEN);
}

/* Whether it ends it. */
static bool turns_off(const struct call *call)
{
    switch (call->kind) {
    case CALL_PROFIL: return call->region.scale < 2;
    case CALL_MONITOR_STOP:
    case CALL_MCLEANUP: return true;
    case CALL_MONCONTROL: return call->count == 0;
    default: return call_has_list(call) && !call_turns_on(call);
    }
}

static void read_scale(struct reading *r, uint64_t scale)
{
    bool computed = r->computes && scale == SCALE_COMPUTED;

    add(r, scale == 0, FEATURE_SCALE_ZERO);
    add(r, scale != 0x8000, FEATURE_SCALE_OTHER);
    add(r, scale == 1, FEATURE_SCALE_ONE);
    add(r, scale == 2, FEATURE_SCALE_TWO);
    add(r, computed, FEATURE_SCALE_COMPUTED);
    add(r, scale == 0x10000, FEATURE_SCALE_FULL);
    add(r, scale >= 0x10000 && !computed, FEATURE_SCALE_WIDE);
    if (scale < 3 || computed)
        return;
    add(r, scale & 1, FEATURE_SCALE_ODD);
    add(r, scale & (scale - 1), FEATURE_SCALE_NO_POWER);
    add(r, scale & 0xff, FEATURE_SCALE_LOW);
    add(r, scale < 0x100, FEATURE_SCALE_SMALL);
    add(r, scale >= 0x8000, FEATURE_SCALE_SIGN);
    add(r, scale > 0x8000, FEATURE_SCALE_HIGH);
    add(r, scale > 0x10000, FEATURE_SCALE_ABOVE);
}

static void read_base(struct reading *r, const struct region_arguments *a)
{
    const struct op *buffer = NULL;

    add(r, a->base.kind == POINTER_NULL, FEATURE_BUFFER_NULL);
    add(r, a->base.kind == POINTER_BAD, FEATURE_BUFFER_BAD);
    add(r, a->base.kind != POINTER_GIVEN, FEATURE_BAD_ADDRESS);
    if (a->base.kind != POINTER_GIVEN)
        return;
    if (a->base.buffer < r->buffer_count)
        buffer = r->buffers[a->base.buffer];
    add(r, a->base.at > 0, FEATURE_BASE_INSIDE);
    add(r, a->base.at & 1, FEATURE_BASE_ODD);
    add(r, r->first_buffer >= 0 && r->first_buffer != a->base.buffer,
        FEATURE_BUFFERS);
    r->first_buffer = a->base.buffer;
    if (!buffer)
        return;
    add(r, a->base.at + a->size < buffer->size, FEATURE_SIZE_LESS);
    add(r, a->base.at + a->size > buffer->size, FEATURE_SIZE_MORE);
}

static void read_region(struct reading *r, const struct region_arguments *a)
{
    read_base(r, a);
    read_scale(r, a->scale);
    add(r, a->size == 0, FEATURE_SIZE_ZERO);
    add(r, a->size & 1, FEATURE_SIZE_ODD);
    add(r, a->size % r->width, FEATURE_SIZE_PART);
    add(r, a->size < r->width, FEATURE_SIZE_ONE);
    add(r, r->first_size != UINT64_MAX && r->first_size != a->size,
        FEATURE_SIZES_DIFFER);
    add(r, r->first_scale != UINT64_MAX && r->first_scale != a->scale,
        FEATURE_SCALES_DIFFER);
    r->first_size = a->size;
    r->first_scale = a->scale;
    add(r, a->offset & 1, FEATURE_OFFSET_ODD);
    add(r, a->offset & 15, FEATURE_OFFSET_NOT_16);
    add(r, a->offset > UINT32_MAX, FEATURE_OFFSET_HIGH);
    add(r, a->offset == 0, FEATURE_OFFSET_ZERO);
}

/* The address after the last that a region's buffer has a counter for. */
static uint64_t end_of(const struct region_arguments *a)
{
    if (a->high)
        return a->high;
    if (a->scale < 2 || a->scale > 0x10000 || a->size > UINT32_MAX)
        return UINT64_MAX;
    return a->offset + (a->size << 16) / a->scale;
}

static void read_list(struct reading *r, const struct call *call)
{
    bool bin = false;

    add(r, true, FEATURE_LIST);
    add(r, call->list_kind == POINTER_NULL, FEATURE_LIST_NULL);
    add(r, call->list_kind == POINTER_BAD, FEATURE_LIST_BAD);
    add(r, call->list_kind != POINTER_GIVEN, FEATURE_BAD_ADDRESS);
    for (uint32_t k = 0; k < call->listed; k++) {
        const struct region_arguments *a = &call->list[k];
        bool element = call->kind != CALL_SPROFIL;

        if (element && a->high == 0)
            break;
        read_region(r, a);
        bin = bin || is_bin(call, a);
        add(r, k > 0, FEATURE_REGIONS);
        add(r, k > 1, FEATURE_REGIONS_3);
        add(r, k > 3, FEATURE_REGIONS_5);
        add(r, k > 7, FEATURE_REGIONS_9);
        add(r, call->listed > 1 && is_disabled(call, a), FEATURE_DISABLED);
        for (uint32_t i = 0, overlaps = 0; i < k; i++) {
            const struct region_arguments *b = &call->list[i];

            overlaps += a->offset < end_of(b) && b->offset < end_of(a);
            add(r, a->offset == b->offset, FEATURE_OFFSETS_EQUAL);
            add(r, overlaps > 0, FEATURE_OVERLAP);
            add(r, overlaps > 1, FEATURE_OVERLAP_THREE);
            add(r, element && a->high < b->high, FEATURE_HIGH_ORDER);
            add(r, element && a->high == b->high, FEATURE_HIGH_EQUAL);
            add(r, element && a->base.buffer != b->base.buffer,
                FEATURE_SCATTERED);
        }
    }
    add(r, bin, FEATURE_OVERFLOW_BIN);
    if (call->kind != CALL_SPROFIL)
        return;
    add(r, call->count <= 0 || call->count > PROFIL_LIMIT, FEATURE_COUNT_RANGE);
    add(r, call->count == 0, FEATURE_COUNT_ZERO);
    add(r, call->count < 0, FEATURE_COUNT_NEGATIVE);
    add(r, call->count > PROFIL_LIMIT, FEATURE_COUNT_ABOVE);
    add(r, call->tvp != POINTER_NULL, FEATURE_TVP);
    add(r, call->tvp == POINTER_BAD, FEATURE_TVP_BAD);
    add(r, call->tvp == POINTER_BAD, FEATURE_BAD_ADDRESS);
    add(r, call->flags & FLAG_UINT, FEATURE_WIDE);
    add(r, (call->flags & 3) == FLAG_USHORT, FEATURE_SHORT);
    add(r, (call->flags & 3) == 3, FEATURE_BOTH_WIDTHS);
    add(r, (call->flags & 3) == 0, FEATURE_NO_WIDTH);
    add(r, call->flags & FLAG_FAST, FEATURE_FAST);
}

/* Whether a call to turn off finds profiling on by the other of AIX's forms. */
static bool is_of_other_form(const struct reading *r, const struct call *call)
{
    enum call_kind on = r->on && r->call ? r->call->kind : call->kind;

    return (on == CALL_PROFIL && call->kind == CALL_PROFIL_LIST) ||
           (on == CALL_PROFIL_LIST && call->kind == CALL_PROFIL);
}

/* Whether it writes what was counted, be it off or not. */
static bool is_end(const struct call *call)
{
    return call->kind == CALL_MONITOR_STOP || call->kind == CALL_MCLEANUP;
}

/* Of monstartup. */
static void read_range(struct reading *r, const struct region_arguments *a)
{
    uint64_t length = a->high - a->offset;

    add(r, (a->offset | a->high) & 15, FEATURE_RANGE_ODD);
    add(r, length < 0x10000, FEATURE_RANGE_SHORT);
    add(r, length >= 0x100000, FEATURE_RANGE_LONG);
    add(r, a->offset >= 0x100000, FEATURE_RANGE_FAR);
}

/* Whether a call of the script is to fail: it turns nothing on or off. */
static bool is_to_fail(const struct reading *r, const struct call *call)
{
    for (size_t k = 0; k < r->expected->count; k++) {
        const struct event *e = &r->expected->events[k];

        if (e->kind == EVENT_CALL && &r->script->ops[e->op].call == call)
            return is_error(e);
    }
    return false;
}

static void read_call(struct reading *r, const struct call *call)
{
    static const enum feature kinds[CALL_KINDS] = {
        [CALL_PROFIL] = FEATURE_PROFIL,
        [CALL_PROFIL_LIST] = FEATURE_LIST_FORM,
        [CALL_SPROFIL] = FEATURE_SPROFIL,
        [CALL_MONITOR] = FEATURE_MONITOR,
        [CALL_MONITOR_LIST] = FEATURE_MONITOR_LIST,
        [CALL_MONITOR_STOP] = FEATURE_MONITOR_STOP,
        [CALL_MONSTARTUP] = FEATURE_MONSTARTUP,
        [CALL_MONCONTROL] = FEATURE_MONCONTROL,
        [CALL_MCLEANUP] = FEATURE_MCLEANUP,
    };
    bool fails = is_to_fail(r, call);
    bool on = !fails && call_turns_on(call), off = !fails && turns_off(call);

    add(r, true, kinds[call->kind]);
    add(r, r->calls > 0, FEATURE_TWO_CALLS);
    add(r, r->ticks > 0, FEATURE_TICK_BETWEEN);
    if (call->kind == CALL_SPROFIL)
        r->width = call->flags & FLAG_UINT ? 4 : 2;
    r->computes = call_has_list(call) && call->kind != CALL_SPROFIL;
    if (call_has_list(call))
        read_list(r, call);
    else if (call->kind == CALL_PROFIL || call->kind == CALL_MONITOR)
        read_region(r, &call->region);
    else if (call->kind == CALL_MONSTARTUP)
        read_range(r, &call->region);
    add(r, on && r->ons > 0, FEATURE_ON_AGAIN);
    add(r, asks_for(call), FEATURE_ASKED);
    add(r, asks_for(call) && r->asked > 0, FEATURE_ASKED_AGAIN);
    add(r, on && r->on, FEATURE_ON_WHILE_ON);
    add(r, on && r->was_off, FEATURE_AFTER_OFF);
    add(r, off, FEATURE_OFF);
    add(r, off && !r->on && !is_end(call), FEATURE_OFF_WHILE_OFF);
    add(r, off && is_of_other_form(r, call), FEATURE_OFF_OTHER_FORM);
    add(r, r->was_off, FEATURE_CALL_AFTER_OFF);
    r->calls++;
    r->ons += on;
    r->asked += asks_for(call);
    off = off && !is_of_other_form(r, call);
    r->was_off = r->was_off || (off && r->on);
    if (on && call->kind != CALL_MONCONTROL) /* of which it has no range */
        r->call = call;
    r->on = on || (r->on && !off);
}

/* Of a region, whether it is the nearest that begins below it; and whether
 * there is an overflow bin, which counts what is past its end. */
static void read_pc(struct reading *r, const struct region_arguments *a,
                    uint64_t pc, bool nearest, bool bin)
{
    uint64_t d = pc - a->offset, number;

    add(r, pc < a->offset, FEATURE_PC_BELOW);
    if (pc < a->offset)
        return;
    add(r, d == 0, FEATURE_PC_AT_OFFSET);
    add(r, nearest && d >= 0x10000, FEATURE_PC_64K);
    add(r, nearest && d > UINT32_MAX, FEATURE_PC_4G);
    if (a->scale > 0x10000 || d > UINT64_MAX >> 17 || a->size > UINT32_MAX)
        return;
    number = d * a->scale >> 16;
    add(r, nearest && d >= 0x10000 && (number < a->size || bin),
        FEATURE_PC_64K_COUNTED);
    add(r, number < a->size && a->size <= number + r->width,
        FEATURE_PC_LAST_COUNTER);
    add(r, number >= a->size, FEATURE_PC_PAST);
    add(r, number >= a->size && number < a->size + r->width, FEATURE_PC_AT_END);
}

static void read_pc_of_list(struct reading *r, const struct call *call,
                            uint64_t pc)
{
    bool below = call->listed > 0;
    bool bin = false;
    uint64_t offset = 0;

    for (uint32_t k = 0; k < call->listed; k++) {
        bin = bin || is_bin(call, &call->list[k]);
        if (call->list[k].offset <= pc && call->list[k].offset > offset)
            offset = call->list[k].offset;
    }
    for (uint32_t k = 0; k < call->listed; k++) {
        read_pc(r, &call->list[k], pc, call->list[k].offset == offset, bin);
        below = below && pc < call->list[k].offset;
    }
    add(r, below, FEATURE_PC_BELOW_ALL);
}

static void read_tick(struct reading *r, const struct tick *tick)
{
    const struct call *call = r->call;

    add(r, true, FEATURE_TICKS);
    add(r, r->ticks + tick->count > 1, FEATURE_SEVERAL_TICKS);
    add(r, r->ticks > 0 && r->pc != tick->pc, FEATURE_SEVERAL_PCS);
    add(r, tick->count > 1, FEATURE_BURST);
    add(r, tick->count > 4, FEATURE_LONG_BURST);
    add(r, tick->count > 0x7ffe, FEATURE_FULL);
    add(r, !r->on && r->ons > 0, FEATURE_TICK_AFTER_OFF);
    add(r, r->ons == 0, FEATURE_TICK_BEFORE);
    add(r, call && call_has_list(call), FEATURE_TICK_OF_LIST);
    add(r, r->depth > 0, FEATURE_CHILD_TICKS);
    add(r, tick->pc & 1, FEATURE_PC_ODD);
    add(r, tick->pc & 3, FEATURE_PC_ODD_WORD);
    add(r, tick->pc & 15, FEATURE_PC_NOT_16);
    add(r, tick->pc > UINT32_MAX, FEATURE_PC_HIGH);
    r->ticks += tick->count;
    r->pc = tick->pc;
    if (call && call_has_list(call))
        read_pc_of_list(r, call, tick->pc);
    else if (call) {
        read_pc(r, &call->region, tick->pc, true, false);
        add(r, tick->pc < call->region.offset, FEATURE_PC_BELOW_ALL);
    }
}

/* Calls of a runtime behind -pg: each of two places, of which the first is
 * where it was called. */
static void read_arcs(struct reading *r, const struct op *op)
{
    const struct region_arguments *range = r->call ? &r->call->region : NULL;

    add(r, true, FEATURE_FUNCTIONS);
    for (size_t k = 0; range && k + 1 < op->tick_count; k += 2) {
        uint64_t from = op->ticks[k].pc, self = op->ticks[k + 1].pc;

        add(r, from < range->offset || from >= range->high,
            FEATURE_CALLED_OUTSIDE);
        add(r, self < range->offset || self >= range->high,
            FEATURE_CALLEE_OUTSIDE);
        add(r, op->ticks[k].count > 0xffff, FEATURE_MANY_CALLS);
    }
}

static void read_op(struct reading *r, const struct op *op)
{
    switch (op->kind) {
    case OP_BUFFER:
        if (r->buffer_count < SCRIPT_BUFFERS)
            r->buffers[r->buffer_count++] = op;
        add(r, op->fill_width && op->fill, FEATURE_FILLED);
        add(r, op->fill >= 0x7ff0, FEATURE_FULL);
        add(r, op->size >= 0x10000, FEATURE_LARGE);
        break;
    case OP_CALL: read_call(r, &op->call); break;
    case OP_TICKS:
        for (size_t k = 0; k < op->tick_count; k++)
            read_tick(r, &op->ticks[k]);
        break;
    case OP_SWEEP: add(r, true, FEATURE_SWEEP); break;
    case OP_FORK:
        add(r, true, FEATURE_FORK);
        r->depth++;
        break;
    case OP_END: r->depth -= r->depth > 0; break;
    case OP_EXEC: add(r, true, FEATURE_EXEC); break;
    case OP_UNMAP: add(r, true, FEATURE_UNMAPPED); break;
    case OP_PROTECT: add(r, true, FEATURE_READ_ONLY); break;
    case OP_SLEEP: add(r, true, FEATURE_SLEEP); break;
    case OP_CALLER_SET: add(r, true, FEATURE_CALLER); break;
    case OP_FUNCTIONS:
        for (size_t k = 0; k < op->tick_count; k++)
            add(r, op->ticks[k].count > 0xffff, FEATURE_MANY_CALLS);
        add(r, true, FEATURE_FUNCTIONS);
        break;
    case OP_ROW:
    case OP_NESTED:
    case OP_THREADS:
        add(r, true, FEATURE_FUNCTIONS);
        add(r, op->kind == OP_ROW && op->size > 999, FEATURE_MANY_ARCS);
        add(r, op->kind == OP_NESTED, FEATURE_CALLS_NESTED);
        add(r, op->kind == OP_THREADS, FEATURE_CALLS_OF_THREADS);
        break;
    case OP_ARCS: read_arcs(r, op); break;
    case OP_FILE: add(r, true, FEATURE_FILE_LOOKED); break;
    case OP_EXIT: add(r, true, FEATURE_EXIT); break;
    default: break;
    }
}

static void read_expected(struct reading *r, size_t last)
{
    bool failed = false;

    for (size_t k = 0; k < r->expected->count; k++) {
        const struct event *e = &r->expected->events[k];

        if (e->op > last)
            continue;
        if (e->kind == EVENT_BUFFER && e->bytes &&
            e->size > 2 * SCRIPT_ZONE + 2)
            add(r, e->bytes[SCRIPT_ZONE] || e->bytes[SCRIPT_ZONE + 1],
                FEATURE_FIRST_COUNTER);
        if (e->kind != EVENT_CALL)
            continue;
        failed = is_error(e);
        add(r, failed, FEATURE_ERROR);
        add(r, failed && k > 0, FEATURE_ERROR_LATER);
        add(r, e->error == ERROR_E2BIG, FEATURE_ERROR_E2BIG);
        add(r, e->error == ERROR_EFAULT, FEATURE_ERROR_EFAULT);
        add(r, e->error == ERROR_EINVAL, FEATURE_ERROR_EINVAL);
    }
}

struct feature_set features_of(const struct script *script, size_t last,
                               const struct outcome *expected)
{
    struct feature_set set = {{0}};
    struct reading r = {.script = script,
                        .expected = expected,
                        .set = &set,
                        .width = 2,
                        .first_size = UINT64_MAX,
                        .first_scale = UINT64_MAX,
                        .first_buffer = -1};

    for (size_t k = 0; k < script->count && k <= last; k++)
        read_op(&r, &script->ops[k]);
    read_expected(&r, last);
    add(&r, script->address_bits < 64, FEATURE_NARROW);
    return set;
}
