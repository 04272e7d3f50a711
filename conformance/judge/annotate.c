/* SPDX-License-Identifier: MIT */
#include "causes.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/diagnosis/describe.h"
#include "conformance/diagnosis/evaluate.h"
#include "conformance/diagnosis/permits.h"

/* The permitted outcome that differs least from what was observed, by its
 * first buffer that differs. */
struct annotate_nearest {
    const struct outcome *observed;
    size_t distance;
    size_t event;
    unsigned char *bytes; /* expected there; null: no buffer differs */
};

/* How many bytes differ; of events that have none, as many as any have. */
static size_t distance(const struct event *a, const struct event *b)
{
    size_t bytes = 0;

    if (event_agrees(a, b))
        return 0;
    if (!describe_comparable(a, b))
        return 1 << 16;
    for (size_t k = 0; k < a->size; k++)
        bytes += a->bytes[k] != b->bytes[k];
    return bytes;
}

static void annotate_compare(struct annotate_nearest *nearest,
                             const struct outcome *outcome)
{
    const struct outcome *observed = nearest->observed;
    const struct event *expected = NULL;
    size_t sum = 0, event = 0;

    for (size_t k = 0; k < observed->count; k++) {
        const struct event *a = &observed->events[k], *b = &outcome->events[k];
        size_t part = k < outcome->count ? distance(a, b) : 1 << 16;

        sum += part;
        if (part && !expected && k < outcome->count &&
            describe_comparable(a, b)) {
            expected = b;
            event = k;
        }
    }
    if (!expected || sum >= nearest->distance)
        return;
    free(nearest->bytes);
    nearest->bytes = memory_got(malloc(expected->size + 1));
    memcpy(nearest->bytes, expected->bytes, expected->size);
    nearest->distance = sum;
    nearest->event = event;
}

static void find_nearest(enum dialect dialect, const struct test_case *c,
                         struct annotate_nearest *nearest)
{
    struct question question = *permits_question(dialect);
    size_t left = 1000000 / evaluate_cost(&c->script) + 1;
    struct workspace w = {0};

    workspace_fit(&w, c);
    workspace_first(&w, c, &question.allowed);
    do
        annotate_compare(nearest, &w.outcome);
    while (--left && workspace_next(&w, c));
    workspace_free(&w);
}

/* The last region before an event that was given the buffer; null: none. */
static const struct region_arguments *
annotate_find_region(const struct test_case *c, const struct event *event)
{
    const struct region_arguments *found = NULL;

    for (size_t k = 0; k <= event->op && k < c->script.count; k++) {
        const struct call *call = &c->script.ops[k].call;

        if (c->script.ops[k].kind != OP_CALL)
            continue;
        if (call->kind == CALL_PROFIL &&
            region_is_in(&call->region, event->buffer))
            found = &call->region;
        for (size_t n = call->listed; n-- > 0;)
            if (region_is_in(&call->list[n], event->buffer))
                found = &call->list[n];
    }
    return found;
}

static void annotate_fill(struct wrong_buffer *h, const struct script *script,
                          const struct event *event,
                          const unsigned char *expected)
{
    static const unsigned char zone[4] = {SCRIPT_CANARY, SCRIPT_CANARY,
                                          SCRIPT_CANARY, SCRIPT_CANARY};

    h->bins = memory_new(event->size / h->width + 1, sizeof *h->bins);
    for (size_t k = 0; k + h->width <= event->size; k += h->width) {
        bool beside =
            k < SCRIPT_ZONE || k + h->width + SCRIPT_ZONE > event->size;
        uint32_t want = describe_counter(script, expected + k, h->width);
        uint32_t got = describe_counter(script, event->bytes + k, h->width);
        uint32_t plain = beside ? describe_counter(script, zone, h->width) : 0;

        if (want != plain || got != plain)
            h->bins[h->count++] =
                (struct wrong_counter){(int64_t)k - SCRIPT_ZONE, want, got};
    }
}

static void annotate_histogram(enum dialect dialect, const struct test_case *c,
                               const struct observation *o,
                               struct result *result)
{
    struct annotate_nearest nearest = {&o->outcome, SIZE_MAX, 0, NULL};
    const struct region_arguments *region;
    const struct event *event;
    struct wrong_buffer *h;

    find_nearest(dialect, c, &nearest);
    if (!nearest.bytes)
        return;
    event = &o->outcome.events[nearest.event];
    region = annotate_find_region(c, event);
    h = result->histogram = memory_new(1, sizeof *h);
    h->width = test_case_width_of(c, event->buffer);
    h->size = event->size - 2 * SCRIPT_ZONE;
    snprintf(h->buffer, sizeof h->buffer, "%s", c->names[event->buffer]);
    if (region) {
        h->offset = region->offset;
        h->scale = region->scale;
    }
    annotate_fill(h, &c->script, event, nearest.bytes);
    free(nearest.bytes);
}

static void annotate_explain(enum dialect dialect, const struct test_case *c,
                             const struct observation *o,
                             const struct results *results,
                             struct result *result)
{
    struct cause *causes = memory_new(result->cause_count, sizeof *causes);
    struct memory_stream stream;

    for (size_t k = 0; k < result->cause_count; k++)
        causes[k] = results->causes[result->causes[k]];
    cause_print(dialect, c, o, causes, result->cause_count,
                memory_stream(&stream));
    result->explanation = memory_stream_end(&stream);
    free(causes);
}

void annotate(enum dialect dialect, const struct assessed *cases,
              struct results *results)
{
    for (size_t k = 0; k < results->case_count; k++) {
        const struct assessed *a = &cases[k];
        const struct observation *o =
            a->has_alone ? &a->alone : &a->observation;
        struct result *result = &results->cases[k];

        if (!verdict_fails(result->verdict) || a->unsupported)
            continue;
        annotate_explain(dialect, a->c, o, results, result);
        annotate_histogram(dialect, a->c, o, result);
    }
}
