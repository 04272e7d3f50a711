/* SPDX-License-Identifier: MIT */
/*
 * The end of a case of a trace: its events, in the order in which observations
 * have them, each with the line that records it.  What no line records is an
 * event all the same, which agrees with everything.
 *
 * Counters are numbers, and so the same on every machine; but 32-bit ones that
 * are recorded as 16-bit halves come in the order that the machine has.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "observed.h"
#include "reference/counter_bytes.h"
#include "trace_state.h"

enum { BYTES_LIMIT = 1 << 30 /* of all buffers of all processes */ };

/* What is the same for all processes of the case. */
struct finish {
    struct trace_reader *r;
    struct traced traced;
    bool stopped; /* by a time limit: nothing was seen after it */
};

/* A process, on its way through the case. */
struct passage {
    unsigned number; /* see trace_reader */
    uint8_t depth;   /* 0; 1 in a child, 2 in its own */
    bool unmapped[SCRIPT_BUFFERS], remapped[SCRIPT_BUFFERS];
    bool slept;       /* its buffers may hold ticks of a sleep, nobody knows how
                         many */
    unsigned buffers; /* declared so far */
    enum passage_state {
        PASSAGE_RUNS,
        PASSAGE_DIED,
        PASSAGE_EXECED,
        PASSAGE_EXITED,
    } state;
};

/* "FILE:LINE: WHAT", of an earlier line. */
static bool wrong_line(struct trace_reader *r, unsigned line, const char *what)
{
    const struct lexer *lexer = &r->p.lexer;

    snprintf(lexer->error->text, sizeof lexer->error->text, "%.60s:%u: %.180s",
             lexer->file, line, what);
    return false;
}

static void add_event(struct finish *f, struct event event, unsigned line)
{
    struct traced *traced = &f->traced;
    struct outcome *o = &traced->observation.outcome;

    traced->lines = memory_grow(traced->lines, o->count, sizeof line);
    traced->lines[o->count] = line;
    MEMORY_ADD(o->events, o->count) = event;
}

/* A buffer at the end of a process, being filled: zones and all. */
struct filling {
    unsigned char *bytes;
    unsigned char *has_line; /* of each byte: whether a line records it */
    size_t size;             /* without zones */
};

static const struct op *declaration(const struct script *script,
                                    unsigned buffer)
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
    uint32_t width = zeroed ? 0 : op->fill_width;

    memset(bytes, SCRIPT_CANARY, SCRIPT_ZONE);
    memset(inner + op->size, SCRIPT_CANARY, SCRIPT_ZONE);
    for (uint32_t at = 0; width > 0 && at + width <= op->size; at += width)
        counter_write(inner + at, width, false, op->fill);
}

/* A byte that is recorded twice has two lines, which is refused. */
static bool add_span(struct finish *f, struct filling *filling,
                     const struct trace_record *record, size_t from, size_t to)
{
    struct traced *traced = &f->traced;

    if (memchr(filling->has_line + from, 1, to - from))
        return wrong_line(f->r, record->line,
                          "read counters that an earlier line has, "
                          "expected others");
    memset(filling->has_line + from, 1, to - from);
    MEMORY_ADD(traced->spans, traced->span_count) =
        (struct trace_span){traced->observation.outcome.count, from, to,
                            record->line, record->kind == RECORDS_COUNTER};
    return true;
}

static bool fill_counter(struct finish *f, struct filling *filling,
                         const struct trace_record *record)
{
    unsigned width = test_case_width(&f->r->p.c);
    size_t at = SCRIPT_ZONE + (size_t)record->index * width;
    char what[120];

    if ((record->index + 1) * width > filling->size) {
        snprintf(what, sizeof what,
                 "read counter %" PRIu64 ", expected one below %zu: the buffer "
                 "has no more",
                 record->index, filling->size / width);
        return wrong_line(f->r, record->line, what);
    }
    if (width == 2 && record->value > UINT16_MAX) {
        snprintf(what, sizeof what,
                 "read %" PRIu64 ", expected a counter of 16 bits: at most "
                 "65535",
                 record->value);
        return wrong_line(f->r, record->line, what);
    }
    counter_write(filling->bytes + at, width, false, (uint32_t)record->value);
    return add_span(f, filling, record, at, at + width);
}

/* The halves of 32-bit counters, as this machine has them. */
static void swap_halves(unsigned char *bytes, size_t size)
{
    for (size_t at = 0; at + 4 <= size; at += 4) {
        unsigned char half[2];

        memcpy(half, bytes + at, 2);
        memcpy(bytes + at, bytes + at + 2, 2);
        memcpy(bytes + at + 2, half, 2);
    }
}

/* A whole buffer, or a zone of it. */
static bool fill_many(struct finish *f, struct filling *filling,
                      const struct trace_record *record)
{
    struct case_parser *p = &f->r->p;
    bool counters = record->kind == RECORDS_COUNTERS;
    size_t size = counters ? filling->size : SCRIPT_ZONE;
    size_t from = record->kind == RECORDS_BEFORE  ? 0
                  : record->kind == RECORDS_AFTER ? SCRIPT_ZONE + filling->size
                                                  : SCRIPT_ZONE;

    lexer_take(&p->lexer, record->text.text, record->text.length, record->line);
    if (!observed_read_bytes(&p->lexer, filling->bytes + from, size,
                             counters ? 2 : 1) ||
        !parse_line_end(p))
        return false;
    if (counters && f->r->machine.swapped && test_case_width(&p->c) == 4)
        swap_halves(filling->bytes + from, size);
    return add_span(f, filling, record, from, from + size);
}

static bool fill_by(struct finish *f, struct filling *filling,
                    const struct trace_record *record, bool *unseen)
{
    switch (record->kind) {
    case RECORDS_UNSEEN:
        *unseen = true;
        return add_span(f, filling, record, SCRIPT_ZONE,
                        SCRIPT_ZONE + filling->size);
    case RECORDS_COUNTER:
        *unseen = false;
        return fill_counter(f, filling, record);
    case RECORDS_COUNTERS: *unseen = false; break;
    default: break; /* the zones say nothing of counters */
    }
    return fill_many(f, filling, record);
}

/* What a process's buffer holds at its end. */
static bool add_buffer(struct finish *f, const struct passage *at, size_t op,
                       unsigned k)
{
    struct trace_reader *r = f->r;
    const struct op *declared = declaration(&r->p.c.script, k);
    struct event event = {.kind = EVENT_BUFFER,
                          .process = at->depth,
                          .buffer = (uint8_t)k,
                          .op = (uint16_t)op,
                          .size = declared->size + 2 * SCRIPT_ZONE};
    struct filling filling = {.size = declared->size};
    bool good = true;

    if (!at->unmapped[k]) {
        filling.bytes = arena_new(&r->own, event.size, 1);
        filling.has_line = memory_new(event.size, 1);
        begin_bytes(declared, at->remapped[k], filling.bytes);
        event.undetermined = !r->answers;
        event.bytes = filling.bytes;
    }
    for (size_t i = 0; event.bytes && good && i < r->record_count; i++)
        if (r->records[i].process == at->number && r->records[i].buffer == k)
            good = fill_by(f, &filling, &r->records[i], &event.undetermined);
    event.undetermined |= at->slept && event.bytes != NULL;
    free(filling.has_line);
    add_event(f, event, r->last);
    return good;
}

static bool add_buffers(struct finish *f, const struct passage *at, size_t op)
{
    for (unsigned k = 0; k < at->buffers; k++)
        if (!add_buffer(f, at, op, k))
            return false;
    return true;
}

/* What was seen of an operation; or that it was not seen. */
static bool add_seen(struct finish *f, const struct passage *at, size_t op)
{
    const struct trace_slot *slot = &f->r->slots[op];
    uint8_t kind = op_row_of(&f->r->p.ops[op])->event;
    bool call = kind == EVENT_CALL;
    struct event event = {.kind = kind,
                          .value = VALUE_UNSEEN,
                          .error = call ? ERROR_UNSEEN : 0,
                          .tick_time = call ? TIME_UNSEEN : TIME_NOT_ASKED,
                          .fast = call ? TIME_UNSEEN : TIME_NOT_ASKED};

    if (kind == EVENT_BUFFER || kind == EVENT_CHILD)
        return true;
    if (slot->is_seen)
        event = slot->event;
    else if (kind == EVENT_FILE)
        return wrong_line(
            f->r, slot->line,
            "expected a line seen file after it, which says what mon.out has");
    event.op = (uint16_t)op;
    event.process = at->depth;
    add_event(f, event, slot->line);
    return true;
}

/* A child ends. */
static bool end_child(struct finish *f, const struct passage *child, size_t op)
{
    const struct trace_slot *slot = &f->r->slots[op];
    struct event event = {
        .kind = EVENT_CHILD, .process = child->depth, .op = (uint16_t)op};

    if (child->state == PASSAGE_RUNS && !add_buffers(f, child, op))
        return false;
    event.value = slot->is_seen ? slot->event.value
                                : child->state == PASSAGE_DIED ||
                                      child->state == PASSAGE_EXECED;
    add_event(f, event, slot->line);
    return true;
}

/* The process ended in this operation, as a line says. */
static void end_process(struct finish *f, struct passage *at,
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
    if (!f->stopped)
        add_event(f, event, ending->line);
}

/* An operation; of the last one nothing need have been seen. */
static bool pass_op(struct finish *f, struct passage *at, size_t k, bool last)
{
    const struct op *op = &f->r->p.ops[k];

    switch (op->kind) {
    case OP_BUFFER: at->buffers++; break;
    case OP_UNMAP: at->unmapped[op->buffer] = true; break;
    case OP_REMAP:
        at->unmapped[op->buffer] = false;
        at->remapped[op->buffer] = true;
        break;
    case OP_SLEEP:
        at->slept |= !f->r->slots[k].is_seen || f->r->slots[k].event.value != 0;
        break;
    case OP_EXEC:
    case OP_EXIT:
        at->state = op->kind == OP_EXEC ? PASSAGE_EXECED : PASSAGE_EXITED;
        f->traced.observation.op = (uint16_t)k;
        if (!add_buffers(f, at, k))
            return false;
    }
    return (last && !f->r->slots[k].is_seen) || add_seen(f, at, k);
}

static bool has_shared(const struct trace_reader *r)
{
    bool shared = false;

    for (size_t k = 0; k < r->p.c.script.count; k++)
        shared |= r->p.ops[k].kind == OP_BUFFER && r->p.ops[k].shared;
    return shared;
}

/* Go through the operations of all processes, one within the other.  A child
 * that its parent did not live to fork does nothing. */
static bool pass(struct finish *f)
{
    const struct trace_reader *r = f->r;
    struct passage processes[SCRIPT_PROCESSES] = {{0}}, *at = processes;
    size_t count = r->p.c.script.count;

    for (size_t k = 0; k < count && !f->stopped; k++) {
        uint8_t kind = r->p.ops[k].kind;
        const struct trace_ending *ending;
        bool last, good = true;

        if (kind == OP_FORK) {
            at[1] = at[0];
            at++;
            at->depth++;
            at->number = r->slots[k].child;
        } else if (kind == OP_END) {
            at--;
            at->slept |= at[1].slept && has_shared(r);
        }
        if (at->state != PASSAGE_RUNS)
            continue;
        ending = &r->endings[at->number];
        last = ending->is_seen && ending->ended != ENDED_NORMALLY &&
               ending->op == k;
        if (kind == OP_END)
            good = end_child(f, at + 1, k);
        else if (kind != OP_FORK)
            good = pass_op(f, at, k, last);
        if (!good)
            return false;
        if (last)
            end_process(f, at, ending, k);
    }
    if (at->state != PASSAGE_RUNS || f->stopped)
        return true;
    f->traced.observation.op = (uint16_t)count;
    return add_buffers(f, at, count);
}

static bool fill_observation(struct finish *f)
{
    struct observation *o = &f->traced.observation;
    const struct trace_reader *r = f->r;
    uint64_t bytes = 0;

    for (unsigned k = 0; k < r->p.buffers; k++)
        bytes += r->p.sizes[k] + 2 * SCRIPT_ZONE;
    if (bytes * r->processes > BYTES_LIMIT)
        return wrong_line(f->r, r->begins,
                          "its processes have too many buffers, expected at "
                          "most 1 GB in all");
    if (!pass(f))
        return false;
    o->disturbed = r->seen.disturbed;
    o->stray = r->seen.stray;
    memcpy(o->note, r->seen.note, sizeof o->note);
    observation_own(o);
    return true;
}

/* Whether a region's counters are not where those of a whole buffer are. */
static bool is_askew(const struct region_arguments *region, unsigned width)
{
    return region->base.kind == POINTER_GIVEN && region->base.at % width != 0;
}

/* Why the counters of another machine can not be recorded here; or null. */
static const char *alien(const struct trace_reader *r)
{
    const struct script *script = &r->p.c.script;
    unsigned width = test_case_width(&r->p.c);

    if (width == 4 && r->machine.int_size != 4)
        return "its machine's unsigned int does not have 32 bits";
    for (size_t k = 0; r->machine.swapped && k < script->count; k++) {
        const struct op *op = &script->ops[k];

        if (op->kind == OP_BUFFER && op->fill_width > width)
            return "fill32 of 16-bit counters can't be recorded for a machine "
                   "of the other byte order";
        for (uint32_t i = 0; i <= op->call.listed; i++)
            if (op->kind == OP_CALL &&
                is_askew(i ? &op->call.list[i - 1] : &op->call.region, width))
                return "counters at odd addresses can't be recorded for a "
                       "machine of the other byte order";
    }
    return NULL;
}

/* Why it can't be judged; empty: it can. */
static void find_hindrance(struct trace_reader *r)
{
    const char *why = alien(r);
    unsigned bits = r->p.c.script.address_bits;

    if (*r->unsupported)
        return;
    if (bits != r->machine.bits)
        snprintf(r->unsupported, sizeof r->unsupported,
                 "needs a %u-bit machine", bits);
    else
        snprintf(r->unsupported, sizeof r->unsupported, "%s", why ? why : "");
}

/* The case joins the list.  What is skipped may have no operations; and a case
 * that says nothing of addresses has the id that it has everywhere. */
static bool add_case(struct trace_reader *r)
{
    struct case_list *list = &r->trace->list;

    if (!r->p.has_address)
        r->p.c.script.address_bits = 64;
    if (*r->unsupported && r->p.c.script.count == 0)
        case_list_add(list, &r->p.c);
    else if (!parse_finish_case(&r->p, list))
        return false;
    if (!r->p.has_address)
        list->cases[list->count - 1].script.address_bits = r->machine.bits;
    return true;
}

bool trace_finish(struct trace_reader *r)
{
    struct finish f = {.r = r,
                       .traced = {.line = r->begins,
                                  .end = r->last,
                                  .ending = r->last,
                                  .dialect = r->dialect}};
    struct trace *trace = r->trace;
    struct lexer lexer = r->p.lexer;

    find_hindrance(r);
    if (!r->p.forks && !*r->unsupported && !fill_observation(&f)) {
        traced_free(&f.traced);
        return false;
    }
    r->p.lexer = lexer;
    if (!add_case(r)) {
        traced_free(&f.traced);
        return false;
    }
    f.traced.unsupported = *r->unsupported ? memory_text(r->unsupported) : NULL;
    MEMORY_ADD(trace->cases, trace->count) = f.traced;
    arena_free(&r->own);
    return true;
}
