/* SPDX-License-Identifier: MIT */
/* An operation as fields.  Addresses, scales and pcs are strings, for 64 bits
 * are more than a number of JSON holds everywhere. */
#include <inttypes.h>
#include <stdlib.h>

#include "conformance/base/json_text.h"
#include "vector.h"

/* Ticks of a stream that are written, in runs, at most. */
enum { OP_DRAWN = 4096 };

static void op_json_address(const char *name, uint64_t value, FILE *out)
{
    fprintf(out, ", \"%s\": \"0x%" PRIx64 "\"", name, value);
}

static void op_json_pointer(const struct test_case *c, struct pointer pointer,
                            FILE *out)
{
    fputs(", \"pointer\": ", out);
    if (pointer.kind == POINTER_GIVEN) {
        fputs("{", out);
        json_member("buffer", c->names[pointer.buffer], out);
        fprintf(out, ", \"at\": %" PRIu32 "}", pointer.at);
    } else {
        json_text(pointer.kind == POINTER_NULL ? "null" : "bad", out);
    }
}

static void op_json_list(const struct test_case *c, const struct call *call,
                         FILE *out)
{
    bool bounded = call->kind != CALL_SPROFIL;

    fputs(", \"list\": ", out);
    if (call->list_kind != POINTER_GIVEN) {
        json_text(call->list_kind == POINTER_NULL ? "null" : "bad", out);
        return;
    }
    fputs("[", out);
    for (uint32_t k = 0; k < call->listed; k++) {
        const struct region_arguments *region = &call->list[k];

        fprintf(out, "%s{\"size\": %" PRIu64, k ? ", " : "", region->size);
        op_json_pointer(c, region->base, out);
        op_json_address(bounded ? "low" : "offset", region->offset, out);
        if (bounded)
            op_json_address("high", region->high, out);
        if (bounded && region->scale == SCALE_COMPUTED)
            fputs(", \"scale\": \"computed\"", out);
        else
            op_json_address("scale", region->scale, out);
        fputs("}", out);
    }
    fputs("]", out);
}

static void op_json_sprofil(const struct call *call, FILE *out)
{
    static const char *const tvps[] = {"null", "bad", "tv"};
    static const char *const names[] = {"ushort", "uint", "fast"};

    fprintf(out, ", \"count\": %" PRId32 ", \"tvp\": \"%s\", \"flags\": [",
            call->count, tvps[call->tvp]);
    for (unsigned k = 0, n = 0; k < 3; k++)
        if (call->flags >> k & 1)
            fprintf(out, "%s\"%s\"", n++ ? ", " : "", names[k]);
    fputs("]", out);
}

static void op_json_monitor(const struct call *call, FILE *out)
{
    op_json_address("low", call->region.offset, out);
    op_json_address("high", call->region.high, out);
    if (call->kind == CALL_MONITOR)
        fprintf(out, ", \"size\": %" PRIu64, call->region.size);
    if (call->kind != CALL_MONSTARTUP)
        fprintf(out, ", \"functions\": %" PRId32, call->count);
}

static void op_json_call(const struct test_case *c, const struct call *call,
                         FILE *out)
{
    static const char *const names[CALL_KINDS] = {
        "profil",     "profil-list", "sprofil",    "monitor",  "monitor-list",
        "monitor(0)", "monstartup",  "moncontrol", "_mcleanup"};

    fprintf(out, ", \"call\": \"%s\"", names[call->kind]);
    switch (call->kind) {
    case CALL_PROFIL:
        fprintf(out, ", \"size\": %" PRIu64, call->region.size);
        op_json_address("offset", call->region.offset, out);
        op_json_address("scale", call->region.scale, out);
        break;
    case CALL_SPROFIL: op_json_sprofil(call, out); break;
    case CALL_MONITOR:
    case CALL_MONITOR_LIST:
    case CALL_MONSTARTUP: op_json_monitor(call, out); break;
    case CALL_MONCONTROL:
        fprintf(out, ", \"mode\": %" PRId32, call->count);
        break;
    default: break;
    }
    if (call->kind == CALL_PROFIL || call->kind == CALL_MONITOR)
        op_json_pointer(c, call->region.base, out);
    if (call->kind == CALL_PROFIL_LIST || call->kind == CALL_MONITOR_LIST ||
        call->kind == CALL_SPROFIL)
        op_json_list(c, call, out);
}

static void op_json_ticks(const struct test_case *c, size_t op, FILE *out)
{
    const struct op *row = &c->script.ops[op];

    if (c->streams && c->streams[op].n)
        fprintf(out,
                ", \"stream\": {\"seed\": \"%" PRIu64 "\", \"n\": %" PRIu32
                ", \"over\": \"%s\"}",
                c->streams[op].seed, c->streams[op].n,
                stream_over_name((enum stream_over)c->streams[op].over));
    if (row->tick_count > OP_DRAWN)
        return;
    fputs(", \"pcs\": [", out);
    for (size_t k = 0; k < row->tick_count; k++)
        fprintf(out, "%s[\"0x%" PRIx64 "\", %" PRIu32 "]", k ? ", " : "",
                row->ticks[k].pc, row->ticks[k].count);
    fputs("]", out);
}

static void op_json_buffer(const struct op *op, FILE *out)
{
    fprintf(out,
            ", \"size\": %" PRIu32 ", \"fill_width\": %u, \"fill\": %" PRIu32
            ", \"shared\": %s",
            op->size, op->fill_width, op->fill, op->shared ? "true" : "false");
}

static void op_json_sweep(const struct op *op, FILE *out)
{
    op_json_address("first", op->pc, out);
    op_json_address("end", op->end, out);
    fprintf(out,
            ", \"step\": %" PRIu32 ", \"at\": %" PRIu32 ", \"size\": %" PRIu32,
            op->step, op->at, op->size);
}

static void op_json_fields(const struct test_case *c, size_t index, FILE *out)
{
    const struct op *op = &c->script.ops[index];

    if (op->kind == OP_BUFFER || op->kind == OP_UNMAP || op->kind == OP_REMAP ||
        op->kind == OP_PROTECT || op->kind == OP_SWEEP) {
        fputs(", ", out);
        json_member("buffer", c->names[op->buffer], out);
    }
    switch (op->kind) {
    case OP_BUFFER: op_json_buffer(op, out); return;
    case OP_CALL: op_json_call(c, &op->call, out); return;
    case OP_TICKS:
    case OP_FUNCTIONS: op_json_ticks(c, index, out); return;
    case OP_SWEEP: op_json_sweep(op, out); return;
    case OP_SLEEP:
        op_json_address("pc", op->pc, out);
        fprintf(out, ", \"milliseconds\": %" PRIu32, op->milliseconds);
        return;
    default: return;
    }
}

static bool op_json_says(const struct test_case *c, size_t op, FILE *out)
{
    char *text = NULL;
    size_t length;
    FILE *words = open_memstream(&text, &length);
    bool good;

    if (!words)
        return false;
    vector_say(c, op, words);
    good = fclose(words) == 0;
    if (good) {
        fputs(", ", out);
        json_member("says", text, out);
    }
    free(text);
    return good;
}

bool vector_json_op(const struct test_case *c, size_t op, FILE *out)
{
    static const char *const names[] = {
        [OP_BUFFER] = "buffer",
        [OP_CALL] = "call",
        [OP_TICKS] = "ticks",
        [OP_SWEEP] = "sweep",
        [OP_FORK] = "fork",
        [OP_END] = "end",
        [OP_EXEC] = "exec",
        [OP_UNMAP] = "unmap",
        [OP_REMAP] = "remap",
        [OP_PROTECT] = "protect",
        [OP_SLEEP] = "sleep",
        [OP_CALLER_SET] = "caller set",
        [OP_CALLER_CHECK] = "caller check",
        [OP_FUNCTIONS] = "calls",
        [OP_FILE] = "file",
        [OP_RATE] = "rate",
        [OP_EXIT] = "exit",
        [OP_ARCS] = "arc",
        [OP_ROW] = "arcs",
        [OP_NESTED] = "nested",
        [OP_THREADS] = "threads",
        [OP_PROFILE] = "profile",
        [OP_HEADER] = "header",
        [OP_SAID] = "said",
        [OP_PREFIX] = "prefix",
        [OP_NO_ROOM] = "no-room",
        [OP_UNWRITABLE] = "unwritable",
    };
    char words[VECTOR_STEP];

    test_case_print_op(c, op, words, sizeof words);
    fprintf(out, "{\"op\": \"%s\"", names[c->script.ops[op].kind]);
    op_json_fields(c, op, out);
    fputs(", ", out);
    json_member("text", words, out);
    if (!op_json_says(c, op, out))
        return false;
    fputs("}", out);
    return true;
}
