/* SPDX-License-Identifier: MIT */
#include "point.h"

#include "conformance/judge/describe.h"
#include "conformance/judge/judge.h"

enum { OUTCOMES = 256 /* looked at */ };

struct point_search {
    const struct test_case *c;
    const struct outcome *observed;
    size_t event, position; /* the furthest that any agreed */
    bool permitted;         /* some agreed with all of it */
    bool found;
    struct point *point;
};

static bool both_bytes(const struct event *a, const struct event *b)
{
    return a->kind == EVENT_BUFFER && b->kind == EVENT_BUFFER && a->bytes &&
           b->bytes;
}

static size_t first_point_byte(const struct event *a, const struct event *b)
{
    size_t i = 0;

    while (both_bytes(a, b) && i < a->size && i < b->size &&
           a->bytes[i] == b->bytes[i])
        i++;
    return i;
}

/* Of a buffer, the counter that holds a byte.  What is shrunk is observed on this
 * machine. */
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

static void begin_search(struct point_search *s, const struct event *seen)
{
    struct point *point = s->point;
    size_t size = seen->size - 2 * SCRIPT_ZONE;

    s->found = true;
    *point = (struct point){.kind = seen->kind,
                            .process = seen->process,
                            .op = seen->op,
                            .buffer = seen->buffer,
                            .width = test_case_width(s->c)};
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
    struct point *point = s->point;
    size_t position;

    (void)choices;
    s->permitted = s->permitted || at < 0;
    if (at < 0 || (size_t)at >= s->observed->count ||
        (size_t)at >= outcome->count)
        return;
    may = &outcome->events[at];
    seen = &s->observed->events[at];
    position = first_point_byte(may, seen);
    if (s->found && ((size_t)at < s->event ||
                     ((size_t)at == s->event && position < s->position)))
        return;
    if (!s->found || (size_t)at > s->event || position > s->position) {
        s->event = (size_t)at;
        s->position = position;
        begin_search(s, seen);
    }
    if (may->kind != seen->kind || point->count == POINT_VALUES)
        return;

    struct point_value value = value_of(point, may);
    for (unsigned k = 0; k < point->count; k++)
        if (point->permitted[k].value == value.value &&
            point->permitted[k].error == value.error &&
            point->permitted[k].tick_time == value.tick_time)
            return;
    point->permitted[point->count++] = value;
}

void point_find(enum dialect dialect, const struct test_case *c,
                const struct outcome *observed, struct point *point)
{
    struct point_search s = {.c = c, .observed = observed, .point = point};

    *point = (struct point){.kind = POINT_NONE};
    judge_envelope(dialect, c, false, OUTCOMES, on_outcome, &s);
    if (s.permitted)
        *point = (struct point){.kind = POINT_NONE};
}
