/* SPDX-License-Identifier: MIT */
#include "distortion.h"

#include <string.h>

#include "features.h"
#include "text.h"

/* What is looked for: each amount of a kind, or each that is twice the last;
 * and what is said of it, with the amounts at %. */
static const struct {
    unsigned char kind;
    short from, to;
    bool doubled;
    const char *words;
} families[] = {
    {DISTORTION_PC, 1, 16, false,
     "each tick is counted as if its pc were % higher"},
    {DISTORTION_PC, -16, -1, false,
     "each tick is counted as if its pc were % lower"},
    {DISTORTION_GRANULE, 2, 512, true,
     "each pc is rounded down to a multiple of %"},
    {DISTORTION_BEFORE, 0, 0, false,
     "each tick is counted at the pc of the tick before it"},
    {DISTORTION_LAST_OF, 2, 4, false,
     "of each % ticks only the last is counted"},
    {DISTORTION_FIRST_OF, 2, 4, false,
     "of each % ticks only the first is counted"},
    {DISTORTION_TIMES, 2, 4, false, "each tick is counted % times"},
    {DISTORTION_FIRST, 0, 0, false, "the first tick is not counted"},
    {DISTORTION_FIRST_ON, 0, 0, false,
     "the first tick after each call is not counted"},
    {DISTORTION_SIZE, -4, -1, false, "each buffer is taken to be % shorter"},
    {DISTORTION_SIZE, 1, 4, false, "each buffer is taken to be % longer"},
    {DISTORTION_SIZE_CUT, 64, 64, false,
     "each buffer's size is taken modulo 65536"},
    {DISTORTION_OFFSET, -4, -1, false, "each offset is taken to be % lower"},
    {DISTORTION_OFFSET, 1, 4, false, "each offset is taken to be % higher"},
    {DISTORTION_OFFSET_DOWN, 2, 16, true,
     "each offset is rounded down to a multiple of %"},
    {DISTORTION_HALF, 0, 0, false,
     "each scale is taken to be half of what it is"},
    {DISTORTION_TWICE, 0, 0, false,
     "each scale is taken to be twice what it is"},
    {DISTORTION_FAR, 64, 64, false,
     "a tick 65536 bytes or more past the offset is not counted"},
    {DISTORTION_FAR, 32, 32, false,
     "a tick 32768 bytes or more past the offset is not counted"},
    {DISTORTION_CUT, 64, 64, false,
     "a pc's distance from the offset is taken modulo 65536"},
    {DISTORTION_NOT_AT, 0, 0, false, "a tick at the offset is not counted"},
    {DISTORTION_NOT_IN_FIRST, 0, 0, false,
     "nothing is counted in the first counter"},
};

enum { FAMILIES = sizeof families / sizeof *families };

/* The amount of its family after that one. */
static short amount_after(const struct distortion *d, short amount)
{
    return (short)(families[d->family - 1].doubled ? 2 * amount : amount + 1);
}

bool distortion_next(struct distortion *d)
{
    unsigned k = d->family;

    if (k > 0 && d->amount < families[k - 1].to) {
        d->amount = d->upto = amount_after(d, d->amount);
        return true;
    }
    if (k == FAMILIES)
        return false;
    *d = (struct distortion){.kind = families[k].kind,
                             .amount = families[k].from,
                             .upto = families[k].from,
                             .family = (unsigned char)(k + 1)};
    return true;
}

bool distortion_extend(struct distortion *d, const struct distortion *other)
{
    bool next = d->family == other->family && d->calls == other->calls &&
                other->amount == amount_after(d, d->upto);

    if (next)
        d->upto = other->amount;
    return next;
}

/* False: they have none in common, and stay as they are. */
static bool meet(struct distortion *d, struct distortion *other)
{
    short from = d->amount > other->amount ? d->amount : other->amount;
    short upto = d->upto < other->upto ? d->upto : other->upto;

    if (d->family != other->family || d->calls != other->calls || from > upto)
        return false;
    d->amount = other->amount = from;
    d->upto = other->upto = upto;
    return true;
}

void distortions_meet(struct distortions *a, struct distortions *b)
{
    for (unsigned i = 0; i < a->count; i++)
        for (unsigned k = 0; k < b->count; k++)
            meet(&a->of[i], &b->of[k]);
}

/* "4 bytes", "2 to 4 bytes", "2 or 3" */
static void put_amounts(const struct distortion *d, char *text, size_t size)
{
    int from = d->amount < 0 ? -d->upto : d->amount;
    int to = d->amount < 0 ? -d->amount : d->upto;
    bool bytes = d->kind == DISTORTION_PC || d->kind == DISTORTION_SIZE ||
                 d->kind == DISTORTION_OFFSET;

    if (from < to)
        text_add(text, size, "%d%s", from, to - from > 1 ? " to " : " or ");
    text_add(text, size, "%d%s", to, !bytes ? "" : to > 1 ? " bytes" : " byte");
}

void distortion_words(const struct distortion *d, char *text, size_t size)
{
    unsigned k = 0;
    const char *words;
    size_t until;

    while (families[k].kind != d->kind || d->amount < families[k].from ||
           d->amount > families[k].to)
        k++;
    words = families[k].words;
    until = strcspn(words, "%");
    snprintf(text, size, "%.*s", (int)until, words);
    if (words[until]) {
        put_amounts(d, text, size);
        text_add(text, size, "%s", words + until + 1);
    }
}

void distortion_name(const struct distortion *d, char *text, size_t size)
{
    static const char *const where[] = {
        [CALLS_ALL] = "throughout",
        [CALLS_OF_LISTS] = "in lists",
        [CALLS_OF_NONE] = "not in lists",
    };
    size_t length = (size_t)snprintf(text, size, "%s: ", where[d->calls]);

    distortion_words(d, text + length, size - length);
}

/* A case being changed. */
struct changing {
    const struct distortion *d;
    const struct call *call; /* the last that turned on; null: none yet */
    uint64_t ticks, last;    /* so far, and the pc of the last */
    uint64_t since;          /* ticks since a call was made */
    bool changed;
    struct kept_counter *kept;
    size_t kept_count;
};

/* Whether it is done to the last call, and to the ticks after it. */
static bool applies(const struct changing *s)
{
    bool list = s->call && call_has_list(s->call);

    return s->d->calls == CALLS_ALL || list == (s->d->calls == CALLS_OF_LISTS);
}

static bool counts(const struct region_arguments *r)
{
    return r->scale > 1 && r->size > 0 && r->base.kind == POINTER_GIVEN;
}

/* The overflow bin. */
static bool is_bin(const struct region_arguments *r)
{
    return r->offset == 0 && r->scale == 2;
}

static struct region_arguments region_of(struct changing *s,
                                         struct region_arguments r)
{
    struct region_arguments was = r;

    if (!counts(&r))
        return r;
    switch (s->d->kind) {
    case DISTORTION_SIZE:
        if (r.size < UINT32_MAX && (int64_t)r.size + s->d->amount >= 0)
            r.size += (uint64_t)(int64_t)s->d->amount;
        break;
    case DISTORTION_SIZE_CUT: r.size %= 1024 * (uint64_t)s->d->amount; break;
    case DISTORTION_OFFSET:
        if (!is_bin(&r))
            r.offset += (uint64_t)(int64_t)s->d->amount;
        break;
    case DISTORTION_OFFSET_DOWN: r.offset &= -(uint64_t)s->d->amount; break;
    case DISTORTION_HALF:
        if (r.scale > 3 && r.scale <= 0x10000)
            r.scale /= 2;
        break;
    case DISTORTION_TWICE:
        if (r.scale <= 0x8000)
            r.scale *= 2;
        break;
    default: break;
    }
    s->changed |=
        r.size != was.size || r.scale != was.scale || r.offset != was.offset;
    return r;
}

/* The region whose offset is next below a pc, or is it; null: none is. */
static const struct region_arguments *region_below(const struct call *call,
                                                   uint64_t pc)
{
    bool list = call && call_has_list(call);
    const struct region_arguments *below =
        list || !call || pc < call->region.offset ? NULL : &call->region;

    for (uint32_t k = 0; list && k < call->listed; k++)
        if (pc >= call->list[k].offset &&
            (call->kind == CALL_MONITOR_LIST || counts(&call->list[k])) &&
            !is_bin(&call->list[k]) &&
            (!below || call->list[k].offset > below->offset))
            below = &call->list[k];
    return below;
}

/* How far a pc is past that offset. */
static uint64_t distance_of(const struct call *call, uint64_t pc)
{
    const struct region_arguments *below = region_below(call, pc);

    return below ? pc - below->offset : 0;
}

/* Whether a tick at the pc may be counted in a region's first counter, however
 * fractions are rounded and whatever region has it. */
static bool is_near_first(const struct region_arguments *r, uint64_t pc)
{
    uint64_t distance = pc - r->offset;
    uint64_t near = 8 * 0x10000; /* the bytes of two wide counters */

    return counts(r) && (is_bin(r) || (pc >= r->offset && distance < near &&
                                       distance * r->scale < near));
}

/* The same, of any region of the last call. */
static bool is_near_a_first(const struct changing *s, uint64_t pc)
{
    bool list = s->call && call_has_list(s->call);
    bool near = s->call && !list && is_near_first(&s->call->region, pc);

    for (uint32_t k = 0; list && k < s->call->listed; k++)
        near = near || is_near_first(&s->call->list[k], pc);
    return near;
}

static bool is_at_offset(const struct changing *s, uint64_t pc)
{
    const struct region_arguments *below = region_below(s->call, pc);

    return below && pc == below->offset;
}

/* How many of so many ticks, one after the other, are counted. */
static uint32_t count_of(const struct changing *s, struct tick tick)
{
    uint32_t count = tick.count;
    uint64_t n = (uint64_t)s->d->amount, before = s->ticks;

    switch (s->d->kind) {
    case DISTORTION_FIRST_OF: before += n - 1; /* fallthrough */
    case DISTORTION_LAST_OF:
        return (uint32_t)((before + count) / n - before / n);
    case DISTORTION_TIMES: return (uint32_t)(count * n);
    case DISTORTION_FIRST: return count - (s->ticks == 0);
    case DISTORTION_FIRST_ON: return count - (s->since == 0);
    case DISTORTION_NOT_AT: return is_at_offset(s, tick.pc) ? 0 : count;
    case DISTORTION_FAR:
        return distance_of(s->call, tick.pc) < 1024 * n ? count : 0;
    default: return count;
    }
}

static uint64_t pc_of(const struct changing *s, uint64_t pc)
{
    uint64_t distance = distance_of(s->call, pc);

    switch (s->d->kind) {
    case DISTORTION_PC: return pc + (uint64_t)(int64_t)s->d->amount;
    case DISTORTION_GRANULE: return pc & -(uint64_t)s->d->amount;
    case DISTORTION_BEFORE: return s->ticks ? s->last : pc;
    case DISTORTION_CUT:
        return pc - distance + distance % (1024 * (uint64_t)s->d->amount);
    default: return pc;
    }
}

static void change_ticks(struct changing *s, struct op *op, struct arena *arena)
{
    struct tick *ticks = arena_new(arena, 2 * op->tick_count, sizeof *ticks);
    size_t left = 0;

    for (size_t k = 0; k < op->tick_count; k++) {
        struct tick own = op->ticks[k], tick = own;

        if (applies(s)) {
            tick.count = count_of(s, own);
            tick.pc = pc_of(s, own.pc);
            s->changed |= s->d->kind == DISTORTION_NOT_IN_FIRST &&
                          is_near_a_first(s, own.pc);
        }
        s->changed |= tick.pc != own.pc || tick.count != own.count;
        s->ticks += own.count;
        s->since += own.count;
        s->last = own.pc;
        if (tick.count == 0)
            continue;
        ticks[left++] = tick;
        if (s->d->kind != DISTORTION_BEFORE || tick.count == 1)
            continue;
        ticks[left - 1].count = 1;
        ticks[left++] = (struct tick){own.pc, tick.count - 1};
    }
    op->ticks = ticks;
    op->tick_count = left;
}

static void change_sweep(struct changing *s, struct op *sweep)
{
    sweep->pc += (uint64_t)(int64_t)s->d->amount;
    sweep->end += (uint64_t)(int64_t)s->d->amount;
    s->changed = true;
}

/* A region's first counter counts nothing. */
static void keep_first(struct changing *s, const struct call *call,
                       const struct region_arguments *r, struct arena *arena)
{
    if (s->d->kind == DISTORTION_NOT_IN_FIRST && counts(r))
        ARENA_ADD(arena, s->kept, s->kept_count) = (struct kept_counter){
            r->base.buffer, call->flags & FLAG_UINT ? 4 : 2, r->base.at};
}

/* A p_scale is ignored in monitor's lists: it says of none of them whether it
 * counts. */
static void change_call(struct changing *s, struct call *call,
                        struct arena *arena)
{
    struct region_arguments *list =
        arena_new(arena, call->listed + 1, sizeof *list);

    if (applies(s) && call->kind != CALL_MONITOR_LIST) {
        for (uint32_t k = 0; k < call->listed; k++) {
            keep_first(s, call, &call->list[k], arena);
            list[k] = region_of(s, call->list[k]);
        }
        call->list = call->list ? list : NULL;
        if (call->kind == CALL_PROFIL) {
            keep_first(s, call, &call->region, arena);
            call->region = region_of(s, call->region);
        }
    }
    s->since = 0;
}

const struct test_case *distortion_case(const struct distortion *d,
                                        const struct test_case *c,
                                        struct arena *arena)
{
    struct changing s = {.d = d};
    struct test_case *changed = arena_new(arena, 1, sizeof *changed);
    struct op *ops = arena_new(arena, c->script.count + 1, sizeof *ops);

    for (size_t k = 0; k < c->kept_count; k++)
        ARENA_ADD(arena, s.kept, s.kept_count) = c->kept[k];
    for (size_t k = 0; k < c->script.count; k++) {
        ops[k] = c->script.ops[k];
        if (ops[k].kind == OP_CALL && call_turns_on(&ops[k].call) &&
            ops[k].call.kind != CALL_MONCONTROL)
            s.call = &c->script.ops[k].call;
        if (ops[k].kind == OP_SWEEP && d->kind == DISTORTION_PC && applies(&s))
            change_sweep(&s, &ops[k]);
        if (ops[k].kind == OP_TICKS)
            change_ticks(&s, &ops[k], arena);
        else if (ops[k].kind == OP_CALL)
            change_call(&s, &ops[k].call, arena);
    }
    *changed = *c;
    changed->script.ops = ops;
    changed->kept = s.kept;
    changed->kept_count = s.kept_count;
    return s.changed ? changed : c;
}

const struct test_case *distortions_case(const struct distortions *d,
                                         unsigned which,
                                         const struct test_case *c,
                                         struct arena *arena,
                                         unsigned char *changing)
{
    *changing = 0;
    for (unsigned k = 0; k < d->count; k++) {
        const struct test_case *before = c;

        if (which >> k & 1)
            c = distortion_case(&d->of[k], c, arena);
        *changing |= (unsigned char)((c != before) << k);
    }
    return c;
}
