/* SPDX-License-Identifier: MIT */
#include "describe.h"

#include <string.h>

#include "reference/computed.h"
#include "text.h"

void describe_error(int error, char *text, size_t size)
{
    static const struct {
        int error;
        const char *name;
    } names[] = {
        {ERROR_E2BIG, "E2BIG"},
        {ERROR_EACCES, "EACCES"},
        {ERROR_EFAULT, "EFAULT"},
        {ERROR_EINVAL, "EINVAL"},
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].error == error) {
            snprintf(text, size, "%s", names[i].name);
            return;
        }
    snprintf(text, size, "errno %d", error);
}

/* Bytes in a counter of the case: as its last sprofil asked. */
static unsigned counter_width(const struct test_case *c)
{
    unsigned width = 2;

    for (size_t i = 0; i < c->script.count; i++)
        if (c->script.ops[i].kind == OP_CALL &&
            c->script.ops[i].call.kind == CALL_SPROFIL)
            width = c->script.ops[i].call.flags & FLAG_UINT ? 4 : 2;
    return width;
}

/* Which counter the byte at position belongs to; negative before the buffer. */
static long counter_at(const struct test_case *c, size_t position)
{
    long at = (long)position - SCRIPT_ZONE, width = counter_width(c);

    return at >= 0 ? at / width : -((-at + width - 1) / width);
}

static void describe_counter(const struct test_case *c,
                             const struct event *event, size_t position,
                             char *text, size_t size)
{
    unsigned width = counter_width(c);
    long at = counter_at(c, position) * (long)width + SCRIPT_ZONE;
    uint32_t value = 0;
    uint16_t narrow;

    if (event->bytes == NULL) {
        snprintf(text, size, "not mapped");
        return;
    }
    if (at < 0 || (size_t)at + width > event->size) {
        snprintf(text, size, "0x%02x", event->bytes[position]);
        return;
    }
    memcpy(&narrow, event->bytes + at, sizeof narrow);
    if (width == 4)
        memcpy(&value, event->bytes + at, sizeof value);
    snprintf(text, size, "%lu", width == 4 ? (unsigned long)value : narrow);
}

static void describe_call(const struct event *event, char *text, size_t size)
{
    static const char *const times[] = {[TIME_UNSET] = ", tvp unset",
                                        [TIME_WRONG] = ", tvp wrong",
                                        [TIME_RIGHT] =
                                            ", tvp the clock's period",
                                        [TIME_UNSEEN] = ""};
    char error[32];

    if (event->value == VALUE_NONE)
        snprintf(text, size, "returned");
    else if (event->value == VALUE_NOT_ZERO)
        snprintf(text, size, "returned another value than 0");
    else
        snprintf(text, size, "returned %lld", (long long)event->value);
    if (event->error > 0) {
        describe_error(event->error, error, sizeof error);
        text_add(text, size, " %s", error);
    }
    if (event->tick_time != TIME_NOT_ASKED)
        text_add(text, size, "%s", times[event->tick_time]);
    if (event->fast == TIME_WRONG)
        text_add(text, size, ", ticks not each ms");
}

void describe_subject(const struct test_case *c, const struct event *event,
                      size_t position, char *text, size_t size)
{
    const struct op *op = &c->script.ops[event->op];

    *text = '\0';
    if (event->process == 1)
        snprintf(text, size, "in the child ");
    if (event->kind == EVENT_BUFFER) {
        long at = counter_at(c, position);
        long end = ((long)event->size - 2 * SCRIPT_ZONE) / counter_width(c);

        text_add(text, size, "%s[%ld]", c->names[event->buffer], at);
        if (at < 0 || at >= end)
            text_add(text, size, " (outside the buffer)");
    } else if (event->kind == EVENT_CHILD) {
        text_add(text, size, "the child");
    } else if (event->op < c->script.count) {
        char words[160];

        test_case_print_op(c, event->op, words, sizeof words);
        text_add(text, size, "%s", op->kind == OP_TICKS ? "a tick" : words);
    } else {
        text_add(text, size, "the end");
    }
}

void describe_value(const struct test_case *c, const struct event *event,
                    size_t position, char *text, size_t size)
{
    static const char *const sweeps[] = {
        [SWEEP_FITS] = "fits the range to the buffer",
        [SWEEP_NOT_FIRST] = "has its first pc outside the first counter",
        [SWEEP_OUTSIDE] = "leaves pcs uncounted",
        [SWEEP_DESCENDS] = "goes back to an earlier counter",
        [SWEEP_TOO_COARSE] = "reaches fewer than half the counters"};
    static const char *const execs[] = {
        [EXEC_LIVED] = "left the new program alone",
        [EXEC_KILLED] = "killed the new program",
        [EXEC_COUNTED] = "profiled the new program"};

    if (event == NULL) {
        snprintf(text, size, "nothing more");
        return;
    }
    switch (event->kind) {
    case EVENT_CALL: describe_call(event, text, size); break;
    case EVENT_BUFFER: describe_counter(c, event, position, text, size); break;
    case EVENT_SWEEP: snprintf(text, size, "%s", sweeps[event->value]); break;
    case EVENT_EXEC: snprintf(text, size, "%s", execs[event->value]); break;
    case EVENT_SLEEP:
        snprintf(text, size, "%s",
                 event->value ? "counted while it slept" : "counted nothing");
        break;
    case EVENT_CALLER:
        snprintf(text, size, "%s",
                 event->value ? "found the caller's state changed"
                              : "found all as it was");
        break;
    case EVENT_CHILD:
        snprintf(text, size, "%s", event->value ? "died" : "ended normally");
        break;
    default: snprintf(text, size, "died");
    }
}
