/* SPDX-License-Identifier: MIT */
#include "point.h"

#include <string.h>

#include "conformance/diagnosis/describe.h"
#include "conformance/diagnosis/evaluate.h"
#include "reference/gmon/counts.h"

enum { OUTCOMES = 256 /* looked at */ };

struct point_search {
    enum dialect dialect;
    const struct test_case *c;
    const struct outcome *observed;
    struct point *point;
    size_t event, position; /* the furthest that any agreed */
    bool permitted;         /* some agreed with all of it */
    bool found;
};

static bool both_bytes(const struct event *a, const struct event *b)
{
    return a->kind == EVENT_BUFFER && b->kind == EVENT_BUFFER && a->bytes &&
           b->bytes;
}

/* Where the first counter begins in which two differ: which of its bytes does
 * says nothing. */
static size_t first_point_byte(const struct test_case *c, const struct event *a,
                               const struct event *b)
{
    size_t i = 0;

    while (both_bytes(a, b) && i < a->size && i < b->size &&
           a->bytes[i] == b->bytes[i])
        i++;
    return both_bytes(a, b) ? describe_counter_start(c, a->buffer, i) : i;
}

/* Of a buffer, the counter that holds a byte.  What is shrunk is observed on
 * this machine. */
static struct point_value value_of(const struct point *point,
                                   const struct event *event)
{
    static const struct script here;
    struct point_value value = {event->value, event->error, event->tick_time};
    size_t at = SCRIPT_ZONE + point->counter * point->width;

    if (event->kind == EVENT_BUFFER)
        value = (struct point_value){0};
    if (event->kind == EVENT_BUFFER && event->bytes && !point->outside)
        value.value = describe_counter(&here, event->bytes + at, point->width);
    return value;
}

static void add_permitted(struct point *point, struct point_value value)
{
    for (unsigned k = 0; k < point->count; k++)
        if (point->permitted[k].value == value.value &&
            point->permitted[k].error == value.error &&
            point->permitted[k].tick_time == value.tick_time)
            return;
    if (point->count < POINT_VALUES)
        point->permitted[point->count++] = value;
}

static void begin_search(struct point_search *s, const struct event *seen)
{
    struct point *point = s->point;
    size_t size = seen->size - 2 * SCRIPT_ZONE;

    s->found = true;
    *point = (struct point){.kind = seen->kind,
                            .process = seen->process,
                            .op = seen->op,
                            .buffer = seen->buffer,
                            .width = test_case_width_of(s->c, seen->buffer)};
    if (seen->kind == EVENT_BUFFER) {
        point->counter = (s->position - SCRIPT_ZONE) / point->width;
        point->outside = s->position < SCRIPT_ZONE || !seen->bytes ||
                         (point->counter + 1) * point->width > size;
    }
    point->got = value_of(point, seen);
}

static void on_outcome(void *context, const struct outcome *outcome,
                       const struct choices *choices)
{
    struct point_search *s = context;
    ptrdiff_t at = outcome_difference(outcome, s->observed);
    const struct event *may, *seen;
    size_t position;

    (void)choices;
    s->permitted = s->permitted || at < 0;
    if (at < 0 || (size_t)at >= s->observed->count ||
        (size_t)at >= outcome->count)
        return;
    may = &outcome->events[at];
    seen = &s->observed->events[at];
    position = first_point_byte(s->c, may, seen);
    if (s->found && ((size_t)at < s->event ||
                     ((size_t)at == s->event && position < s->position)))
        return;
    if (!s->found || (size_t)at > s->event || position > s->position) {
        s->event = (size_t)at;
        s->position = position;
        begin_search(s, seen);
    }
    if (may->kind == seen->kind)
        add_permitted(s->point, value_of(s->point, may));
}

void point_find(enum dialect dialect, const struct test_case *c,
                const struct outcome *observed, struct point *point)
{
    struct point_search s = {dialect, c, observed, point, 0, 0, false, false};

    *point = (struct point){.kind = POINT_NONE};
    evaluate_permitted(dialect, c, false, OUTCOMES, on_outcome, &s);
    if (s.permitted)
        *point = (struct point){.kind = POINT_NONE};
}

/* A part of a file. */

static int64_t known(uint64_t number)
{
    return number == FILE_UNSEEN ? VALUE_UNSEEN : (int64_t)number;
}

static int64_t part_of_mon(const struct point *p, const void *bytes)
{
    struct file_contents f;

    memcpy(&f, bytes, sizeof f);
    switch (p->part) {
    case PART_TICKS: return f.doubtful ? VALUE_UNSEEN : known(f.ticks);
    case PART_LOW: return known(f.low);
    case PART_HIGH: return known(f.high);
    case PART_CALLS: break;
    default: return VALUE_UNSEEN;
    }
    if (f.functions == FILE_UNSEEN)
        return VALUE_UNSEEN;
    for (uint64_t k = 0; k < f.functions; k++)
        if (f.called[k].address == p->address)
            return (int64_t)f.called[k].calls;
    return 0;
}

static int64_t part_of_gmon(const struct point *p, const void *bytes)
{
    struct gmon_counts f;
    uint64_t sum = 0;

    memcpy(&f, bytes, sizeof f);
    switch (p->part) {
    case PART_LOW: return f.low > f.high ? VALUE_UNSEEN : (int64_t)f.low;
    case PART_HIGH: return f.low > f.high ? VALUE_UNSEEN : (int64_t)f.high;
    case PART_CALLS:
        for (uint64_t k = 0; k < f.arcs; k++)
            if (f.arc[k].self == p->address && f.arc[k].from == p->from)
                sum += f.arc[k].calls;
        return f.disturbed ? VALUE_UNSEEN : (int64_t)sum;
    case PART_TICKS_AT:
        for (uint64_t k = 0; k < f.places; k++)
            if (f.place[k].low <= p->address && p->address < f.place[k].high)
                sum += f.place[k].ticks;
        return f.other ? VALUE_UNSEEN : (int64_t)sum;
    default:
        for (uint64_t k = 0; k < f.places; k++)
            sum += f.place[k].ticks;
        return (int64_t)(sum + f.more_ticks);
    }
}

static int64_t part_of(const struct point *p, const struct event *event)
{
    if (p->part == PART_STATE && event->kind == EVENT_HEADER)
        return event->value == HEADER_NONE ? FILE_ABSENT : FILE_WRITTEN;
    if (p->part == PART_STATE)
        return event->value;
    if (event->kind == EVENT_HEADER)
        return VALUE_UNSEEN;
    if (!file_has_contents(event->value))
        return event->value == VALUE_NOT_ZERO ? VALUE_UNSEEN : -1;
    if (!event->bytes)
        return VALUE_UNSEEN;
    return event->kind == EVENT_FILE ? part_of_mon(p, event->bytes)
                                     : part_of_gmon(p, event->bytes);
}

static void on_part(void *context, const struct outcome *outcome,
                    const struct choices *choices)
{
    struct point_search *s = context;
    const struct event *may = &outcome->events[s->event];
    ptrdiff_t at = outcome_difference(outcome, s->observed);

    (void)choices;
    if (at == (ptrdiff_t)s->event && s->event < outcome->count &&
        may->kind == s->point->kind)
        add_permitted(s->point,
                      (struct point_value){.value = part_of(s->point, may)});
}

static bool part_agrees(const struct point *p, int64_t may)
{
    bool gmon = p->kind == EVENT_PROFILE;

    return may == p->got.value || may == VALUE_UNSEEN ||
           (may == VALUE_NOT_ZERO && p->got.value != FILE_ABSENT) ||
           (gmon && p->part == PART_LOW && p->got.value <= may) ||
           (gmon && p->part == PART_HIGH && p->got.value >= may);
}

/* Whether what was seen there is nothing that is permitted. */
static bool part_try(struct point_search *s, enum point_part part,
                     uint64_t address, uint64_t from)
{
    struct point *p = s->point;
    bool agrees = false;

    p->part = part;
    p->address = address;
    p->from = from;
    p->count = 0;
    p->got = (struct point_value){
        .value = part_of(p, &s->observed->events[s->event])};
    evaluate_permitted(s->dialect, s->c, false, OUTCOMES, on_part, s);
    for (unsigned k = 0; k < p->count; k++)
        agrees |= part_agrees(p, p->permitted[k].value);
    /* What is there and cannot be read is not seen by its presence. */
    return p->count > 0 && !agrees &&
           !(part == PART_STATE && p->got.value == FILE_UNREADABLE);
}

/* Of all addresses that the case has ticks or calls at. */
static bool part_at_addresses(struct point_search *s)
{
    for (size_t k = 0; k < s->c->script.count; k++) {
        const struct op *op = &s->c->script.ops[k];

        for (size_t i = 0; i < op->tick_count; i++) {
            bool arcs = op->kind == OP_ARCS, other = arcs && i % 2 == 0;

            if (op->kind == OP_TICKS && s->point->kind == EVENT_PROFILE &&
                part_try(s, PART_TICKS_AT, op->ticks[i].pc, 0))
                return true;
            if ((op->kind == OP_FUNCTIONS || arcs) && !other &&
                part_try(s, PART_CALLS, op->ticks[i].pc,
                         arcs ? op->ticks[i - 1].pc : 0))
                return true;
        }
    }
    return false;
}

void point_find_part(enum dialect dialect, const struct test_case *c,
                     const struct outcome *observed, struct point *point)
{
    struct point_search s = {dialect, c, observed, point, 0, 0, false, false};
    const struct event *events = observed->events;

    while (s.event < observed->count &&
           (events[s.event].kind != point->kind ||
            events[s.event].op != point->op ||
            events[s.event].process != point->process))
        s.event++;
    if (s.event < observed->count &&
        (part_try(&s, PART_STATE, 0, 0) || part_try(&s, PART_TICKS, 0, 0) ||
         part_at_addresses(&s) || part_try(&s, PART_LOW, 0, 0) ||
         part_try(&s, PART_HIGH, 0, 0)))
        return;
    point->part = PART_NONE;
}
