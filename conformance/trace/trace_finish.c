/* SPDX-License-Identifier: MIT */
/*
 * The end of a case of a trace: its events, in the order in which observations
 * have them, each with the line that tells of it.  What no line tells of is an
 * event all the same, which agrees with everything.
 */
#include <stdlib.h>
#include <string.h>

#include "conformance/base/grow.h"
#include "conformance/delivery/observed.h"
#include "trace_state.h"

enum { ARENA_LIMIT = 1 << 30 };

/* What is the same for all processes of the case. */
struct finish {
    struct trace_reader *r;
    struct traced traced;
    size_t capacity, line_capacity, span_capacity;
    size_t used, size; /* of the arena */
    bool stopped;      /* by a time limit: nothing was seen after it */
};

/* A process, on its way through the case. */
struct passage {
    unsigned number; /* see trace_reader */
    uint8_t depth;   /* 0; 1 in a child, 2 in its own */
    bool unmapped[SCRIPT_BUFFERS], remapped[SCRIPT_BUFFERS];
    unsigned buffers; /* declared so far */
    enum passage_state {
        PASSAGE_RUNS,
        PASSAGE_DIED,
        PASSAGE_EXECED,
        PASSAGE_EXITED,
    } state;
};

static bool add_event(struct finish *f, struct event event, unsigned line)
{
    struct outcome *outcome = &f->traced.observation.outcome;
    struct event *events =
        grow(outcome->events, outcome->count, &f->capacity, sizeof *events);
    unsigned *lines;

    if (!events)
        return parse_no_memory(&f->r->p);
    outcome->events = events;
    outcome->capacity = f->capacity;
    lines =
        grow(f->traced.lines, outcome->count, &f->line_capacity, sizeof *lines);
    if (!lines)
        return parse_no_memory(&f->r->p);
    f->traced.lines = lines;
    lines[outcome->count] = line;
    return outcome_add(outcome, &event);
}

/* What a process's buffers hold at its end. */
static bool add_buffers(struct finish *f, const struct passage *at, size_t op)
{
    struct observation *o = &f->traced.observation;

    for (unsigned k = 0; k < at->buffers; k++) {
        struct event event = {.kind = EVENT_BUFFER,
                              .process = at->depth,
                              .buffer = (uint8_t)k,
                              .op = (uint16_t)op,
                              .size = f->r->p.sizes[k] + 2 * SCRIPT_ZONE};
        const struct trace_buffer_end end = {at->number, o->outcome.count,
                                             (uint8_t)k, at->remapped[k],
                                             &f->traced, &f->span_capacity};
        unsigned char *bytes = o->arena + f->used;

        if (!at->unmapped[k]) {
            if (!trace_fill(f->r, &end, bytes, &event.undetermined))
                return false;
            event.bytes = bytes;
            f->used += event.size;
        }
        if (!add_event(f, event, f->r->last))
            return false;
    }
    return true;
}

/* What was seen of an operation; or that it was not seen. */
static bool add_seen(struct finish *f, const struct passage *at, size_t op)
{
    const struct trace_slot *slot = &f->r->slots[op];
    uint8_t kind = trace_event_of(f->r->p.ops[op].kind);
    struct event event = {.kind = kind,
                          .value = VALUE_UNSEEN,
                          .error = ERROR_UNSEEN,
                          .tick_time = TIME_UNSEEN,
                          .fast = TIME_UNSEEN};

    if (kind == EVENT_BUFFER || kind == EVENT_CHILD)
        return true;
    if (slot->told)
        event = slot->event;
    else if (kind == EVENT_FILE)
        return trace_wrong_line(f->r, slot->line,
                                "expected seen file after it: is mon.out "
                                "there, and what is in it?");
    else if (kind != EVENT_CALL)
        event.error = 0, event.tick_time = event.fast = TIME_NOT_ASKED;
    event.op = (uint16_t)op;
    event.process = at->depth;
    if (event.bytes) {
        event.bytes = memcpy(f->traced.observation.arena + f->used, event.bytes,
                             event.size);
        f->used += event.size;
    }
    return add_event(f, event, slot->line);
}

static bool pass(struct finish *f, struct passage *at, size_t from, size_t to);

static size_t fork_end(const struct script *script, size_t fork)
{
    size_t k = fork + 1;

    for (unsigned open = 0; k < script->count; k++) {
        if (script->ops[k].kind == OP_END && open-- == 0)
            break;
        open += script->ops[k].kind == OP_FORK;
    }
    return k;
}

/* A child, from its fork to its end. */
static bool pass_child(struct finish *f, const struct passage *parent,
                       size_t fork, size_t end)
{
    const struct trace_slot *slot = &f->r->slots[end];
    struct passage child = *parent;
    struct event event = {.kind = EVENT_CHILD, .op = (uint16_t)end};

    child.number = f->r->slots[fork].child;
    child.depth++;
    if (!pass(f, &child, fork + 1, end))
        return false;
    if (f->stopped)
        return true;
    if (child.state == PASSAGE_RUNS && !add_buffers(f, &child, end))
        return false;
    event.process = child.depth;
    event.value = child.state == PASSAGE_DIED || child.state == PASSAGE_EXECED;
    if (slot->told)
        event.value = slot->event.value;
    return add_event(f, event, slot->line);
}

/* The process ended in this operation, as a line says. */
static bool pass_end(struct finish *f, struct passage *at,
                     const struct trace_ending *ending, size_t op)
{
    struct observation *o = &f->traced.observation;
    struct event event = {
        .kind = EVENT_CRASH, .process = at->depth, .op = (uint16_t)op};

    at->state = PASSAGE_DIED;
    f->stopped = ending->ended == ENDED_TIMEOUT;
    if (f->stopped || at->depth == 0) {
        o->ended = ending->ended;
        o->status = ending->status;
        f->traced.ending = ending->line;
        o->op = (uint16_t)op;
    }
    return f->stopped || add_event(f, event, ending->line);
}

static bool pass_op(struct finish *f, struct passage *at, size_t *k, bool last)
{
    const struct op *op = &f->r->p.ops[*k];
    size_t fork = *k;

    switch (op->kind) {
    case OP_FORK:
        *k = fork_end(&f->r->p.c.script, fork);
        return pass_child(f, at, fork, *k);
    case OP_BUFFER: at->buffers++; break;
    case OP_UNMAP: at->unmapped[op->buffer] = true; break;
    case OP_REMAP:
        at->unmapped[op->buffer] = false;
        at->remapped[op->buffer] = true;
        break;
    case OP_EXEC:
    case OP_EXIT:
        at->state = op->kind == OP_EXEC ? PASSAGE_EXECED : PASSAGE_EXITED;
        f->traced.observation.op = (uint16_t)*k;
        if (!add_buffers(f, at, *k))
            return false;
    }
    return (last && !f->r->slots[*k].told) || add_seen(f, at, *k);
}

static bool pass(struct finish *f, struct passage *at, size_t from, size_t to)
{
    const struct trace_ending *ending = &f->r->endings[at->number];
    bool ends = ending->told && ending->ended != ENDED_NORMALLY;

    if (ends && ending->op < from)
        return pass_end(f, at, ending, ending->op);
    for (size_t k = from; k < to && at->state == PASSAGE_RUNS; k++) {
        if (!pass_op(f, at, &k, ends && ending->op == k))
            return false;
        if (f->stopped)
            return true;
        if (ends && ending->op == k)
            return pass_end(f, at, ending, k);
    }
    return true;
}

/* Room for all buffers of all processes, and files. */
static bool make_room(struct finish *f)
{
    const struct trace_reader *r = f->r;
    uint64_t buffers = 0, files = 0;

    for (unsigned k = 0; k < r->p.buffers; k++)
        buffers += r->p.sizes[k] + 2 * SCRIPT_ZONE;
    for (size_t k = 0; k < r->slot_count; k++)
        files += r->slots[k].event.size;
    if (buffers * r->processes + files > ARENA_LIMIT)
        return parse_no_memory(&f->r->p);
    f->traced.observation.arena =
        malloc((size_t)(buffers * r->processes + files) + 1);
    return f->traced.observation.arena || parse_no_memory(&f->r->p);
}

static bool fill_observation(struct finish *f)
{
    struct observation *o = &f->traced.observation;
    size_t count = f->r->p.c.script.count;
    struct passage first = {0};

    if (!make_room(f) || !pass(f, &first, 0, count))
        return false;
    if (first.state == PASSAGE_RUNS && !f->stopped) {
        o->op = (uint16_t)count;
        if (!add_buffers(f, &first, count))
            return false;
    }
    for (size_t k = 0; k < o->outcome.count; k++)
        o->unseen = o->unseen || observed_is_unseen(&o->outcome.events[k]);
    o->disturbed = f->r->disturbed;
    o->stray = f->r->stray;
    memcpy(o->note, f->r->note, sizeof o->note);
    return true;
}

/* Why it can't be judged; empty: it can. */
static void find_hindrance(struct trace_reader *r)
{
    const char *alien = trace_alien(r, &r->p.c);
    unsigned bits = r->p.c.script.address_bits;

    if (*r->unsupported)
        return;
    if (bits != r->machine.bits)
        snprintf(r->unsupported, sizeof r->unsupported,
                 "needs a %u-bit machine", bits);
    else if (alien)
        snprintf(r->unsupported, sizeof r->unsupported, "%s", alien);
}

/* The case joins the list.  What is skipped may have no operations; and a case
 * that says nothing of addresses has the id that it has everywhere. */
static bool list_add(struct trace_reader *r)
{
    struct case_list *list = &r->trace->list;
    const char *file = r->p.c.file;
    bool empty = *r->unsupported && r->p.c.script.count == 0;

    if (!r->p.has_address)
        r->p.c.script.address_bits = 64;
    if (empty ? !case_list_add(list, &r->p.c) : !parse_finish_case(&r->p, list))
        return empty ? parse_no_memory(&r->p) : false;
    r->p.c.file = file;
    if (!r->p.has_address)
        list->cases[list->count - 1].script.address_bits = r->machine.bits;
    return true;
}

static bool traced_add(struct trace_reader *r, struct traced *traced)
{
    struct trace *trace = r->trace;
    struct traced *cases =
        grow(trace->cases, trace->count, &trace->capacity, sizeof *cases);

    if (!cases)
        return parse_no_memory(&r->p);
    trace->cases = cases;
    traced->unsupported = *r->unsupported ? strdup(r->unsupported) : NULL;
    if (*r->unsupported && !traced->unsupported)
        return parse_no_memory(&r->p);
    if (!list_add(r))
        return false;
    cases[trace->count++] = *traced;
    return true;
}

bool trace_finish(struct trace_reader *r)
{
    struct finish f = {.r = r,
                       .traced = {.line = r->begins,
                                  .end = r->last,
                                  .ending = r->last,
                                  .dialect = r->dialect}};
    struct lexer lexer = r->p.lexer;
    bool good = true;

    find_hindrance(r);
    if (!r->p.forks && !*r->unsupported)
        good = fill_observation(&f);
    if (good) {
        r->p.lexer = lexer;
        good = traced_add(r, &f.traced);
    }
    if (!good)
        traced_free(&f.traced);
    for (size_t k = 0; k < r->slot_count; k++)
        free((void *)r->slots[k].event.bytes);
    r->slot_count = 0;
    return good;
}
