/* SPDX-License-Identifier: MIT */
#include "generate.h"

#include <stdio.h>

/* Where a case's elements come in a longer list: the first, one in the middle,
 * the 17th, the 33rd, the last. */
struct setting {
    unsigned before, whole; /* others come first; elements in all */
};
static const struct setting settings[] = {
    {0, 3}, {2, 5}, {16, 18}, {32, 34}, {SCRIPT_ELEMENTS - 1, SCRIPT_ELEMENTS}};
enum { SETTINGS_TRIED = 5, LAST_SETTING = SETTINGS_TRIED - 1 };

/* The others lie below and above all that cases use, each with more text than
 * its counters are for, in whatever its size counts. */
enum { OTHER_KINDS = 5, OTHER_TEXT = 0x20, OTHER_BYTES = 16 };
static const uint64_t high_text = UINT64_C(0x7fff00000000);
static const uint64_t low_end = OTHER_TEXT * (SCRIPT_ELEMENTS + 1);
static const struct {
    uint32_t size;
    uint64_t scale;
} others[OTHER_KINDS] = {
    {4, 0x8000}, {4, 0x4000}, {4, 0x6000}, {8, 0xc000}, {8, 0xffff}};

enum {
    MOST_OPS = 64,
    MOST_LISTS = 8,
    NEAR_BYTES = 1024, /* so much of a buffer leaves the others near by */
    MANY_TICKS = 1000  /* they take their time, as sweeps do: in one setting */
};

/* A case in one setting, and what it points to. */
struct listing {
    struct test_case made;
    enum dialect dialect;
    unsigned before, whole, most;
    bool same_state; /* the others are off if the case's region is */
    unsigned behind; /* where, in its list, others come again */
    unsigned lists;
    struct op ops[MOST_OPS + 1];
    struct region_arguments list[MOST_LISTS][SCRIPT_ELEMENTS];
    struct tick ticks[2 * SETTINGS_TRIED + 2];
};

static bool is_by_high(enum dialect dialect)
{
    return dialect == DIALECT_AIX || dialect == DIALECT_AIX_MONITOR;
}

/* How many regions an operation turns profiling on with; of none it is kept
 * unchanged. */
static uint32_t regions_of(const struct op *op)
{
    const struct call *call = &op->call;

    if (op->kind != OP_CALL)
        return 0;
    switch (call->kind) {
    case CALL_PROFIL: return 1;
    case CALL_MONITOR: return call->region.offset != 0;
    case CALL_SPROFIL:
        if (call->count != (int32_t)call->listed)
            return 0;
        break;
    case CALL_PROFIL_LIST:
    case CALL_MONITOR_LIST: break;
    default: return 0;
    }
    return call->list_kind == POINTER_GIVEN ? call->listed : 0;
}

static const struct region_arguments *regions(const struct call *call)
{
    return call->kind == CALL_PROFIL || call->kind == CALL_MONITOR
               ? &call->region
               : call->list;
}

/* Whether nothing may come behind: an element ends the list, or an overflow
 * bin is last in it. */
static bool must_be_last(const struct call *call, uint32_t count,
                         enum dialect dialect)
{
    if (call->kind == CALL_PROFIL || call->kind == CALL_MONITOR)
        return false;
    for (uint32_t i = 0; is_by_high(dialect) && i < count; i++)
        if (call->list[i].high == 0)
            return true;
    return !is_by_high(dialect) && count > 1 &&
           call->list[count - 1].offset == 0;
}

/* Where in a buffer the others' counters begin: behind what the case uses, even
 * if its sizes are in shorts. */
static uint32_t others_at(uint32_t size)
{
    return (2 * size + OTHER_BYTES - 1) / OTHER_BYTES * OTHER_BYTES;
}

/* The buffer of a case's first region, where the others' counters are too. */
static const struct op *buffer_of(const struct test_case *c,
                                  const struct pointer *base)
{
    unsigned number = base->kind == POINTER_GIVEN ? base->buffer : 0;

    for (size_t i = 0; i < c->script.count; i++)
        if (c->script.ops[i].kind == OP_BUFFER &&
            c->script.ops[i].buffer == number)
            return &c->script.ops[i];
    return NULL;
}

static uint64_t other_offset(const struct listing *l, unsigned i)
{
    return (i < l->before ? OTHER_TEXT : high_text) + OTHER_TEXT * (uint64_t)i;
}

static struct region_arguments other(const struct listing *l, unsigned i,
                                     const struct op *buffer,
                                     const struct region_arguments *first)
{
    uint64_t offset = other_offset(l, i);
    uint64_t scale = others[i % OTHER_KINDS].scale;

    return (struct region_arguments){
        .base = {POINTER_GIVEN, buffer->buffer,
                 others_at(buffer->size) + OTHER_BYTES * i},
        .size = others[i % OTHER_KINDS].size,
        .offset = offset,
        .scale = l->same_state && first->scale < 2 ? first->scale : scale,
        .high = is_by_high(l->dialect) ? offset + OTHER_TEXT : 0};
}

/* A single region as an element: p_high lies far beyond what its buffer is
 * for, and p_bufsize is in bytes. */
static struct region_arguments element(const struct call *call, uint32_t i,
                                       enum dialect dialect, bool last)
{
    struct region_arguments region = regions(call)[i];

    if (call->kind == CALL_PROFIL && dialect == DIALECT_AIX)
        region.high = last ? UINT64_MAX : high_text - 1;
    if (call->kind == CALL_MONITOR)
        region.size *= 2;
    return region;
}

/* Whether the others have room below and above. */
static bool fits(const struct listing *l, const struct region_arguments *r,
                 bool last)
{
    return !is_by_high(l->dialect) ||
           ((l->before == 0 || r->offset >= low_end) &&
            (last || (r->offset < high_text && r->high < high_text)));
}

static bool fill_list(struct listing *l, const struct test_case *c,
                      const struct call *call, uint32_t count)
{
    const struct region_arguments *first = regions(call);
    const struct op *buffer = buffer_of(c, &first->base);
    struct region_arguments *list = l->list[l->lists];
    bool last = l->before + count >= l->whole;

    if (l->before + count > l->most || !buffer ||
        (l->dialect == DIALECT_AIX && buffer->size > NEAR_BYTES) ||
        (l->before == 0 && count >= l->whole) ||
        (!last && must_be_last(call, count, l->dialect)))
        return false;
    for (unsigned i = 0; i < l->before; i++)
        list[i] = other(l, i, buffer, first);
    for (uint32_t i = 0; i < count; i++) {
        list[l->before + i] = element(call, i, l->dialect, last);
        if (!fits(l, &list[l->before + i], last) ||
            (call->kind == CALL_PROFIL && l->dialect == DIALECT_AIX &&
             first->scale == SCALE_COMPUTED))
            return false;
    }
    for (unsigned i = l->before + count; i < l->whole; i++)
        list[i] = other(l, i, buffer, first);
    return true;
}

static bool make_call(struct listing *l, const struct test_case *c,
                      struct call *call, uint32_t count)
{
    if (l->lists == MOST_LISTS || !fill_list(l, c, call, count))
        return false;
    l->behind = l->before + count;
    call->list = l->list[l->lists++];
    call->list_kind = POINTER_GIVEN;
    call->listed = l->behind > l->whole ? l->behind : l->whole;
    if (call->kind == CALL_PROFIL && l->dialect != DIALECT_AIX)
        call->flags = FLAG_USHORT;
    if (call->kind == CALL_MONITOR)
        call->region = (struct region_arguments){.offset = 1};
    if (l->dialect == DIALECT_AIX) {
        call->kind = CALL_PROFIL_LIST;
    } else if (l->dialect == DIALECT_AIX_MONITOR) {
        call->kind = CALL_MONITOR_LIST;
    } else {
        call->kind = CALL_SPROFIL;
        call->count = (int32_t)call->listed;
    }
    return true;
}

/* Ticks in some of the others: where all had one scale or one size, they would
 * count elsewhere. */
static struct op other_ticks(struct listing *l)
{
    const unsigned tried[] = {0,         16,          32, l->before - 1,
                              l->behind, l->whole - 1};
    struct op op = {.kind = OP_TICKS, .ticks = l->ticks};

    for (unsigned k = 0; k < 6; k++) {
        unsigned i = tried[k];
        uint64_t pc = other_offset(l, i) + 4;
        bool is_new = i < l->before || (i >= l->behind && i < l->whole);

        for (size_t j = 0; j < op.tick_count; j++)
            is_new = is_new && l->ticks[j].pc != pc;
        if (!is_new)
            continue;
        l->ticks[op.tick_count++] = (struct tick){pc, 1};
        l->ticks[op.tick_count++] = (struct tick){pc + 3, 2};
    }
    return op;
}

/* What looks at a file, for which ticks come too late. */
static bool comes_after_ticks(const struct op *op)
{
    return op->kind == OP_FILE || op->kind == OP_EXIT ||
           (op->kind == OP_CALL && (op->call.kind == CALL_MONITOR_STOP ||
                                    op->call.kind == CALL_MONCONTROL));
}

/* In processes, clocks and the caller's own an element is like another. */
static bool is_of_any_list(const struct op *op)
{
    return op->kind == OP_FORK || op->kind == OP_EXEC || op->kind == OP_SLEEP ||
           op->kind == OP_CALLER_SET || op->kind == OP_RATE;
}

/* Whether a file shows counts that were there before: how many of them depends
 * on how much of its buffer an element is for. */
static bool counts_before(const struct listing *l, const struct op *op)
{
    return l->dialect == DIALECT_AIX_MONITOR && op->kind == OP_BUFFER &&
           op->fill_width > 0;
}

static bool make_ops(struct listing *l, const struct test_case *c)
{
    size_t put = 0;
    bool ticked = false;

    for (size_t i = 0; i < c->script.count; i++) {
        struct op op = c->script.ops[i];
        uint32_t count = regions_of(&op);

        if (put == MOST_OPS || is_of_any_list(&op) || counts_before(l, &op) ||
            (count > 0 && !make_call(l, c, &op.call, count)))
            return false;
        if (op.kind == OP_BUFFER)
            op.size = others_at(op.size) + OTHER_BYTES * l->whole;
        if (!ticked && l->lists > 0 && comes_after_ticks(&op)) {
            l->ops[put++] = other_ticks(l);
            ticked = true;
        }
        l->ops[put++] = op;
    }
    if (!ticked && l->lists > 0)
        l->ops[put++] = other_ticks(l);
    l->made.script.count = put;
    return l->lists > 0;
}

/* What must come last, does; so do several, in the setting of the last. */
static void make_setting(struct listing *l, const struct test_case *c,
                         unsigned which)
{
    l->before = settings[which].before;
    l->whole = settings[which].whole;
    for (size_t i = 0; i < c->script.count; i++) {
        const struct op *op = &c->script.ops[i];
        uint32_t count = regions_of(op);

        if (count == 0 || (which != LAST_SETTING &&
                           !must_be_last(&op->call, count, l->dialect)))
            continue;
        if (l->before + count > l->most)
            l->before = count < l->most ? l->most - count : 0;
        l->whole = l->before + count;
    }
}

static void put_listed(FILE *out, const struct test_case *c,
                       enum dialect dialect, unsigned which)
{
    struct listing l = {.made = *c,
                        .dialect = dialect,
                        .most = is_by_high(dialect) ? SCRIPT_ELEMENTS
                                                    : PROFIL_LIMIT,
                        .same_state = which % 2};

    make_setting(&l, c, which);
    if (!make_ops(&l, c))
        return;
    snprintf(l.made.slug, sizeof l.made.slug, "element-%u-%.50s", l.before + 1,
             c->slug);
    l.made.dialects = 1u << dialect;
    l.made.names_dialects = true;
    l.made.streams = NULL;
    l.made.script.ops = l.ops;
    test_case_print(&l.made, out);
}

static uint64_t ticks_of(const struct test_case *c)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < c->script.count; i++) {
        const struct op *op = &c->script.ops[i];

        if (op->kind == OP_SWEEP)
            sum += MANY_TICKS;
        for (size_t k = 0; op->kind == OP_TICKS && k < op->tick_count; k++)
            sum += op->ticks[k].count;
    }
    return sum;
}

static void put_settings(FILE *out, const struct test_case *c,
                         enum dialect dialect, unsigned number)
{
    if (!(c->dialects >> dialect & 1) || c->script.address_bits != 64)
        return;
    for (unsigned which = 0; which < SETTINGS_TRIED; which++)
        if (ticks_of(c) < MANY_TICKS || which == number % SETTINGS_TRIED)
            put_listed(out, c, dialect, which);
}

void generate_lists(struct case_list *list, size_t first, size_t end,
                    enum dialect dialect)
{
    struct generated made;
    FILE *out = generate_begin(&made, "generated lists");

    for (size_t k = first; dialect_has_lists(dialect) && k < end; k++)
        put_settings(out, &list->cases[k], dialect, (unsigned)k);
    generate_end(&made, list);
}

void generate_count(struct case_list *list, uint32_t count)
{
    struct generated made;
    FILE *out;

    if (count < 1 || count > SCRIPT_LIST)
        return;
    out = generate_begin(&made, "generated counts");
    fprintf(out, "case count-%u\nbuffer b 16\n", count);
    if (count > 1)
        fprintf(out, "buffer c %u\n", 2 * (count - 1));
    fputs("sprofil [ b 16 0x1000 0x8000", out);
    for (uint32_t k = 1; k < count; k++)
        fprintf(out, " ; c+%u 2 %#x 0x8000", 2 * (k - 1), 0x2000 + 0x10 * k);
    fprintf(out, " ] %u null ushort\ntick 0x1008\n", count);
    if (count > 1)
        fprintf(out, "tick %#x\n", 0x2000 + 0x10 * (count - 1));
    generate_end(&made, list);
}
