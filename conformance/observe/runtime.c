/* SPDX-License-Identifier: MIT */
/* The operations of monitor and of the runtime behind -pg: calls counted, the
 * files that are written, an exit. */
#include <stdlib.h>

#include "conformance/language/ops.h"
#include "conformance/machine/interleave.h"
#include "conformance/machine/stub.h"
#include "execute.h"
#include "guard.h"
#include "written.h"

static bool counts_calls(struct run *run)
{
    if (!run->impl->mcount)
        journal_end(run->writer, ENDED_UNSUPPORTED,
                    "the implementation counts no calls: it has no mcount");
    return run->impl->mcount;
}

static void execute_functions(struct run *run, const struct op *op)
{
    void (*count)(void) = run->impl->mcount;

    for (size_t k = 0; k < op->tick_count; k++) {
        uint64_t address = op->ticks[k].pc;

        if (!stub_function(address, count)) {
            journal_end(run->writer, ENDED_UNSUPPORTED,
                        "a function at %#llx: %s", (unsigned long long)address,
                        stub_function_refusal(address));
            return;
        }
        for (uint32_t n = 0; n < op->ticks[k].count; n++)
            ((void (*)(void))(uintptr_t)address)();
    }
}

static void count_one(struct run *run, uint64_t from, uint64_t self)
{
    if (!arc_count(run->impl->mcount, from, self))
        journal_end(run->writer, ENDED_UNSUPPORTED,
                    "a call of a function at %#llx can't be counted: %s",
                    (unsigned long long)self,
                    ARC_COUNTS ? "its page cannot be mapped"
                               : "this is possible on x86-64 only");
}

static void execute_arcs(struct run *run, const struct op *op)
{
    for (size_t k = 0; k + 1 < op->tick_count; k += 2)
        for (uint32_t n = 0; n < op->ticks[k].count && !execute_ended(run); n++)
            count_one(run, op->ticks[k].pc, op->ticks[k + 1].pc);
}

static void execute_row(struct run *run, const struct op *op)
{
    for (uint64_t k = 0; k < op->size && !execute_ended(run); k++)
        count_one(run, op->pc + k * op->step, op->end + k * op->step);
}

static void execute_interleaved(struct run *run, const struct op *op)
{
    struct interleave interleave = {.count = run->impl->mcount,
                                    .from = op->ticks[0].pc,
                                    .self = op->ticks[1].pc,
                                    .other = op->ticks[2].pc,
                                    .in_thread = op->kind == OP_THREADS};

    if (!interleave_count(&interleave, op->ticks[0].count))
        journal_end(run->writer, ENDED_UNSUPPORTED,
                    "calls can't be counted instruction by instruction: %s",
                    interleave.why);
}

static void execute_count(struct run *run, const struct op *op)
{
    clock_release(&run->clock);
    guard_begin();
    if (op->kind == OP_ARCS)
        execute_arcs(run, op);
    else if (op->kind == OP_ROW)
        execute_row(run, op);
    else
        execute_interleaved(run, op);
    guard_end();
    clock_hold(&run->clock);
}

void execute_file(struct run *run, bool runtime, int process)
{
    struct journal *journal = &run->writer->journal;
    union file_left left;
    struct event event =
        written_event(run->directory, runtime, process, &run->c->script, &left,
                      journal->note, sizeof journal->note);

    if (event.bytes)
        event.bytes = journal_bytes(run->writer, event.bytes, event.size);
    execute_event(run, event);
}

/* What is left is seen by the process that waits for this one. */
static void execute_exit(struct run *run)
{
    execute_buffers(run);
    if (execute_ended(run))
        return;
    execute_seal(run, JOURNAL_EXITED);
    clock_release(&run->clock);
    exit(0);
}

/* A program at the addresses of its file shows nothing. */
static void execute_own_text(struct run *run)
{
    struct written_program program = written_program();
    struct call call = {.kind = CALL_MONSTARTUP};

    call.region.offset = program.low;
    call.region.high = program.high;
    if (program.base != 0 && program.low < program.high)
        execute_call(run, &call);
    else
        journal_end(run->writer, ENDED_UNSUPPORTED,
                    "this program is not loaded elsewhere than its file says");
}

static bool is_of_own_text(const struct script *script)
{
    for (size_t k = 0; k < script->count; k++)
        if (script->ops[k].kind == OP_OWN_TEXT)
            return true;
    return false;
}

void execute_runtime(struct run *run, const struct op *op)
{
    struct event event = {.kind = EVENT_HEADER};

    switch (op->kind) {
    case OP_FUNCTIONS:
        if (counts_calls(run))
            execute_functions(run, op);
        return;
    case OP_FILE: execute_file(run, false, 0); return;
    case OP_EXIT: execute_exit(run); return;
    case OP_ARCS:
    case OP_ROW:
    case OP_NESTED:
    case OP_THREADS:
        if (counts_calls(run))
            execute_count(run, op);
        return;
    case OP_OWN_TEXT: execute_own_text(run); return;
    case OP_PROFILE: execute_file(run, true, run->self); return;
    case OP_PREFIX: setenv("GMON_OUT_PREFIX", WRITTEN_PREFIX, 1); return;
    case OP_NO_ROOM:
    case OP_UNWRITABLE:
        if (!written_lead_to(op->kind == OP_NO_ROOM ? WRITTEN_FULL
                                                    : WRITTEN_NOWHERE))
            journal_end(run->writer, ENDED_HARNESS,
                        "gmon.out could not be replaced by a link");
        return;
    case OP_HEADER:
        event.value = written_header(
            run->directory, run->self, is_of_own_text(&run->c->script),
            run->writer->journal.note, sizeof run->writer->journal.note);
        break;
    case OP_RATE:
        event.kind = EVENT_RATE;
        event.value = written_rate(run->directory, run->period);
        break;
    case OP_SAID:
        event.kind = EVENT_SAID;
        event.value = written_has_message(run->directory);
        break;
    default:
        journal_end(run->writer, ENDED_HARNESS,
                    "the operation %s is not implemented", op_row_of(op)->word);
        return;
    }
    execute_event(run, event);
}
