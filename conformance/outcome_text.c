/* SPDX-License-Identifier: MIT */
#include "outcome_text.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "reference/computed.h"

enum { COUNTERS = 12 /* shown of one buffer */ };

static const char *error_name(int error)
{
    switch (error) {
    case E2BIG: return "E2BIG";
    case EACCES: return "EACCES";
    case EFAULT: return "EFAULT";
    case EINVAL: return "EINVAL";
    default: return NULL;
    }
}

static void print_call(const struct event *event, FILE *out)
{
    static const char *const times[] = {
        [TIME_RIGHT] = "the period",
        [TIME_UNSET] = "unset",
        [TIME_WRONG] = "a wrong time",
    };

    if (event->value == VALUE_NONE)
        fputs("returns nothing seen", out);
    else
        fprintf(out, "returns %" PRId64, event->value);
    if (event->error && error_name(event->error))
        fprintf(out, ", errno %s", error_name(event->error));
    else if (event->error)
        fprintf(out, ", errno %" PRId32, event->error);
    if (event->tick_time >= TIME_RIGHT && event->tick_time <= TIME_WRONG)
        fprintf(out, ", tvp holds %s", times[event->tick_time]);
    if (event->fast == TIME_RIGHT || event->fast == TIME_WRONG)
        fprintf(out, ", ticks %s 1 ms apart",
                event->fast == TIME_RIGHT ? "are" : "are not");
}

/* Bytes in a counter: what the last list of 32-bit counters says, else 2. */
static unsigned width_of(const struct test_case *c)
{
    unsigned width = 2;

    for (size_t k = 0; k < c->script.count; k++) {
        const struct op *op = &c->script.ops[k];

        if (op->kind == OP_CALL && op->call.kind == CALL_SPROFIL)
            width = op->call.flags & FLAG_UINT ? 4 : 2;
    }
    return width;
}

static const struct op *buffer_op(const struct test_case *c, unsigned buffer)
{
    for (size_t k = 0; k < c->script.count; k++)
        if (c->script.ops[k].kind == OP_BUFFER &&
            c->script.ops[k].buffer == buffer)
            return &c->script.ops[k];
    return NULL;
}

/* The byte that the case put there at the start. */
static unsigned char at_first(const struct op *op, size_t at)
{
    if (!op || !op->fill_width)
        return 0;
    /* little-endian or not: as the machine stores it */
    uint16_t narrow = (uint16_t)op->fill;
    unsigned char bytes[4];

    if (op->fill_width == 2)
        memcpy(bytes, &narrow, sizeof narrow);
    else
        memcpy(bytes, &op->fill, sizeof op->fill);
    return bytes[at % op->fill_width];
}

static bool is_changed(const struct event *event, const struct op *op,
                       size_t at, unsigned width)
{
    for (unsigned k = 0; k < width; k++)
        if (event->bytes[SCRIPT_ZONE + at + k] != at_first(op, at + k))
            return true;
    return false;
}

static uint32_t counter_at(const unsigned char *bytes, unsigned width)
{
    uint16_t narrow;
    uint32_t wide;

    if (width == 2) {
        memcpy(&narrow, bytes, sizeof narrow);
        return narrow;
    }
    if (width == 1)
        return *bytes;
    memcpy(&wide, bytes, sizeof wide);
    return wide;
}

static bool zones_damaged(const struct event *event)
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
    unsigned width = width_of(c);
    size_t changed = 0;

    fprintf(out, "buffer %s:", c->names[event->buffer]);
    if (!event->bytes) {
        fputs(" not mapped", out);
        return;
    }
    if (event->undetermined)
        fputs(" counts of a computed scale;", out);
    for (size_t at = 0; at < event->size - 2 * SCRIPT_ZONE; at += width) {
        if (event->size - 2 * SCRIPT_ZONE - at < width)
            width = 1;
        if (!is_changed(event, op, at, width))
            continue;
        if (changed++ < COUNTERS)
            fprintf(out, width == 1 ? " byte %zu is %" PRIu32
                                    : " [%zu] %" PRIu32,
                    at / width,
                    counter_at(event->bytes + SCRIPT_ZONE + at, width));
    }
    if (changed > COUNTERS)
        fprintf(out, " and %zu more", changed - COUNTERS);
    if (!changed)
        fputs(" as it was", out);
    if (zones_damaged(event))
        fputs("; written outside its size", out);
}

static void print_sweep(const struct event *event, FILE *out)
{
    static const char *const words[] = {
        [SWEEP_FITS] = "fits",
        [SWEEP_NOT_FIRST] = "the first pc is not in the first counter",
        [SWEEP_OUTSIDE] = "a pc is not counted",
        [SWEEP_DESCENDS] = "a later pc is in an earlier counter",
        [SWEEP_TOO_COARSE] = "too few counters are reached",
    };

    fprintf(out, "the sweep: %s",
            event->value >= 0 && event->value <= SWEEP_TOO_COARSE
                ? words[event->value]
                : "not seen");
}

static void print_event(const struct test_case *c, const struct event *event,
                        FILE *out)
{
    static const char *const exec_words[] = {
        [EXEC_LIVED] = "the new program lives",
        [EXEC_KILLED] = "the new program is killed",
        [EXEC_COUNTED] = "the new program is profiled",
    };

    switch (event->kind) {
    case EVENT_CALL: print_call(event, out); break;
    case EVENT_SWEEP: print_sweep(event, out); break;
    case EVENT_SLEEP:
        fputs(event->value ? "ticks while asleep" : "no ticks while asleep",
              out);
        break;
    case EVENT_CALLER:
        fputs(event->value ? "the caller's state is not put back"
                           : "the caller's state is put back", out);
        break;
    case EVENT_BUFFER: print_buffer(c, event, out); break;
    case EVENT_CHILD:
        fputs(event->value ? "the child dies" : "the child ends normally", out);
        break;
    case EVENT_EXEC:
        fputs(event->value >= 0 && event->value <= EXEC_COUNTED
                  ? exec_words[event->value]
                  : "exec not seen", out);
        break;
    default: fputs("the process dies", out);
    }
}

void outcome_print(const struct test_case *c, const struct outcome *outcome,
                   FILE *out)
{
    char op[160];

    for (size_t k = 0; k < outcome->count; k++) {
        const struct event *event = &outcome->events[k];

        fputs("       ", out);
        if (event->process)
            fputs("in the child, ", out);
        if (event->kind == EVENT_CALL || event->kind == EVENT_CRASH) {
            test_case_print_op(c, event->op, op, sizeof op);
            fprintf(out, "%s: ", op);
        }
        print_event(c, event, out);
        putc('\n', out);
    }
}
