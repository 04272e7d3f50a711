/* SPDX-License-Identifier: MIT */
#include "case_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void sink_put(struct sink *sink, const char *text)
{
    for (const char *at = text; *at; at++) {
        sink->hash =
            (sink->hash ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
        if (sink->used + 1 < sink->size)
            sink->text[sink->used++] = *at;
    }
    if (sink->size)
        sink->text[sink->used] = '\0';
    if (sink->file)
        fputs(text, sink->file);
}

static void put_decimal(struct sink *sink, const char *before, uint64_t value)
{
    char text[24];

    snprintf(text, sizeof text, "%" PRIu64, value);
    sink_put(sink, before);
    sink_put(sink, text);
}

/* Addresses, offsets, scales and pcs: hexadecimal from 10 on. */
static void put_hex(struct sink *sink, const char *before, uint64_t value)
{
    char text[24];

    snprintf(text, sizeof text, value < 10 ? "%" PRIu64 : "0x%" PRIx64, value);
    sink_put(sink, before);
    sink_put(sink, text);
}

static void case_print_put_kind(struct sink *sink, uint8_t kind,
                                const char *given)
{
    sink_put(sink, kind == POINTER_NULL  ? " null"
                   : kind == POINTER_BAD ? " bad"
                                         : given);
}

static void case_print_put_pointer(const struct test_case *c, struct sink *sink,
                                   struct pointer pointer)
{
    case_print_put_kind(sink, pointer.kind, " ");
    if (pointer.kind != POINTER_GIVEN)
        return;
    sink_put(sink, c->names[pointer.buffer]);
    if (pointer.at)
        put_decimal(sink, "+", pointer.at);
}

static void case_print_put_list(const struct test_case *c, struct sink *sink,
                                const struct call *call)
{
    bool bounded = call->kind != CALL_SPROFIL;

    if (call->list_kind != POINTER_GIVEN) {
        case_print_put_kind(sink, call->list_kind, "");
        return;
    }
    sink_put(sink, " [");
    for (uint32_t i = 0; i < call->listed; i++) {
        const struct region_arguments *region = &call->list[i];

        sink_put(sink, i ? " ;" : "");
        if (bounded) {
            put_hex(sink, " ", region->offset);
            put_hex(sink, " ", region->high);
        }
        case_print_put_pointer(c, sink, region->base);
        put_decimal(sink, " ", region->size);
        if (!bounded)
            put_hex(sink, " ", region->offset);
        if (bounded && region->scale == SCALE_COMPUTED)
            sink_put(sink, " -1");
        else
            put_hex(sink, " ", region->scale);
    }
    sink_put(sink, " ]");
}

static void case_print_put_flags(struct sink *sink, unsigned flags)
{
    static const char *const names[] = {"ushort", "uint", "fast"};
    const char *before = " ";

    if (!flags)
        sink_put(sink, " 0");
    for (unsigned i = 0; i < 3; i++)
        if (flags >> i & 1) {
            sink_put(sink, before);
            sink_put(sink, names[i]);
            before = "|";
        }
}

static void put_monitor(const struct test_case *c, struct sink *sink,
                        const struct call *call)
{
    sink_put(sink, "monitor");
    put_hex(sink, " ", call->region.offset);
    if (call->kind == CALL_MONITOR_STOP)
        return;
    put_hex(sink, " ", call->region.high);
    if (call->kind == CALL_MONITOR_LIST) {
        case_print_put_list(c, sink, call);
        sink_put(sink, " -1");
    } else {
        case_print_put_pointer(c, sink, call->region.base);
        put_decimal(sink, " ", call->region.size);
    }
    put_decimal(sink, " ", (uint64_t)call->count);
}

static void case_print_put_call(const struct test_case *c, struct sink *sink,
                                const struct call *call)
{
    char count[16];

    switch (call->kind) {
    case CALL_MONITOR:
    case CALL_MONITOR_LIST:
    case CALL_MONITOR_STOP: put_monitor(c, sink, call); return;
    case CALL_MONSTARTUP:
        put_hex(sink, "monstartup ", call->region.offset);
        put_hex(sink, " ", call->region.high);
        return;
    case CALL_MONCONTROL:
        put_decimal(sink, "moncontrol ", (uint64_t)call->count);
        return;
    case CALL_MCLEANUP: sink_put(sink, "mcleanup"); return;
    case CALL_PROFIL:
        sink_put(sink, "profil");
        case_print_put_pointer(c, sink, call->region.base);
        put_decimal(sink, " ", call->region.size);
        put_hex(sink, " ", call->region.offset);
        put_hex(sink, " ", call->region.scale);
        return;
    case CALL_PROFIL_LIST:
        sink_put(sink, "profil");
        case_print_put_list(c, sink, call);
        sink_put(sink, " -1 0 0");
        return;
    default:
        sink_put(sink, "sprofil");
        case_print_put_list(c, sink, call);
        snprintf(count, sizeof count, " %" PRId32, call->count);
        sink_put(sink, count);
        case_print_put_kind(sink, call->tvp, " tv");
        case_print_put_flags(sink, call->flags);
        return;
    }
}

static void case_print_put_buffer(const struct test_case *c, struct sink *sink,
                                  const struct op *op)
{
    sink_put(sink, "buffer ");
    sink_put(sink, c->names[op->buffer]);
    put_decimal(sink, " ", op->size);
    if (op->fill_width)
        put_hex(sink, op->fill_width == 2 ? " fill16=" : " fill32=", op->fill);
    if (op->shared)
        sink_put(sink, " shared");
}

static void case_print_put_ticks(struct sink *sink, const struct op *op,
                                 const struct stream *stream)
{
    if (stream && stream->n) {
        put_decimal(sink, "stream seed=", stream->seed);
        put_decimal(sink, " n=", stream->n);
        sink_put(sink, " over=");
        sink_put(sink, stream_over_name((enum stream_over)stream->over));
        return;
    }
    sink_put(sink, op->kind == OP_FUNCTIONS ? "calls" : "tick");
    for (size_t i = 0; i < op->tick_count; i++) {
        put_hex(sink, " ", op->ticks[i].pc);
        if (op->ticks[i].count != 1)
            put_decimal(sink, " x", op->ticks[i].count);
    }
}

/* Pairs, of from and of self. */
static void put_arcs(struct sink *sink, const struct op *op)
{
    sink_put(sink, "arc");
    for (size_t i = 0; i + 1 < op->tick_count; i += 2) {
        put_hex(sink, " ", op->ticks[i].pc);
        put_hex(sink, " ", op->ticks[i + 1].pc);
        if (op->ticks[i].count != 1)
            put_decimal(sink, " x", op->ticks[i].count);
    }
}

static void put_row(struct sink *sink, const struct op *op)
{
    put_hex(sink, "arcs ", op->pc);
    put_hex(sink, " ", op->end);
    put_decimal(sink, " ", op->step);
    put_decimal(sink, " ", op->size);
}

static void put_beside(struct sink *sink, const struct op *op)
{
    put_hex(sink, op->kind == OP_NESTED ? "nested " : "threads ",
            op->ticks[0].pc);
    put_hex(sink, " ", op->ticks[1].pc);
    put_hex(sink, " ", op->ticks[2].pc);
    put_decimal(sink, " ", op->ticks[0].count);
}

static void put_sweep(const struct test_case *c, struct sink *sink,
                      const struct op *op)
{
    put_hex(sink, "sweep ", op->pc);
    put_hex(sink, " ", op->end);
    put_decimal(sink, " ", op->step);
    case_print_put_pointer(c, sink,
                           (struct pointer){POINTER_GIVEN, op->buffer, op->at});
    put_decimal(sink, " ", op->size);
}

static void write_op(const struct test_case *c, size_t index, struct sink *sink)
{
    static const char *const words[] = {
        [OP_FORK] = "fork",
        [OP_END] = "end",
        [OP_EXEC] = "exec",
        [OP_UNMAP] = "unmap ",
        [OP_REMAP] = "remap ",
        [OP_PROTECT] = "protect ",
        [OP_CALLER_SET] = "caller set",
        [OP_CALLER_CHECK] = "caller check",
        [OP_FILE] = "file",
        [OP_RATE] = "rate",
        [OP_EXIT] = "exit",
        [OP_PROFILE] = "profile",
        [OP_HEADER] = "header",
        [OP_SAID] = "said",
        [OP_PREFIX] = "prefix",
        [OP_NO_ROOM] = "no-room",
        [OP_UNWRITABLE] = "unwritable",
    };
    const struct op *op = &c->script.ops[index];

    switch (op->kind) {
    case OP_BUFFER: case_print_put_buffer(c, sink, op); return;
    case OP_CALL: case_print_put_call(c, sink, &op->call); return;
    case OP_TICKS:
    case OP_FUNCTIONS:
        case_print_put_ticks(sink, op, c->streams ? &c->streams[index] : NULL);
        return;
    case OP_SWEEP: put_sweep(c, sink, op); return;
    case OP_ARCS: put_arcs(sink, op); return;
    case OP_ROW: put_row(sink, op); return;
    case OP_NESTED:
    case OP_THREADS: put_beside(sink, op); return;
    case OP_SLEEP:
        put_hex(sink, "sleep ", op->pc);
        put_decimal(sink, " ", op->milliseconds);
        return;
    case OP_UNMAP:
    case OP_REMAP:
    case OP_PROTECT:
        sink_put(sink, words[op->kind]);
        sink_put(sink, c->names[op->buffer]);
        return;
    default: sink_put(sink, words[op->kind]); return;
    }
}

void case_write_body(const struct test_case *c, struct sink *sink)
{
    if (c->names_dialects || c->dialects != case_default_dialects(&c->script)) {
        sink_put(sink, "dialect");
        for (unsigned d = 0; d < DIALECTS; d++)
            if (c->dialects >> d & 1) {
                sink_put(sink, " ");
                sink_put(sink, dialect_table[d].name);
            }
        sink_put(sink, "\n");
    }
    if (c->script.address_bits != 64)
        put_decimal(sink, "address ", c->script.address_bits);
    if (c->script.address_bits != 64)
        sink_put(sink, "\n");
    for (size_t i = 0; i < c->script.count; i++) {
        write_op(c, i, sink);
        sink_put(sink, "\n");
    }
}

void test_case_print(const struct test_case *c, FILE *out)
{
    struct sink sink = {.file = out};

    sink_put(&sink, "case ");
    sink_put(&sink, c->slug);
    sink_put(&sink, "\n");
    case_write_body(c, &sink);
}

char *test_case_text(const struct test_case *c)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    bool good;

    if (!out)
        return NULL;
    test_case_print(c, out);
    good = !ferror(out);
    if (fclose(out) == 0 && good)
        return text;
    free(text);
    return NULL;
}

void test_case_print_op(const struct test_case *c, size_t op, char *text,
                        size_t size)
{
    struct sink sink = {.text = text, .size = size};

    write_op(c, op, &sink);
}
