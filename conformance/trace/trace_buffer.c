/* SPDX-License-Identifier: MIT */
/*
 * What a buffer of a trace holds.  Counters are numbers, and so the same on
 * every machine; but 32-bit ones that are told of as 16-bit halves come in the
 * order that the machine has.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/grow.h"
#include "conformance/delivery/observed.h"
#include "trace_state.h"

/* One being filled: zones and all. */
struct filling {
    const struct trace_buffer_end *end;
    unsigned char *bytes;
    unsigned char *told; /* whether a line tells of the byte */
    size_t size;         /* without zones */
};

static const struct op *declaration(const struct script *script, uint8_t buffer)
{
    const struct op *op = script->ops;

    while (op->kind != OP_BUFFER || op->buffer != buffer)
        op++;
    return op;
}

/* Zones that are whole, and what the buffer was filled with. */
static void begin_bytes(const struct op *op, bool zeroed, unsigned char *bytes)
{
    unsigned char *inner = bytes + SCRIPT_ZONE;
    uint16_t narrow = (uint16_t)op->fill;
    uint32_t width = zeroed ? 0 : op->fill_width;

    memset(bytes, SCRIPT_CANARY, SCRIPT_ZONE);
    memset(inner, 0, op->size);
    memset(inner + op->size, SCRIPT_CANARY, SCRIPT_ZONE);
    for (uint32_t at = 0; width > 0 && at + width <= op->size; at += width)
        if (width == 2)
            memcpy(inner + at, &narrow, 2);
        else
            memcpy(inner + at, &op->fill, 4);
}

/* A byte that is told of twice would have two lines. */
static bool add_span(struct trace_reader *r, struct filling *f,
                     const struct trace_tell *tell, size_t from, size_t to)
{
    struct traced *traced = f->end->traced;
    struct trace_span *spans = grow(traced->spans, traced->span_count,
                                    f->end->span_capacity, sizeof *spans);

    if (!spans)
        return parse_no_memory(&r->p);
    traced->spans = spans;
    if (memchr(f->told + from, 1, to - from))
        return trace_wrong_line(r, tell->line,
                                "read counters that a line before it tells "
                                "of, expected others");
    memset(f->told + from, 1, to - from);
    spans[traced->span_count++] = (struct trace_span){
        f->end->event, from, to, tell->line, tell->kind == TELL_COUNTER};
    return true;
}

static bool fill_counter(struct trace_reader *r, struct filling *f,
                         const struct trace_tell *tell)
{
    unsigned width = test_case_width(&r->p.c);
    size_t at = SCRIPT_ZONE + (size_t)tell->index * width;
    uint16_t narrow = (uint16_t)tell->value;
    uint32_t wide = (uint32_t)tell->value;
    char what[120];

    if ((tell->index + 1) * width > f->size) {
        snprintf(what, sizeof what,
                 "read counter %" PRIu64 ", expected one below %zu: the buffer "
                 "has no more",
                 tell->index, f->size / width);
        return trace_wrong_line(r, tell->line, what);
    }
    if (width == 2 && tell->value > UINT16_MAX)
        return trace_wrong_line(r, tell->line,
                                "read a counter above 65535, expected one "
                                "of 16 bits");
    if (width == 2)
        memcpy(f->bytes + at, &narrow, 2);
    else
        memcpy(f->bytes + at, &wide, 4);
    return add_span(r, f, tell, at, at + width);
}

/* The halves of 32-bit counters, as this machine has them. */
static void swap_halves(const struct trace_reader *r, unsigned char *bytes,
                        size_t size)
{
    if (!r->machine.swapped || test_case_width(&r->p.c) != 4)
        return;
    for (size_t at = 0; at + 4 <= size; at += 4) {
        unsigned char half[2];

        memcpy(half, bytes + at, 2);
        memcpy(bytes + at, bytes + at + 2, 2);
        memcpy(bytes + at + 2, half, 2);
    }
}

/* The line as observations have it: "0 buffer 0 SIZE ..."; of a zone, that of
 * a buffer of no size. */
static bool read_many(struct trace_reader *r, const struct trace_tell *tell,
                      size_t size, struct observation *o)
{
    bool before = tell->kind == TELL_BEFORE, after = tell->kind == TELL_AFTER;
    char head[48];

    snprintf(head, sizeof head, "0 buffer 0 %zu%s", before || after ? 0 : size,
             before  ? " before "
             : after ? " [ ] after "
                     : " ");
    r->words.count = 0;
    lexer_take(&r->p.lexer, tell->text.text, tell->text.length, tell->line);
    return trace_add_text(r, &r->words, head) &&
           trace_add_rest(r, tell->text, true) &&
           trace_add_text(r, &r->words, before ? " [ ]" : "") &&
           trace_add_text(r, &r->words, "; ended normally at 0") &&
           trace_observed(r, o);
}

/* A whole buffer, or a zone of it. */
static bool fill_many(struct trace_reader *r, struct filling *f,
                      const struct trace_tell *tell)
{
    bool before = tell->kind == TELL_BEFORE, after = tell->kind == TELL_AFTER;
    size_t from = before ? 0 : SCRIPT_ZONE + (after ? f->size : 0);
    size_t length = before || after ? SCRIPT_ZONE : f->size;
    struct observation o;

    if (!read_many(r, tell, f->size, &o))
        return false;
    memcpy(f->bytes + from,
           o.outcome.events[0].bytes + (before ? 0 : SCRIPT_ZONE), length);
    observation_free(&o);
    if (!before && !after)
        swap_halves(r, f->bytes + from, length);
    return add_span(r, f, tell, from, from + length);
}

static bool fill_by(struct trace_reader *r, struct filling *f,
                    const struct trace_tell *tell, bool *unseen)
{
    switch (tell->kind) {
    case TELL_COUNTER: return fill_counter(r, f, tell);
    case TELL_UNSEEN:
        *unseen = true;
        return add_span(r, f, tell, SCRIPT_ZONE, SCRIPT_ZONE + f->size);
    default: return fill_many(r, f, tell);
    }
}

bool trace_fill(struct trace_reader *r, const struct trace_buffer_end *end,
                unsigned char *bytes, bool *unseen)
{
    const struct op *op = declaration(&r->p.c.script, end->buffer);
    struct filling f = {.end = end, .bytes = bytes, .size = op->size};
    bool good;

    *unseen = r->log;
    begin_bytes(op, end->remapped, bytes);
    f.told = calloc(1, f.size + 2 * SCRIPT_ZONE);
    good = f.told || parse_no_memory(&r->p);
    for (size_t k = 0; good && k < r->tell_count; k++)
        if (r->tells[k].process == end->process &&
            r->tells[k].buffer == end->buffer)
            *unseen = false, good = fill_by(r, &f, &r->tells[k], unseen);
    free(f.told);
    return good;
}

/* Whether a region's counters are not where those of a whole buffer are. */
static bool is_askew(const struct region_arguments *region, unsigned width)
{
    return region->base.kind == POINTER_GIVEN && region->base.at % width != 0;
}

const char *trace_alien(const struct trace_reader *r, const struct test_case *c)
{
    unsigned width = test_case_width(c);

    if (width == 4 && r->machine.int_size != 4)
        return "its machine has no unsigned int of 32 bits";
    for (size_t k = 0; r->machine.swapped && k < c->script.count; k++) {
        const struct op *op = &c->script.ops[k];

        if (op->kind == OP_BUFFER && op->fill_width > width)
            return "fill32 of 16-bit counters is not told of a machine of the "
                   "other byte order";
        for (uint32_t i = 0; i <= op->call.listed; i++)
            if (op->kind == OP_CALL &&
                is_askew(i ? &op->call.list[i - 1] : &op->call.region, width))
                return "counters at odd addresses are not told of a machine "
                       "of the other byte order";
    }
    return NULL;
}
