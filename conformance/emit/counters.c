/* SPDX-License-Identifier: MIT */
#include "counters.h"

#include <inttypes.h>
#include <string.h>

#include "conformance/judge/describe.h"

static const struct op *op_of_buffer(const struct test_case *c, unsigned buffer)
{
    for (size_t k = 0; k < c->script.count; k++)
        if (c->script.ops[k].kind == OP_BUFFER &&
            c->script.ops[k].buffer == buffer)
            return &c->script.ops[k];
    return NULL;
}

static bool comes_back(const struct test_case *c, unsigned buffer)
{
    for (size_t k = 0; k < c->script.count; k++)
        if (c->script.ops[k].kind == OP_REMAP &&
            c->script.ops[k].buffer == buffer)
            return true;
    return false;
}

/* What it holds before any count, in this machine's order; a buffer that comes
 * back is zeroed. */
static void fill_of(const struct test_case *c, unsigned buffer, size_t at,
                    unsigned char *bytes, unsigned width)
{
    const struct op *op = op_of_buffer(c, buffer);
    uint16_t narrow = (uint16_t)op->fill;
    unsigned char filled[4] = {0};

    memset(bytes, 0, width);
    if (op->fill_width == 0 || comes_back(c, buffer))
        return;
    memcpy(filled, op->fill_width == 2 ? (void *)&narrow : (void *)&op->fill,
           op->fill_width);
    for (unsigned k = 0; k < width; k++)
        if ((at + k) / op->fill_width < op->size / op->fill_width)
            bytes[k] = filled[(at + k) % op->fill_width];
}

static bool is_emitted_changed(const struct emit_case *made,
                               const struct event *event, size_t at,
                               unsigned width)
{
    unsigned char before[4];

    fill_of(made->c, event->buffer, at, before, width);
    return memcmp(before, event->bytes + SCRIPT_ZONE + at, width) != 0;
}

/* Bytes that are not as they were, and are in no counter: of numbers the order
 * of bytes matters. */
static void emit_zone(struct emit_case *made, const char *which,
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

/* Whether a byte that belongs to no whole counter is changed. */
static bool is_odd(const struct emit_case *made, const struct event *event,
                   size_t size)
{
    size_t first = made->first < size ? made->first : size;
    size_t last = first + (size - first) / made->width * made->width;

    for (size_t k = 0; k < size; k++)
        if ((k < first || k >= last) && is_emitted_changed(made, event, k, 1))
            return true;
    return false;
}

static uint32_t counter_at(const struct emit_case *made,
                           const struct event *event, size_t at)
{
    return describe_counter(&made->c->script, event->bytes + SCRIPT_ZONE + at,
                            made->width);
}

bool emit_counters(struct emit_case *made, const struct event *event, FILE *out)
{
    size_t size = event->size - 2 * SCRIPT_ZONE, width = made->width, n;

    if (event->undetermined)
        return false;
    fprintf(out, " %s", made->c->names[event->buffer]);
    if (event->bytes == NULL) {
        fputs(" unmapped", out);
        return true;
    }
    if (is_odd(made, event, size))
        return false;
    for (size_t k = made->first; k + width <= size; k += n * width) {
        uint32_t value = counter_at(made, event, k);

        n = 1;
        if (!is_emitted_changed(made, event, k, made->width))
            continue;
        while (k + (n + 1) * width <= size &&
               counter_at(made, event, k + n * width) == value &&
               is_emitted_changed(made, event, k + n * width, made->width))
            n++;
        fprintf(out, " %zu=%" PRIu32, (k - made->first) / width, value);
        if (n > 1)
            fprintf(out, "*%zu", n);
    }
    emit_zone(made, " before", event->bytes, out);
    emit_zone(made, " after", event->bytes + SCRIPT_ZONE + size, out);
    return true;
}
