/* SPDX-License-Identifier: MIT */
#include "distortion.h"

/* What is looked for: each amount of a kind, or each that is twice the last. */
static const struct {
    unsigned char kind;
    short from, to;
    bool doubled;
} families[] = {
    {DISTORTION_PC, 1, 16, false},      {DISTORTION_PC, -16, -1, false},
    {DISTORTION_GRANULE, 2, 512, true}, {DISTORTION_BEFORE, 0, 0, false},
    {DISTORTION_LAST_OF, 2, 4, false},  {DISTORTION_FIRST_OF, 2, 4, false},
    {DISTORTION_TIMES, 2, 4, false},    {DISTORTION_FIRST, 0, 0, false},
    {DISTORTION_FIRST_ON, 0, 0, false}, {DISTORTION_SIZE, -4, -1, false},
    {DISTORTION_SIZE, 1, 4, false},     {DISTORTION_OFFSET, -4, -1, false},
    {DISTORTION_OFFSET, 1, 4, false},   {DISTORTION_HALF, 0, 0, false},
    {DISTORTION_TWICE, 0, 0, false},
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
    bool next =
        d->family == other->family && other->amount == amount_after(d, d->upto);

    if (next)
        d->upto = other->amount;
    return next;
}

void distortion_words(const struct distortion *d, char *text, size_t size)
{
    bool less = d->amount < 0;
    int from = less ? -d->upto : d->amount, to = less ? -d->amount : d->upto;
    char by[32], bytes[40];

    if (from == to)
        snprintf(by, sizeof by, "%d", from);
    else
        snprintf(by, sizeof by, "%d%s%d", from, to - from > 1 ? " to " : " or ",
                 to);
    snprintf(bytes, sizeof bytes, "%s byte%s", by, to == 1 ? "" : "s");
    switch (d->kind) {
    case DISTORTION_PC:
        snprintf(text, size, "each tick is counted as if its pc were %s %s",
                 bytes, less ? "lower" : "higher");
        break;
    case DISTORTION_GRANULE:
        snprintf(text, size, "each pc is rounded down to a multiple of %s", by);
        break;
    case DISTORTION_BEFORE:
        snprintf(text, size,
                 "each tick is counted at the pc of the tick before it");
        break;
    case DISTORTION_LAST_OF:
    case DISTORTION_FIRST_OF:
        snprintf(text, size, "of each %s ticks only the %s is counted", by,
                 d->kind == DISTORTION_LAST_OF ? "last" : "first");
        break;
    case DISTORTION_TIMES:
        snprintf(text, size, "each tick is counted %s times", by);
        break;
    case DISTORTION_FIRST:
        snprintf(text, size, "the first tick is not counted");
        break;
    case DISTORTION_FIRST_ON:
        snprintf(text, size, "the first tick after each call is not counted");
        break;
    case DISTORTION_SIZE:
        snprintf(text, size, "each buffer is taken to be %s %s", bytes,
                 less ? "shorter" : "longer");
        break;
    case DISTORTION_OFFSET:
        snprintf(text, size, "each offset is taken to be %s %s", bytes,
                 less ? "lower" : "higher");
        break;
    case DISTORTION_HALF:
        snprintf(text, size, "each scale is taken to be half of what it is");
        break;
    default:
        snprintf(text, size, "each scale is taken to be twice what it is");
        break;
    }
}

/* A case being changed. */
struct changing {
    const struct distortion *d;
    uint64_t ticks, last; /* so far, and the pc of the last */
    uint64_t since;       /* ticks since a call was made */
    bool changed;
};

static bool counts(const struct region_arguments *r)
{
    return r->scale > 1 && r->size > 0 && r->base.kind == POINTER_GIVEN;
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
    case DISTORTION_OFFSET:
        if (r.offset != 0 || r.scale != 2) /* that of the overflow bin */
            r.offset += (uint64_t)(int64_t)s->d->amount;
        break;
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

/* How many of so many ticks, one after the other, are counted. */
static uint32_t count_of(const struct changing *s, uint32_t count)
{
    uint64_t n = (uint64_t)s->d->amount, before = s->ticks;

    switch (s->d->kind) {
    case DISTORTION_FIRST_OF: before += n - 1; /* fallthrough */
    case DISTORTION_LAST_OF:
        return (uint32_t)((before + count) / n - before / n);
    case DISTORTION_TIMES: return (uint32_t)(count * n);
    case DISTORTION_FIRST: return count - (s->ticks == 0);
    case DISTORTION_FIRST_ON: return count - (s->since == 0);
    default: return count;
    }
}

static uint64_t pc_of(const struct changing *s, uint64_t pc)
{
    switch (s->d->kind) {
    case DISTORTION_PC: return pc + (uint64_t)(int64_t)s->d->amount;
    case DISTORTION_GRANULE: return pc & -(uint64_t)s->d->amount;
    case DISTORTION_BEFORE: return s->ticks ? s->last : pc;
    default: return pc;
    }
}

static void change_ticks(struct changing *s, struct op *op, struct arena *arena)
{
    struct tick *ticks = arena_new(arena, 2 * op->tick_count, sizeof *ticks);
    size_t left = 0;

    for (size_t k = 0; k < op->tick_count; k++) {
        struct tick own = op->ticks[k], tick = own;

        tick.count = count_of(s, own.count);
        tick.pc = pc_of(s, own.pc);
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

static void change_call(struct changing *s, struct call *call,
                        struct arena *arena)
{
    struct region_arguments *list =
        arena_new(arena, call->listed + 1, sizeof *list);

    for (uint32_t k = 0; k < call->listed; k++)
        list[k] = region_of(s, call->list[k]);
    call->list = call->list ? list : NULL;
    if (call->kind == CALL_PROFIL)
        call->region = region_of(s, call->region);
    s->since = 0;
}

const struct test_case *distortion_case(const struct distortion *d,
                                        const struct test_case *c,
                                        struct arena *arena)
{
    struct changing s = {.d = d};
    struct test_case *changed = arena_new(arena, 1, sizeof *changed);
    struct op *ops = arena_new(arena, c->script.count + 1, sizeof *ops);

    for (size_t k = 0; k < c->script.count; k++) {
        ops[k] = c->script.ops[k];
        if (ops[k].kind == OP_SWEEP && d->kind == DISTORTION_PC)
            change_sweep(&s, &ops[k]);
        if (ops[k].kind == OP_TICKS)
            change_ticks(&s, &ops[k], arena);
        else if (ops[k].kind == OP_CALL)
            change_call(&s, &ops[k].call, arena);
    }
    *changed = *c;
    changed->script.ops = ops;
    return s.changed ? changed : c;
}
