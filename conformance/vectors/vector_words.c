/* SPDX-License-Identifier: MIT */
/* An operation of a case as a sentence. */
#include <inttypes.h>

#include "conformance/base/plural.h"
#include "vector.h"

static void say_pointer(const struct test_case *c, struct pointer pointer,
                        FILE *out)
{
    if (pointer.kind == POINTER_NULL)
        fputs("a null pointer", out);
    else if (pointer.kind == POINTER_BAD)
        fputs("an address where nothing is mapped", out);
    else if (pointer.at)
        fprintf(out, "byte %" PRIu32 " of buffer %s", pointer.at,
                c->names[pointer.buffer]);
    else
        fprintf(out, "buffer %s", c->names[pointer.buffer]);
}

static void say_buffer(const struct test_case *c, const struct op *op,
                       FILE *out)
{
    fprintf(out, "Buffer %s of %" PRIu32 " byte%s comes to be, ",
            c->names[op->buffer], op->size, plural(op->size));
    if (op->fill_width)
        fprintf(out, "filled with the %u-bit number 0x%" PRIx32,
                8u * op->fill_width, op->fill);
    else
        fputs("all 0", out);
    fputs(op->shared ? ", shared with any child." : ".", out);
}

static void say_region(const struct test_case *c,
                       const struct region_arguments *region, bool bounded,
                       FILE *out)
{
    fprintf(out, "%" PRIu64 " byte%s at ", region->size, plural(region->size));
    say_pointer(c, region->base, out);
    fprintf(out, ", from 0x%" PRIx64, region->offset);
    if (bounded)
        fprintf(out, " to 0x%" PRIx64, region->high);
    if (bounded && region->scale == SCALE_COMPUTED)
        fputs(", the scale to be computed", out);
    else
        fprintf(out, ", scale 0x%" PRIx64, region->scale);
}

static void say_list(const struct test_case *c, const struct call *call,
                     FILE *out)
{
    bool bounded = call->kind != CALL_SPROFIL;

    if (call->list_kind == POINTER_NULL)
        fputs("a null pointer for the list", out);
    else if (call->list_kind == POINTER_BAD)
        fputs("a list at an address where nothing is mapped", out);
    else
        fprintf(out, "a list of %" PRIu32, call->listed);
    for (uint32_t k = 0; call->list_kind == POINTER_GIVEN && k < call->listed;
         k++) {
        fprintf(out, "%s(%" PRIu32 ") ", k ? "; " : ": ", k + 1);
        say_region(c, &call->list[k], bounded, out);
    }
}

static void say_sprofil(const struct test_case *c, const struct call *call,
                        FILE *out)
{
    fprintf(out, "sprofil is called with profcnt %" PRId32 ", ", call->count);
    fputs(call->tvp == POINTER_NULL  ? "no tvp"
          : call->tvp == POINTER_BAD ? "a tvp where nothing is mapped"
                                     : "a tvp",
          out);
    fputs(call->flags ? ", flags" : ", no flags", out);
    fputs(call->flags & FLAG_USHORT ? " PROF_USHORT" : "", out);
    fputs(call->flags & FLAG_UINT ? " PROF_UINT" : "", out);
    fputs(call->flags & FLAG_FAST ? " PROF_FAST" : "", out);
    fputs(", and ", out);
    say_list(c, call, out);
    putc('.', out);
}

static void say_monitor(const struct test_case *c, const struct call *call,
                        FILE *out)
{
    fprintf(out,
            "monitor is called with lowpc 0x%" PRIx64 ", highpc 0x%" PRIx64
            ", ",
            call->region.offset, call->region.high);
    if (call->kind == CALL_MONITOR_LIST) {
        fputs("bufsize -1, ", out);
    } else {
        say_pointer(c, call->region.base, out);
        fprintf(out, ", bufsize %" PRIu64 ", ", call->region.size);
    }
    fprintf(out, "nfunc %" PRId32, call->count);
    if (call->kind == CALL_MONITOR_LIST) {
        fputs(", and ", out);
        say_list(c, call, out);
    }
    putc('.', out);
}

static void say_call(const struct test_case *c, const struct call *call,
                     FILE *out)
{
    switch (call->kind) {
    case CALL_PROFIL:
        fputs("profil is called with ", out);
        say_pointer(c, call->region.base, out);
        fprintf(out,
                ", size %" PRIu64 ", offset 0x%" PRIx64 ", scale 0x%" PRIx64
                ".",
                call->region.size, call->region.offset, call->region.scale);
        return;
    case CALL_PROFIL_LIST:
        fputs("profil is called with -1 for the size, 0, 0, and ", out);
        say_list(c, call, out);
        putc('.', out);
        return;
    case CALL_SPROFIL: say_sprofil(c, call, out); return;
    case CALL_MONITOR:
    case CALL_MONITOR_LIST: say_monitor(c, call, out); return;
    case CALL_MONITOR_STOP: fputs("monitor(0) is called.", out); return;
    case CALL_MONSTARTUP:
        fprintf(out,
                "monstartup is called from 0x%" PRIx64 " to 0x%" PRIx64 ".",
                call->region.offset, call->region.high);
        return;
    case CALL_MONCONTROL:
        fprintf(out, "moncontrol(%" PRId32 ") is called.", call->count);
        return;
    default: fputs("_mcleanup() is called.", out);
    }
}

static void say_pcs(const struct test_case *c, size_t op, const char *one,
                    const char *many, FILE *out)
{
    const struct op *row = &c->script.ops[op];

    if (c->streams && c->streams[op].n) {
        fprintf(out,
                "%" PRIu32 " ticks are drawn as CASES.md says, by seed "
                "%" PRIu64 " over %s.",
                c->streams[op].n, c->streams[op].seed,
                stream_over_name((enum stream_over)c->streams[op].over));
        return;
    }
    fputs(row->tick_count == 1 && row->ticks->count == 1 ? one : many, out);
    for (size_t k = 0; k < row->tick_count; k++) {
        fprintf(out, "%s 0x%" PRIx64, k ? "," : "", row->ticks[k].pc);
        if (row->ticks[k].count == 2)
            fputs(" twice", out);
        else if (row->ticks[k].count > 2)
            fprintf(out, " %" PRIu32 " times", row->ticks[k].count);
    }
    putc('.', out);
}

static void say_sweep(const struct test_case *c, const struct op *op, FILE *out)
{
    fprintf(out,
            "A tick comes at every %" PRIu32 ". pc from 0x%" PRIx64
            " to below 0x%" PRIx64 ": is each counted in the %" PRIu32
            " bytes from byte %" PRIu32 " of buffer %s? The buffer is then as "
            "it was.",
            op->step, op->pc, op->end, op->size, op->at, c->names[op->buffer]);
}

void vector_say(const struct test_case *c, size_t op, FILE *out)
{
    static const char *const plain[] = {
        [OP_FORK] = "The process forks; up to end, what follows is the "
                    "child's, which then exits.",
        [OP_END] = "The child exits, and its parent has waited for it.",
        [OP_EXEC] = "The process runs another program.",
        [OP_CALLER_SET] = "The caller sets a SIGPROF handler, timers and a "
                          "mask.",
        [OP_CALLER_CHECK] = "Is all of the caller's as it was, and nothing "
                            "left behind?",
        [OP_FILE] = "mon.out is looked at.",
        [OP_RATE] = "Is the rate in gmon.out's header that of the clock?",
        [OP_EXIT] = "The process exits, and the file is looked at.",
        [OP_PROFILE] = "gmon.out is looked at, by whichever name.",
        [OP_HEADER] = "What have the spare bytes of its header, and which are "
                      "its addresses?",
        [OP_SAID] = "Was anything written to the standard error output?",
        [OP_PREFIX] = "GMON_OUT_PREFIX is set.",
        [OP_NO_ROOM] = "What is written to gmon.out will find no room.",
        [OP_UNWRITABLE] = "Nothing can be written to gmon.out.",
    };
    const struct op *row = &c->script.ops[op];
    const char *name = c->names[row->buffer];

    switch (row->kind) {
    case OP_BUFFER: say_buffer(c, row, out); return;
    case OP_CALL: say_call(c, &row->call, out); return;
    case OP_TICKS:
        say_pcs(c, op, "A tick comes at", "Ticks come at", out);
        return;
    case OP_FUNCTIONS:
        say_pcs(c, op, "A function whose calls are counted is called, at",
                "Functions whose calls are counted are called, at", out);
        return;
    case OP_SWEEP: say_sweep(c, row, out); return;
    case OP_ARCS:
        for (size_t k = 0; k + 1 < row->tick_count; k += 2)
            fprintf(out,
                    "%s0x%" PRIx64 " is called from 0x%" PRIx64 ", %" PRIu32
                    " times.",
                    k ? " " : "", row->ticks[k + 1].pc, row->ticks[k].pc,
                    row->ticks[k].count);
        return;
    case OP_ROW:
        fprintf(out,
                "%" PRIu32 " functions are called once each: the first, at "
                "0x%" PRIx64 ", from 0x%" PRIx64 ", the others %" PRIu32
                " bytes on.",
                row->size, row->end, row->pc, row->step);
        return;
    case OP_NESTED:
    case OP_THREADS:
        fprintf(out,
                "0x%" PRIx64 " is called from 0x%" PRIx64 ", %" PRIu32
                " times; while each call is counted, %s calls 0x%" PRIx64
                " from there.",
                row->ticks[1].pc, row->ticks[0].pc, row->ticks[0].count,
                row->kind == OP_NESTED ? "a signal's handler"
                                       : "another thread",
                row->ticks[2].pc);
        return;
    case OP_SLEEP:
        fprintf(out, "The process sleeps at 0x%" PRIx64 " for %" PRIu32 " ms.",
                row->pc, row->milliseconds);
        return;
    case OP_UNMAP:
        fprintf(out, "The memory of buffer %s goes away.", name);
        return;
    case OP_REMAP:
        fprintf(out, "The memory of buffer %s comes back, all 0.", name);
        return;
    case OP_PROTECT:
        fprintf(out, "The memory of buffer %s becomes read-only.", name);
        return;
    default: fputs(plain[row->kind], out);
    }
}
