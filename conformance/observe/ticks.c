/* SPDX-License-Identifier: MIT */
/* Ticks of a script: rows, sweeps, and those of the real clock in a sleep. */
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/machine/inject.h"
#include "conformance/machine/sandbox.h"
#include "conformance/machine/stub.h"
#include "execute.h"
#include "pinned.h"
#include "written.h"

static bool deliver_own(struct run *run, const struct tick *ticks, size_t count)
{
    enum { MOST = 256 };
    struct impl_tick own[MOST];
    int error = 0;

    for (size_t done = 0, n; error == 0 && done < count; done += n) {
        for (n = 0; n < MOST && done + n < count; n++)
            own[n] =
                (struct impl_tick){ticks[done + n].pc, ticks[done + n].count};
        error = run->impl->class->deliver(run->impl, own, n);
    }
    if (error)
        journal_end(run->writer, ENDED_UNSUPPORTED, "%s",
                    run->impl->refused ? run->impl->refused : strerror(error));
    else
        run->writer->journal.delivered |= DELIVERED_OWN;
    return error == 0;
}

bool execute_ticks(struct run *run, const struct tick *ticks, size_t count)
{
    struct journal *journal = &run->writer->journal;
    enum inject_method method = run->options->backend == BACKEND_PTRACE
                                    ? INJECT_TRACED
                                    : INJECT_AUTOMATIC;
    struct injected injected = {0};
    bool done;

    if (run->options->learnt.smoke == SMOKE_SILENT) {
        snprintf(journal->note, sizeof journal->note, "%s",
                 run->options->learnt.silence);
        return true;
    }
    if (run->options->backend == BACKEND_CLOCK)
        return pinned_ticks(run, ticks, count);
    if (run->impl->class->deliver)
        return deliver_own(run, ticks, count);
    if (!clock_running(&run->clock))
        return true;
    clock_watch(&run->clock);
    done = inject_ticks(ticks, count, method, &injected);
    clock_unwatch(&run->clock);
    journal->delivered |=
        (uint8_t)((injected.stub ? DELIVERED_STUB : 0) |
                  (injected.sigreturn ? DELIVERED_SIGRETURN : 0) |
                  (injected.nested ? DELIVERED_NESTED : 0) |
                  (injected.traced ? DELIVERED_TRACED : 0));
    if (clock_disturbed(&run->clock))
        journal->disturbed = true;
    if (!done)
        journal_end(run->writer, ENDED_HARNESS, "%s", injected.refused);
    return done;
}

/* What a sweep did so far: SWEEP_GAPS and the others need the counters of its
 * ticks, one after the other. */
struct swept {
    bool each, some, cut; /* counted; none after one that was not */
    bool same, back;      /* in the counter of the one before; in a lower one */
    uint32_t at;          /* the first byte of the last one's counter */
};

/* The first byte watched that is not as it was; op->size if none is. */
static uint32_t first_changed(const struct op *op, const unsigned char *now,
                              const unsigned char *before)
{
    uint32_t at = 0;

    if (memcmp(now, before, op->size) == 0)
        return op->size;
    while (now[at] == before[at])
        at++;
    return at;
}

/* A tick of the sweep: whether and where it was counted.  Then what is watched
 * is put back. */
static void note_swept(const struct op *op, unsigned char *now,
                       const unsigned char *before, struct swept *swept)
{
    uint32_t at = first_changed(op, now, before);

    if (at == op->size) {
        swept->each = false;
        return;
    }
    memcpy(now, before, op->size);
    at &= ~UINT32_C(1);
    swept->cut = swept->cut && swept->each;
    if (swept->some) {
        swept->same = swept->same && at == swept->at;
        swept->back = swept->back || at < swept->at;
    }
    swept->some = true;
    swept->at = at;
}

/* Which counters they are says no more than FITS of a scale that is known. */
static enum sweep_result sweep_result(const struct op *op,
                                      const struct swept *swept, bool counters)
{
    if (op->pc >= op->end)
        return SWEEP_FITS;
    if (!swept->some)
        return SWEEP_NONE;
    if (!swept->each)
        return !counters ? SWEEP_OUTSIDE : swept->cut ? SWEEP_CUT : SWEEP_GAPS;
    return !counters     ? SWEEP_FITS
           : swept->back ? SWEEP_BACK
           : swept->same ? SWEEP_ONE
                         : SWEEP_SPREAD;
}

void execute_sweep(struct run *run, const struct op *op)
{
    const struct case_buffer *buffer = &run->memory.buffers[op->buffer];
    struct swept swept = {.each = true, .cut = true, .same = true};
    bool watched = buffer->bytes && !buffer->unmapped && !buffer->readonly &&
                   op->at <= buffer->size && op->size <= buffer->size - op->at;
    unsigned char *before = memory_new(buffer->size, 1);

    if (watched)
        memcpy(before, buffer->bytes, buffer->size);
    for (uint64_t pc = op->pc; pc < op->end; pc += op->step) {
        struct tick tick = {pc, 1};

        if (!execute_ticks(run, &tick, 1))
            break;
        if (watched)
            note_swept(op, buffer->bytes + op->at, before + op->at, &swept);
        else
            swept.each = false;
        if (op->step == 0 || op->end - pc <= op->step)
            break;
    }
    if (watched)
        memcpy(buffer->bytes, before, buffer->size);
    free(before);
    if (!execute_ended(run))
        execute_event(run, (struct event){
                               .kind = EVENT_SWEEP,
                               .value = sweep_result(
                                   op, &swept, written_used(&run->c->script))});
}

/* Of a clock that is held but not seen: what every manual's is, at most. */
enum { PERIOD_UNSEEN = 10000 };

/* How often 16-bit counters were incremented since the copy was made.  A carry
 * into the upper half of a wider one adds to it, where few are permitted. */
static unsigned increments(const unsigned char *now,
                           const unsigned char *before, size_t size)
{
    unsigned sum = 0;
    uint16_t a, b;

    for (size_t at = 0; at + sizeof a <= size; at += sizeof a) {
        memcpy(&a, before + at, sizeof a);
        memcpy(&b, now + at, sizeof b);
        sum += (uint16_t)(b - a);
    }
    return sum;
}

static bool put_back(struct run *run, struct memory_copy *copy,
                     unsigned *counted)
{
    bool changed = memory_changed(&run->memory, copy);

    *counted = 0;
    for (unsigned k = 0; k < SCRIPT_BUFFERS; k++) {
        struct case_buffer *buffer = &run->memory.buffers[k];

        if (!copy->bytes[k])
            continue;
        *counted += increments(buffer->bytes, copy->bytes[k], buffer->size);
        if (!buffer->readonly)
            memcpy(buffer->bytes, copy->bytes[k], buffer->size);
    }
    memory_copy_free(copy);
    return changed;
}

/* Once in a process whose caller has much in use, when its clock runs; what is
 * counted is not the script's. */
void execute_intrusion(struct run *run)
{
    struct memory_copy copy;
    unsigned counted;

    if (!run->caller.set || run->caller.intrusion.tried || run->left_blocked ||
        run->options->learnt.smoke == SMOKE_SILENT ||
        run->impl->class->deliver || clock_period(&run->clock) == 0 ||
        memory_faulty(&run->memory) || !inject_received())
        return;
    memory_copy(&run->memory, &copy);
    intrusion_try(&run->caller.intrusion);
    put_back(run, &copy, &counted);
    if (clock_disturbed(&run->clock))
        run->writer->journal.disturbed = true;
}

/*
 * A clock of CPU time may tick once even here, in the moments before and
 * after the sleep.  So few ticks, which are interruptions where they are
 * signals, don't show a clock of wall time, which would have had time for
 * more.
 */
static unsigned ticks_needed(const struct run *run, const struct op *op)
{
    uint64_t seen = clock_period(&run->clock);
    uint64_t period = seen || !run->impl->class->hold ? seen : PERIOD_UNSEEN;
    uint64_t periods = period ? op->milliseconds * UINT64_C(1000) / period : 1;

    return periods < 2 ? 1 : periods < 6 ? 2 : 3;
}

void execute_sleep(struct run *run, const struct op *op)
{
    uint64_t until = sandbox_time() + op->milliseconds * UINT64_C(1000000);
    struct timespec time = {(time_t)(until / 1000000000),
                            (long)(until % 1000000000)};
    struct memory_copy copy;
    unsigned needed = ticks_needed(run, op), ticks = 0, counted;
    bool changed, slept;

    memory_copy(&run->memory, &copy);
    execute_let_clock_go(run);
    slept = inject_sleep(op->pc, &time, &ticks);
    execute_hold_clock(run);
    changed = put_back(run, &copy, &counted);
    if (run->impl->class->hold)
        ticks = counted;
    if (!slept) {
        journal_end(run->writer, ENDED_UNSUPPORTED,
                    "the sleep's pc is %#llx: %s", (unsigned long long)op->pc,
                    stub_refusal(op->pc));
        return;
    }
    if (changed && ticks < needed) {
        run->writer->journal.disturbed = true;
        changed = false;
    }
    execute_event(run, (struct event){.kind = EVENT_SLEEP, .value = changed});
}

void execute_reach(const struct test_case *c, struct journal_writer *writer)
{
    for (size_t k = 0; k < c->script.count; k++) {
        const struct op *op = &c->script.ops[k];

        if (op->kind == OP_SLEEP && !stub_write(op->pc))
            journal_end(writer, ENDED_UNSUPPORTED,
                        "the sleep's pc is %#llx: %s",
                        (unsigned long long)op->pc, stub_refusal(op->pc));
        for (size_t i = 0; op->kind == OP_FUNCTIONS && i < op->tick_count; i++)
            if (!stub_can_function(op->ticks[i].pc))
                journal_end(writer, ENDED_UNSUPPORTED,
                            "a function at %#llx: %s",
                            (unsigned long long)op->ticks[i].pc,
                            stub_function_refusal(op->ticks[i].pc));
    }
}
