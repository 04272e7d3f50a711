/* SPDX-License-Identifier: MIT */
#include "counters.h"

static unsigned needs_of_pointer(const struct test_case *c,
                                 struct pointer pointer, uint64_t size)
{
    if (pointer.kind == POINTER_BAD)
        return EMIT_NEEDS_BAD;
    if (pointer.kind == POINTER_NULL)
        return 0;
    for (size_t k = 0; k < c->script.count; k++) {
        const struct op *op = &c->script.ops[k];

        if (op->kind == OP_BUFFER && op->buffer == pointer.buffer &&
            pointer.at + size > op->size)
            return EMIT_NEEDS_PAGES;
    }
    return 0;
}

/* Whether an argument that some manual has as an int is too large for 16
 * bits. */
static unsigned needs_of_number(uint64_t number)
{
    return number > UINT16_MAX ? EMIT_NEEDS_WIDE : 0;
}

static unsigned needs_of_call(const struct test_case *c,
                              const struct call *call)
{
    unsigned needs = 0;

    if (call->kind >= CALL_MONITOR)
        return EMIT_NEEDS_MORE;
    if (call->kind == CALL_PROFIL)
        return EMIT_NEEDS_PROFIL | needs_of_number(call->region.size) |
               needs_of_number(call->region.scale) |
               needs_of_pointer(c, call->region.base, call->region.size);
    for (uint32_t k = 0; k < call->listed; k++)
        needs |= needs_of_pointer(c, call->list[k].base, call->list[k].size) |
                 needs_of_number(call->list[k].size) |
                 needs_of_number(call->list[k].scale);
    if (call->list_kind == POINTER_BAD || call->tvp == POINTER_BAD)
        needs |= EMIT_NEEDS_BAD;
    return needs | EMIT_NEEDS_LIST;
}

static unsigned needs_of_op(const struct test_case *c, const struct op *op)
{
    switch (op->kind) {
    case OP_BUFFER: return op->shared ? EMIT_NEEDS_PROCESSES : 0;
    case OP_CALL: return needs_of_call(c, &op->call);
    case OP_TICKS:
        return op->tick_count > EMIT_TICKS ? EMIT_NEEDS_MORE : EMIT_NEEDS_TICKS;
    case OP_SWEEP: return EMIT_NEEDS_TICKS;
    case OP_FORK:
    case OP_END:
    case OP_EXEC: return EMIT_NEEDS_PROCESSES;
    case OP_UNMAP:
    case OP_REMAP:
    case OP_PROTECT: return EMIT_NEEDS_PAGES;
    default: return EMIT_NEEDS_MORE;
    }
}

/* What the calls say of counters, and where they do not say the same. */
struct shape {
    unsigned width, first;
    bool begun, mixed;
};

static void shape_add(struct shape *shape, struct pointer base, unsigned width)
{
    unsigned first = base.kind == POINTER_GIVEN ? base.at % width : 0;

    if (base.kind != POINTER_GIVEN)
        return;
    if (shape->begun && (shape->width != width || shape->first != first))
        shape->mixed = true;
    shape->begun = true;
    shape->width = width;
    shape->first = first;
}

static struct shape shape_of(enum dialect dialect, const struct test_case *c)
{
    struct shape shape = {.width = 2};

    for (size_t k = 0; k < c->script.count; k++) {
        const struct call *call = &c->script.ops[k].call;
        unsigned flags = call->flags & (FLAG_USHORT | FLAG_UINT);

        if (c->script.ops[k].kind != OP_CALL)
            continue;
        if (call->kind == CALL_PROFIL)
            shape_add(&shape, call->region.base, 2);
        for (uint32_t n = 0; n < call->listed; n++)
            shape_add(&shape, call->list[n].base,
                      call->kind == CALL_SPROFIL ? stream_width(call) : 2);
        if (call->kind == CALL_SPROFIL &&
            (flags == (FLAG_USHORT | FLAG_UINT) ||
             (flags == 0 && dialect != DIALECT_GLIBC)))
            shape.mixed = true;
    }
    return shape;
}

void emit_needs(enum dialect dialect, struct emit_case *made)
{
    const struct script *script = &made->c->script;
    struct shape shape = shape_of(dialect, made->c);

    for (size_t k = 0; k < script->count; k++) {
        const struct op *op = &script->ops[k];

        made->needs |= needs_of_op(made->c, op);
        if (op->kind == OP_BUFFER && op->fill_width &&
            op->fill_width != shape.width)
            shape.mixed = true;
    }
    if (shape.mixed)
        made->needs |= EMIT_NEEDS_LITTLE;
    made->width = shape.mixed ? 1 : shape.width;
    made->first = shape.mixed ? 0 : shape.first;
}
