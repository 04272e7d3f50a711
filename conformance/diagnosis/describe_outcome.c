/* SPDX-License-Identifier: MIT */
/* All of an outcome, an event a line. */
#include "describe.h"

#include <inttypes.h>

#include "reference/counter_bytes.h"

enum { COUNTERS = 12 /* shown of one buffer */ };

/* The operation that fills a buffer with a number; null: none does, or the
 * buffer comes back later, and is zeroed. */
static const struct op *filling(const struct test_case *c, unsigned buffer)
{
    const struct op *filled = NULL;

    for (size_t k = 0; k < c->script.count; k++) {
        const struct op *op = &c->script.ops[k];

        if (op->buffer == buffer && op->kind == OP_REMAP)
            return NULL;
        if (op->buffer == buffer && op->kind == OP_BUFFER && op->fill_width)
            filled = op;
    }
    return filled;
}

bool describe_changed(const struct test_case *c, const struct event *event,
                      size_t at, size_t width)
{
    const struct op *op = filling(c, event->buffer);
    size_t filled = op ? op->size / op->fill_width * op->fill_width : 0;
    unsigned char bytes[4];

    if (op)
        counter_write(bytes, op->fill_width, c->script.swapped, op->fill);
    for (size_t k = at; k < at + width; k++)
        if (event->bytes[SCRIPT_ZONE + k] !=
            (k < filled ? bytes[k % op->fill_width] : 0))
            return true;
    return false;
}

bool describe_zones_damaged(const struct event *event)
{
    for (size_t k = 0; k < SCRIPT_ZONE; k++)
        if (event->bytes[k] != SCRIPT_CANARY ||
            event->bytes[event->size - 1 - k] != SCRIPT_CANARY)
            return true;
    return false;
}

static void print_buffer(const struct test_case *c, const struct event *event,
                         FILE *out)
{
    unsigned width = test_case_width_of(c, event->buffer);
    size_t changed = 0;

    if (!event->bytes) {
        fputs(" not mapped", out);
        return;
    }
    if (event->undetermined)
        fputs(event->computed ? " counts of some 16-bit scale" : " any counts",
              out);
    for (size_t at = 0; at < event->size - 2 * SCRIPT_ZONE; at += width) {
        if (event->size - 2 * SCRIPT_ZONE - at < width)
            width = 1;
        if (!describe_changed(c, event, at, width))
            continue;
        if (changed == 0 && event->undetermined)
            fputs(", added to", out);
        if (changed++ < COUNTERS)
            fprintf(out,
                    width == 1 ? " byte %zu is %" PRIu32 : " [%zu] %" PRIu32,
                    at / width,
                    describe_counter(&c->script,
                                     event->bytes + SCRIPT_ZONE + at, width));
    }
    if (changed > COUNTERS)
        fprintf(out, " and %zu more", changed - COUNTERS);
    if (!changed && !event->undetermined)
        fputs(" as it was", out);
    if (describe_zones_damaged(event))
        fputs("; written outside its size", out);
}

void outcome_print(const struct test_case *c, const struct outcome *outcome,
                   FILE *out)
{
    char words[200];

    for (size_t k = 0; k < outcome->count; k++) {
        const struct event *event = &outcome->events[k];

        describe_subject(c, event, DESCRIBE_WHOLE, words, sizeof words);
        fprintf(out, "       %s:", words);
        if (event->kind == EVENT_BUFFER) {
            print_buffer(c, event, out);
        } else {
            describe_value(c, event, DESCRIBE_WHOLE, words, sizeof words);
            fprintf(out, " %s", words);
        }
        putc('\n', out);
    }
}
