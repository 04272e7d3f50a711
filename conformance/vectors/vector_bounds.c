/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "conformance/base/grow.h"
#include "conformance/judge/describe.h"
#include "vector.h"

static bool bound_is_of(const struct event *a, const struct event *b)
{
    return a->kind == b->kind && a->op == b->op && a->process == b->process &&
           (a->kind != EVENT_BUFFER || a->buffer == b->buffer);
}

/* A new row; null where memory ran out. */
static struct vector_bound *bound_add(struct vector_bounds *bounds,
                                      size_t *capacity,
                                      const struct event *event)
{
    struct vector_bound *grown =
        grow(bounds->rows, bounds->count, capacity, sizeof *grown);

    if (!grown)
        return NULL;
    bounds->rows = grown;
    grown[bounds->count] = (struct vector_bound){.event = event};
    return &grown[bounds->count++];
}

static struct vector_bound *bound_of(struct vector_bounds *bounds,
                                     size_t *capacity,
                                     const struct event *event)
{
    for (size_t k = 0; k < bounds->count; k++)
        if (bound_is_of(bounds->rows[k].event, event))
            return &bounds->rows[k];
    return bound_add(bounds, capacity, event);
}

static bool bound_is_damaged(const struct event *event)
{
    for (size_t k = 0; k < SCRIPT_ZONE; k++)
        if (event->bytes[k] != SCRIPT_CANARY ||
            event->bytes[event->size - 1 - k] != SCRIPT_CANARY)
            return true;
    return false;
}

static bool bound_buffer(struct vector_bound *row, const struct event *event,
                         const struct script *script, unsigned width)
{
    size_t count;

    if (!event->bytes) {
        row->unmapped++;
        return true;
    }
    row->damaged += bound_is_damaged(event);
    row->undetermined += event->undetermined;
    count = (event->size - 2 * SCRIPT_ZONE) / width;
    if (!row->least) {
        row->event = event;
        row->counters = count;
        row->least = calloc(count + 1, sizeof *row->least);
        row->most = calloc(count + 1, sizeof *row->most);
        if (!row->least || !row->most)
            return false;
        memset(row->least, 0xff, count * sizeof *row->least);
    }
    for (size_t k = 0; k < count && k < row->counters; k++) {
        uint32_t value = describe_counter(
            script, event->bytes + SCRIPT_ZONE + k * width, width);

        row->least[k] = value < row->least[k] ? value : row->least[k];
        row->most[k] = value > row->most[k] ? value : row->most[k];
    }
    return true;
}

static bool bound_same(const struct event *a, const struct event *b)
{
    return a->value == b->value && a->error == b->error &&
           a->tick_time == b->tick_time && a->fast == b->fast &&
           a->size == b->size &&
           (!a->bytes || !b->bytes ? a->bytes == b->bytes
                                   : !memcmp(a->bytes, b->bytes, a->size));
}

/* Another event than those it has. */
static void bound_event(struct vector_bound *row, const struct event *event)
{
    for (unsigned k = 0; k < row->texts && k < VECTOR_EACH; k++)
        if (bound_same(row->each[k], event))
            return;
    if (row->texts < VECTOR_EACH)
        row->each[row->texts] = event;
    row->texts++;
}

bool vector_bounds_make(struct vector_bounds *bounds,
                        const struct vector *vector)
{
    unsigned width = test_case_width(vector->c);
    size_t capacity = 0;

    *bounds = (struct vector_bounds){0};
    for (size_t k = 0; k < vector->count; k++)
        for (size_t j = 0; j < vector->outcomes[k].outcome.count; j++) {
            const struct event *event = &vector->outcomes[k].outcome.events[j];
            struct vector_bound *row = bound_of(bounds, &capacity, event);

            if (!row)
                return false;
            row->outcomes++;
            if (event->kind != EVENT_BUFFER)
                bound_event(row, event);
            else if (!bound_buffer(row, event, &vector->c->script, width))
                return false;
        }
    return true;
}

void vector_bounds_free(struct vector_bounds *bounds)
{
    for (size_t k = 0; k < bounds->count; k++) {
        free(bounds->rows[k].least);
        free(bounds->rows[k].most);
    }
    free(bounds->rows);
}
