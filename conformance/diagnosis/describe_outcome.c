/* SPDX-License-Identifier: MIT */
/* All of an outcome, an event a line. */
#include "describe.h"

#include <inttypes.h>

#include "reference/counter_bytes.h"

enum { COUNTERS = 12 /* shown of one buffer */ };

static const struct op *buffer_op(const struct test_case *c, unsigned buffer)
{
    for (size_t k = 0; k < c->script.count; k++)
        if (c->script.ops[k].kind == OP_BUFFER &&
            c->script.ops[k].buffer == buffer)
            return &c->script.ops[k];
    return NULL;
}

/* The byte that the case put there at the start, in the machine's order. */
static unsigned char at_first(const struct test_case *c, const struct op *op,
                              size_t at)
{
    unsigned char bytes[4];

    if (!op || !op->fill_width ||
        at >= op->size / op->fill_width * op->fill_width)
        return 0;
    counter_write(bytes, op->fill_width, c->script.swapped, op->fill);
    return bytes[at % op->fill_width];
}

static bool is_changed(const struct test_case *c, const struct event *event,
                       const struct op *op, size_t at, unsigned width)
{
    for (unsigned k = 0; k < width; k++)
        if (event->bytes[SCRIPT_ZONE + at + k] != at_first(c, op, at + k))
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
    const struct op *op = buffer_op(c, event->buffer);
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
        if (!is_changed(c, event, op, at, width))
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
