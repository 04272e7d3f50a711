/* SPDX-License-Identifier: MIT */
#include "execute.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/base/memory.h"
#include "conformance/machine/contain.h"
#include "conformance/machine/inject.h"
#include "guard.h"
#include "pinned.h"
#include "reference/gmon/gmon.h"
#include "written.h"

/* Bytes of text: what monstartup keeps of them is memory, and a file, which are
 * limited. */
enum { RANGE_MOST = 1 << 27 };

void execute_let_clock_go(struct run *run)
{
    clock_release(&run->clock);
    clock_open();
    if (run->impl->class->hold)
        run->impl->class->hold(run->impl, false);
}

void execute_hold_clock(struct run *run)
{
    if (run->impl->class->hold)
        run->impl->class->hold(run->impl, true);
    clock_hold(&run->clock);
}

void execute_seal(struct run *run, enum journal_state state)
{
    struct journal *journal = &run->writer->journal;

    *(run->process ? &journal->child_state : &journal->state) = (uint8_t)state;
    journal_seal(run->writer);
}

static struct run *running;

static void end_out_of_memory(void)
{
    if (!running->writer)
        return;
    journal_end(running->writer, ENDED_HARNESS, "out of memory");
    execute_seal(running, JOURNAL_FINISHED);
    _exit(0);
}

bool execute_begin(struct run *run, const struct observe_options *options,
                   const char *program, char *why, size_t why_size)
{
    memset(run, 0, sizeof *run);
    run->options = options;
    run->program = program;
    run->directory = ".";
    running = run;
    memory_at_end = end_out_of_memory;
    inject_begin();
    why[0] = '\0';
    run->impl = options->impl->open(&options->open, why, why_size);
    if (run->impl)
        execute_hold_clock(run);
    else
        clock_hold(&run->clock);
    return run->impl != NULL;
}

/* Where the implementation forked, in a tick or in a call, and came back
 * twice: one runs on. */
static void stay_one(const struct run *run)
{
    if (getpid() != run->self)
        _exit(0);
}

void execute_event(struct run *run, struct event event)
{
    stay_one(run);
    event.process = run->process;
    event.op = run->op;
    journal_event(run->writer, &event);
}

bool execute_ended(const struct run *run)
{
    return run->writer->journal.ended != ENDED_NORMALLY;
}

void execute_buffers(struct run *run)
{
    struct journal *journal = &run->writer->journal;

    for (unsigned k = 0; k < SCRIPT_BUFFERS; k++) {
        const struct case_buffer *buffer = &run->memory.buffers[k];
        struct event event = {.kind = EVENT_BUFFER, .buffer = (uint8_t)k};

        if (!buffer->bytes)
            continue;
        event.size = buffer->size + 2 * SCRIPT_ZONE;
        if (!buffer->unmapped)
            event.bytes = journal_bytes(
                run->writer, buffer->bytes - SCRIPT_ZONE, event.size);
        journal->stray += memory_stray(buffer);
        execute_event(run, event);
    }
}

/* Few addresses are no fault of the harness. */
static bool no_room(const struct op *op)
{
    return op->kind == OP_BUFFER && errno == ENOMEM && sizeof(void *) < 8;
}

static void change_memory(struct run *run, const struct op *op)
{
    struct case_buffer *buffer = &run->memory.buffers[op->buffer];
    bool done = false;

    if (op->kind == OP_BUFFER)
        done = memory_buffer(&run->memory, op);
    else if (op->kind == OP_UNMAP)
        done = memory_unmap(buffer);
    else if (op->kind == OP_REMAP)
        done = memory_remap(buffer);
    else
        done = memory_protect(buffer);
    if (!done)
        journal_end(
            run->writer, no_room(op) ? ENDED_UNSUPPORTED : ENDED_HARNESS,
            "a buffer's memory could not be changed: %s", strerror(errno));
}

static void execute_run_op(struct run *run, const struct op *op)
{
    switch (op->kind) {
    case OP_BUFFER:
    case OP_UNMAP:
    case OP_REMAP:
    case OP_PROTECT: change_memory(run, op); break;
    case OP_CALL: execute_call(run, &op->call); break;
    case OP_TICKS: execute_ticks(run, op->ticks, op->tick_count); break;
    case OP_SWEEP: execute_sweep(run, op); break;
    case OP_SLEEP: execute_sleep(run, op); break;
    case OP_CALLER_SET: execute_caller_set(run); break;
    case OP_CALLER_CHECK: execute_caller_check(run); break;
    case OP_EXEC: execute_exec(run); break;
    case OP_FORK:
    case OP_END: break;
    default: execute_runtime(run, op);
    }
}

/* The operation that ends the child, or the script's end. */
static uint16_t end_of_fork(const struct run *run)
{
    const struct script *script = &run->c->script;
    size_t k = run->op + 1u;

    for (unsigned open = 0; k < script->count; k++) {
        if (script->ops[k].kind == OP_END && open-- == 0)
            break;
        open += script->ops[k].kind == OP_FORK;
    }
    return (uint16_t)k;
}

static void run_ops(struct run *run, uint16_t from, uint16_t to);

static void execute_child(struct run *run, pid_t parent, uint16_t end)
{
    run->process++;
    run->self = getpid();
    die_with_parent(parent);
    inject_begin();
    clock_forked(&run->clock);
    run_ops(run, (uint16_t)(run->op + 1), end);
    pinned_check(run);
    if (!execute_ended(run)) {
        run->writer->journal.op = run->op = end;
        execute_buffers(run);
    }
    execute_seal(run, JOURNAL_FINISHED);
    _exit(0);
}

/* The child's end, reported by its parent. */
static void child_ended(struct run *run, int status, uint16_t end)
{
    struct journal *journal = &run->writer->journal;
    bool exited = journal->child_state == JOURNAL_EXITED && status == 0;
    bool normally = journal->child_state == JOURNAL_FINISHED || exited;

    run->process++;
    run->op = journal->op;
    if (journal->child_state == JOURNAL_EXECED) {
        int result = execute_exec_result(status);

        if (result < 0)
            journal_end(run->writer, ENDED_HARNESS,
                        "the program after exec ended with %#x", status);
        execute_event(run, (struct event){.kind = EVENT_EXEC, .value = result});
    } else if (exited) {
        execute_file(run, gmon_used(&run->c->script), 0);
    } else if (!normally) {
        execute_event(run, (struct event){.kind = EVENT_CRASH});
    }
    run->op = end;
    execute_event(run, (struct event){.kind = EVENT_CHILD, .value = !normally});
    run->process--;
    journal->child_state = JOURNAL_RUNNING; /* where it is a child itself */
}

static void fork_child(struct run *run, uint16_t end)
{
    struct sigaction usual = {.sa_handler = SIG_DFL}, callers;
    pid_t parent = getpid(), pid;
    int status = 0;

    run->writer->journal.child_state = JOURNAL_RUNNING;
    journal_seal(run->writer);
    clock_release(&run->clock);
    sigaction(SIGCHLD, &usual, &callers); /* or who would learn of its end? */
    pid = fork();
    if (pid == 0) {
        sigaction(SIGCHLD, &callers, NULL);
        execute_child(run, parent, end);
    }
    clock_hold(&run->clock);
    if (pid < 0) {
        journal_end(run->writer, ENDED_HARNESS, "fork: %s", strerror(errno));
        return;
    }
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    sigaction(SIGCHLD, &callers, NULL);
    if (journal_take(run->writer) && !execute_ended(run))
        child_ended(run, status, end);
}

static void run_ops(struct run *run, uint16_t from, uint16_t to)
{
    struct journal *journal = &run->writer->journal;

    for (uint16_t k = from; k < to && !execute_ended(run); k++) {
        const struct op *op = &run->c->script.ops[k];

        journal->op = run->op = k;
        journal_seal(run->writer);
        pinned_check(run);
        if (op->kind == OP_FORK) {
            k = end_of_fork(run);
            fork_child(run, k);
        } else {
            execute_run_op(run, op);
        }
        stay_one(run);
        pinned_note(run);
    }
}

/* The bytes of the longest range that monstartup is given. */
static uint64_t longest_range(const struct script *script)
{
    uint64_t longest = 0;

    for (size_t k = 0; k < script->count; k++) {
        const struct op *op = &script->ops[k];
        const struct region_arguments *range = &op->call.region;

        if (op->kind == OP_CALL && op->call.kind == CALL_MONSTARTUP &&
            range->high > range->offset &&
            range->high - range->offset > longest)
            longest = range->high - range->offset;
    }
    return longest;
}

void execute(struct run *run, const struct test_case *c,
             struct journal_writer *writer)
{
    struct journal *journal = &writer->journal;
    unsigned bits = 8 * sizeof(void *);

    run->c = c;
    run->writer = writer;
    run->process = 0;
    run->self = getpid();
    run->caller = (struct caller){0};
    run->clock.seen = run->options->learnt.clock_seen;
    run->period = 0;
    run->left_blocked = false;
    journal->state = JOURNAL_RUNNING;
    journal_seal(writer);
    if (gmon_used(&c->script)) {
        written_keep_message();
        guard_install(run->impl->mcount);
    }
    if (c->script.address_bits != bits)
        journal_end(writer, ENDED_UNSUPPORTED,
                    "the case is for addresses of %u bits, not %u",
                    c->script.address_bits, bits);
    else if (run->options->backend == BACKEND_CLOCK &&
             pinned_count(&c->script) > PINNED_MOST)
        journal_end(writer, ENDED_UNSUPPORTED,
                    "a real clock takes too long for %llu ticks; a case waits "
                    "for at most %d",
                    (unsigned long long)pinned_count(&c->script), PINNED_MOST);
    else if (longest_range(&c->script) > RANGE_MOST)
        journal_end(writer, ENDED_UNSUPPORTED,
                    "no room for the counters of 0x%llx bytes of text; a case "
                    "starts at most 0x%x",
                    (unsigned long long)longest_range(&c->script), RANGE_MOST);
    else if (!memory_begin(&run->memory, &c->script))
        journal_end(writer, ENDED_HARNESS, "mmap: %s", strerror(errno));
    run_ops(run, 0, (uint16_t)c->script.count);
    pinned_check(run);
    if (!execute_ended(run)) {
        journal->op = run->op = (uint16_t)c->script.count;
        journal_seal(writer);
        execute_buffers(run);
    }
    execute_seal(run, JOURNAL_FINISHED);
}

void execute_off(struct run *run)
{
    const struct call *last[CALL_KINDS] = {0};

    for (size_t k = 0; k < run->c->script.count; k++) {
        const struct op *op = &run->c->script.ops[k];

        if (op->kind == OP_CALL)
            last[op->call.kind] = &op->call;
    }
    for (unsigned k = 0; k < CALL_MONITOR; k++)
        if (last[k])
            execute_off_call(run, last[k]);
    memory_end(&run->memory);
}
