/* SPDX-License-Identifier: MIT */
/* What is permitted of a case, as the runtime would see it. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/diagnosis/describe.h"
#include "conformance/diagnosis/evaluate.h"
#include "conformance/language/events.h"
#include "conformance/language/ops.h"
#include "emit.h"

/* Bytes that are not as they were, and are in no counter: of numbers the order
 * of bytes matters. */
static void put_zone(struct emit_case *made, const char *which,
                     const unsigned char *zone, FILE *out)
{
    for (unsigned k = 0, n; k < SCRIPT_ZONE; k += n) {
        for (n = 1; k + n < SCRIPT_ZONE && zone[k + n] == zone[k]; n++)
            ;
        if (zone[k] == SCRIPT_CANARY)
            continue;
        if (zone[k] != 0)
            made->needs |= EMIT_NEEDS_LITTLE;
        fprintf(out, "%s %u=%u", which, k, zone[k]);
        if (n > 1)
            fprintf(out, "*%u", n);
        which = "";
    }
}

/* The counters that are changed.  False: so is a byte that is of no whole
 * counter. */
static bool put_counters(const struct emit_case *made,
                         const struct event *event, FILE *out)
{
    size_t size = event->size - 2 * SCRIPT_ZONE, width = made->width, n;
    size_t first = made->first < size ? made->first : size;
    size_t last = first + (size - first) / width * width;
    const unsigned char *bytes = event->bytes + SCRIPT_ZONE;

    if (describe_changed(made->c, event, 0, first) ||
        describe_changed(made->c, event, last, size - last))
        return false;
    for (size_t k = first; k < last; k += n * width) {
        n = 1;
        if (!describe_changed(made->c, event, k, width))
            continue;
        while (k + n * width < last &&
               !memcmp(bytes + k, bytes + k + n * width, width) &&
               describe_changed(made->c, event, k + n * width, width))
            n++;
        fprintf(out, " %zu=%" PRIu32, (k - first) / width,
                describe_counter(&made->c->script, bytes + k, made->width));
        if (n > 1)
            fprintf(out, "*%zu", n);
    }
    return true;
}

/* Where counters are open, as many as there are ticks may be changed. */
static size_t room_for_open(const struct test_case *c, size_t size)
{
    size_t ticks = 0;

    for (size_t k = 0; k < c->script.count; k++)
        ticks += c->script.ops[k].tick_count;
    return 16 * (ticks < size ? ticks : size);
}

/* False: some scale is to lead to its counts, or it has other bytes than
 * counters and the zones. */
static bool put_buffer(struct emit_case *made, const struct event *event,
                       FILE *out)
{
    size_t size = event->size - 2 * SCRIPT_ZONE;

    fprintf(out, " %s", made->c->names[event->buffer]);
    if (event->bytes == NULL) {
        fputs(" unmapped", out);
        return true;
    }
    if (event->computed)
        return false;
    if (!event->undetermined && !put_counters(made, event, out))
        return false;
    if (event->undetermined) {
        fputs(event->beyond ? "~~" : "~", out);
        made->longest += room_for_open(made->c, size);
    }
    put_zone(made, " before", event->bytes, out);
    if (!event->beyond)
        put_zone(made, " after", event->bytes + SCRIPT_ZONE + size, out);
    return true;
}

static void put_call(const struct event *event, FILE *out)
{
    const struct {
        const char *name;
        unsigned time;
    } times[] = {{"tvp", event->tick_time}, {"fast", event->fast}};
    const char *error = event_error_word(event->error);

    if (event->value == VALUE_NONE)
        fputs(" call void", out);
    else if (event->value == VALUE_UNSEEN || event->value == VALUE_NOT_ZERO)
        fprintf(out, " call %c", event->value == VALUE_UNSEEN ? '?' : '!');
    else
        fprintf(out, " call %" PRId64, event->value);
    if (error || event->error == ERROR_UNSEEN)
        fprintf(out, " %s", error ? error : "?");
    else
        fprintf(out, " %s%" PRId32, event->error ? "E" : "", event->error);
    if (event->value != 0 && event->value != VALUE_NONE &&
        event->value != VALUE_UNSEEN)
        return; /* it looks at no time after an error */
    for (unsigned k = 0; k < 2; k++)
        if (times[k].time != TIME_NOT_ASKED)
            fprintf(out, " %s %s", times[k].name,
                    times[k].time == TIME_UNSEEN ? "?"
                                                 : event_times[times[k].time]);
}

/* False: it is none that the runtime sees. */
static bool put_event(struct emit_case *made, const struct event *event,
                      FILE *out)
{
    static const char *const in[] = {"", "c", "g"};
    bool seen = true;

    if (event->kind == EVENT_ANYTHING) {
        putc('~', out);
        return true;
    }
    fprintf(out, "%u%s", event->op, in[event->process]);
    switch (event->kind) {
    case EVENT_CALL: put_call(event, out); break;
    case EVENT_SWEEP:
    case EVENT_CHILD:
    case EVENT_EXEC:
        fprintf(out, " %s %s", event_rows[event->kind].word,
                event->value == VALUE_UNSEEN
                    ? "?"
                    : event_rows[event->kind].values[event->value]);
        break;
    case EVENT_CRASH: fputs(" crash", out); break;
    case EVENT_BUFFER: seen = put_buffer(made, event, out); break;
    default: seen = false;
    }
    putc(';', out);
    return seen;
}

/* The outcomes of one case, as they come. */
struct gathering {
    struct emit_case *made;
    struct arena *memory;
};

static void gather(void *context, const struct outcome *outcome,
                   const struct choices *choices)
{
    struct gathering *g = context;
    struct emit_case *made = g->made;
    struct memory_stream text;
    size_t longest = made->longest, k = 0;

    (void)choices;
    memory_stream(&text);
    made->longest = 0;
    for (size_t e = 0; e < outcome->count; e++)
        made->judged &= put_event(made, &outcome->events[e], text.out);
    memory_stream_end(&text);
    made->longest += text.length;
    if (made->longest < longest)
        made->longest = longest;
    while (k < made->count && strcmp(made->outcomes[k], text.text) != 0)
        k++;
    if (k == made->count)
        ARENA_ADD(g->memory, made->outcomes, made->count) =
            arena_text(g->memory, text.text);
    free(text.text);
}

/* Whether all that agrees with one permitted outcome agrees with a wider
 * one. */
static bool covers(const char *wide, const char *text)
{
    for (char last = ';'; *wide || *text; last = *wide++) {
        if (*wide == '~' && last == ';')
            return true;
        if (*wide == '~') {
            bool behind = wide[1] == '~';

            wide += behind;
            while (*text == ' ' && isdigit(text[1]))
                text += 1 + strcspn(text + 1, " ;");
            if (behind && strncmp(text, " after", 6) == 0)
                text += strcspn(text, ";");
            if (!behind && strncmp(text, "~~", 2) == 0)
                return false;
            text += strspn(text, "~");
        } else if (*wide == '?') {
            text += strcspn(text, " ;");
        } else if (*wide != *text++) {
            return false;
        }
    }
    return true;
}

/* The widest of them are enough. */
static void drop_covered(struct emit_case *made)
{
    size_t left = 0;

    for (size_t k = 0; k < made->count; k++) {
        bool covered = false;

        for (size_t n = 0; n < made->count && !covered; n++)
            covered = (n < left || n > k) &&
                      covers(made->outcomes[n], made->outcomes[k]);
        if (!covered)
            made->outcomes[left++] = made->outcomes[k];
    }
    made->count = left;
}

/* What a case needs. */

static unsigned needs_of_pointer(const struct test_case *c,
                                 struct pointer pointer, uint64_t size)
{
    for (size_t k = 0; k < c->script.count; k++) {
        const struct op *op = &c->script.ops[k];

        if (pointer.kind == POINTER_GIVEN && op->kind == OP_BUFFER &&
            op->buffer == pointer.buffer && pointer.at + size > op->size)
            return EMIT_NEEDS_PAGES;
    }
    return pointer.kind == POINTER_BAD ? EMIT_NEEDS_BAD : 0;
}

/* Some manual has its size and scale as an int. */
static unsigned needs_of_region(const struct test_case *c,
                                const struct region_arguments *region)
{
    return needs_of_pointer(c, region->base, region->size) |
           (region->size > UINT16_MAX || region->scale > UINT16_MAX
                ? EMIT_NEEDS_WIDE
                : 0);
}

static unsigned needs_of_call(const struct test_case *c,
                              const struct call *call)
{
    unsigned needs = EMIT_NEEDS_LIST;

    if (call->kind >= CALL_MONITOR)
        return EMIT_NEEDS_MORE;
    if (call->kind == CALL_PROFIL)
        return EMIT_NEEDS_PROFIL | needs_of_region(c, &call->region);
    for (uint32_t k = 0; k < call->listed; k++)
        needs |= needs_of_region(c, &call->list[k]);
    if (call->list_kind == POINTER_BAD || call->tvp == POINTER_BAD)
        needs |= EMIT_NEEDS_BAD;
    return needs;
}

static unsigned needs_of_op(const struct test_case *c, const struct op *op)
{
    static const unsigned processes = NEED_FORK | NEED_EXEC,
                          pages = NEED_UNMAP | NEED_PROTECT,
                          ticks = NEED_TICKS | NEED_SWEEP;
    unsigned needs = op_row_of(op)->needs;

    if (op->kind == OP_CALL)
        return needs_of_call(c, &op->call);
    if (needs & ~(processes | pages | ticks) || op->tick_count > EMIT_TICKS)
        return EMIT_NEEDS_MORE;
    return (op->shared || op->kind == OP_END || needs & processes
                ? EMIT_NEEDS_PROCESSES
                : 0) |
           (needs & pages ? EMIT_NEEDS_PAGES : 0) |
           (needs & ticks ? EMIT_NEEDS_TICKS : 0);
}

/* What the calls say of counters, and whether they do not say the same. */
struct shape {
    unsigned width, first;
    bool begun, mixed;
};

static void shape_add(struct shape *shape, struct pointer base, unsigned width)
{
    unsigned first = base.at % width;

    if (base.kind != POINTER_GIVEN)
        return;
    shape->mixed |=
        shape->begun && (shape->width != width || shape->first != first);
    *shape = (struct shape){width, first, true, shape->mixed};
}

static struct shape shape_of(enum dialect dialect, const struct test_case *c)
{
    struct shape shape = {.width = 2};

    for (size_t k = 0; k < c->script.count; k++) {
        const struct call *call = &c->script.ops[k].call;
        unsigned both = FLAG_USHORT | FLAG_UINT, flags = call->flags & both;

        if (c->script.ops[k].kind != OP_CALL)
            continue;
        if (call->kind == CALL_PROFIL)
            shape_add(&shape, call->region.base, 2);
        for (uint32_t n = 0; n < call->listed; n++)
            shape_add(&shape, call->list[n].base,
                      call->kind == CALL_SPROFIL ? stream_width(call) : 2);
        if (call->kind == CALL_SPROFIL &&
            (flags == both || (flags == 0 && dialect != DIALECT_GLIBC)))
            shape.mixed = true;
    }
    for (size_t k = 0; k < c->script.count; k++)
        shape.mixed |= c->script.ops[k].fill_width &&
                       c->script.ops[k].fill_width != shape.width;
    return shape;
}

static unsigned needs_of(const struct test_case *c)
{
    unsigned needs = 0;

    for (size_t k = 0; k < c->script.count; k++)
        needs |= needs_of_op(c, &c->script.ops[k]);
    return needs;
}

bool emit_fits(const struct test_case *c, unsigned bits)
{
    return c->script.address_bits == bits &&
           !(bits == 16 && needs_of(c) & EMIT_NEEDS_WIDE);
}

struct emit_case emit_case_make(enum dialect dialect, const struct test_case *c,
                                struct arena *memory)
{
    struct shape shape = shape_of(dialect, c);
    struct emit_case made = {.c = c,
                             .needs = needs_of(c) |
                                      (shape.mixed ? EMIT_NEEDS_LITTLE : 0),
                             .width = shape.mixed ? 1 : shape.width,
                             .first = shape.mixed ? 0 : shape.first,
                             .judged = true};
    struct gathering g = {&made, memory};

    if (!(made.needs & EMIT_NEEDS_MORE) &&
        evaluate_permitted(dialect, c, true, EMIT_OUTCOMES + 1, gather, &g) >
            EMIT_OUTCOMES)
        made.judged = false;
    drop_covered(&made);
    return made;
}
