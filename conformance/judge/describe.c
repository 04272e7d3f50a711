/* SPDX-License-Identifier: MIT */
#include "describe.h"

#include <inttypes.h>
#include <string.h>

#include "reference/computed.h"
#include "reference/counter_bytes.h"
#include "text.h"

uint32_t describe_counter(const struct script *script,
                          const unsigned char *bytes, unsigned width)
{
    return width == 1 ? *bytes : counter_read(bytes, width, script->swapped);
}

/* Which counter the byte at position belongs to; negative before the buffer. */
static long counter_of_byte(const struct test_case *c, size_t position)
{
    long at = (long)position - SCRIPT_ZONE, width = test_case_width(c);

    return at >= 0 ? at / width : -((-at + width - 1) / width);
}

static void describe_byte(const struct test_case *c, const struct event *event,
                          size_t position, char *text, size_t size)
{
    unsigned width = test_case_width(c);
    long at = counter_of_byte(c, position) * (long)width + SCRIPT_ZONE;

    if (event->bytes == NULL)
        snprintf(text, size, "not mapped");
    else if (at < 0 || (size_t)at + width > event->size)
        snprintf(text, size, "0x%02x", event->bytes[position]);
    else
        snprintf(text, size, "%" PRIu32,
                 describe_counter(&c->script, event->bytes + at, width));
}

static void add_error(int error, char *text, size_t size)
{
    switch (error) {
    case ERROR_E2BIG: text_add(text, size, "E2BIG"); break;
    case ERROR_EACCES: text_add(text, size, "EACCES"); break;
    case ERROR_EFAULT: text_add(text, size, "EFAULT"); break;
    case ERROR_EINVAL: text_add(text, size, "EINVAL"); break;
    case ERROR_ENOSYS: text_add(text, size, "ENOSYS"); break;
    default: text_add(text, size, "errno %d", error);
    }
}

static void describe_call(const struct event *event, char *text, size_t size)
{
    static const char *const times[] = {
        [TIME_NOT_ASKED] = "",
        [TIME_RIGHT] = ", tvp holds the clock's period",
        [TIME_UNSET] = ", tvp unset",
        [TIME_WRONG] = ", tvp holds a wrong time",
        [TIME_UNSEEN] = ""};
    bool number = false;

    switch (event->value) {
    case VALUE_NONE: snprintf(text, size, "returned"); break;
    case VALUE_UNSEEN: snprintf(text, size, "returned anything"); break;
    case VALUE_NOT_ZERO:
        snprintf(text, size, "returned another value than 0");
        break;
    default:
        snprintf(text, size, "returned %" PRId64, event->value);
        number = true;
    }
    if (event->error != ERROR_NONE && event->error != ERROR_UNSEEN) {
        text_add(text, size, number ? " " : " with ");
        add_error(event->error, text, size);
    }
    text_add(text, size, "%s", times[event->tick_time]);
    if (event->fast == TIME_RIGHT || event->fast == TIME_WRONG)
        text_add(text, size, ", ticks %s1 ms apart",
                 event->fast == TIME_RIGHT ? "" : "not ");
}

void describe_subject(const struct test_case *c, const struct event *event,
                      size_t position, char *text, size_t size)
{
    if (event->kind == EVENT_CHILD) {
        snprintf(text, size, "the child");
        return;
    }
    snprintf(text, size, "%s",
             event->process == 0   ? ""
             : event->process == 1 ? "in the child "
                                   : "in the child's child ");
    if (event->kind == EVENT_BUFFER && position == DESCRIBE_WHOLE) {
        text_add(text, size, "buffer %s", c->names[event->buffer]);
    } else if (event->kind == EVENT_BUFFER) {
        long at = counter_of_byte(c, position);
        long end = ((long)event->size - 2 * SCRIPT_ZONE) / test_case_width(c);

        text_add(text, size, "%s[%ld]", c->names[event->buffer], at);
        if (at < 0 || at >= end)
            text_add(text, size, " (outside the buffer)");
    } else if (event->op >= c->script.count) {
        text_add(text, size, "the end");
    } else if (c->script.ops[event->op].kind == OP_TICKS) {
        text_add(text, size, "a tick");
    } else {
        char words[160];

        test_case_print_op(c, event->op, words, sizeof words);
        text_add(text, size, "%s", words);
    }
}

/* The words for the values of the other events. */
static const char *words_for(unsigned kind, int64_t value)
{
    enum { VALUES = 5 };
    static const char *const words[][VALUES] = {
        [EVENT_SWEEP] = {[SWEEP_FITS] = "counts each pc in the buffer",
                         [SWEEP_OUTSIDE] = "leaves pcs uncounted"},
        [EVENT_SLEEP] = {"counted nothing", "counted while it slept"},
        [EVENT_CALLER] = {"found all as it was",
                          "found what profiling borrows not given back",
                          "found what is the caller's destroyed"},
        [EVENT_CHILD] = {"came to its end", "did not come to its end"},
        [EVENT_EXEC] = {[EXEC_LIVED] = "left the new program alone",
                        [EXEC_KILLED] = "killed the new program",
                        [EXEC_COUNTED] = "profiled the new program"},
        [EVENT_RATE] = {[RATE_CLOCK] = "is the clock's",
                        [RATE_ZERO] = "is 0",
                        [RATE_WRONG] = "is not the clock's",
                        [RATE_NONE] = "is not told"},
        [EVENT_HEADER] =
            {[HEADER_PLAIN] =
                 "has zeros in its spare bytes, and addresses of memory",
             [HEADER_JUNK] =
                 "has junk in its spare bytes, and addresses of memory",
             [HEADER_LOADED] =
                 "has zeros in its spare bytes, and addresses of the program",
             [HEADER_JUNK_LOADED] =
                 "has junk in its spare bytes, and addresses of the program",
             [HEADER_NONE] = "is not there"},
        [EVENT_SAID] = {"is empty", "has something"},
        [EVENT_CRASH] = {"ended the process"},
        [EVENT_ANYTHING] = {NULL},
    };

    if (value < 0 || value >= VALUES || words[kind][value] == NULL)
        return "anything";
    return words[kind][value];
}

/* A mon.out, but for how it is laid out. */
static void describe_contents(const struct event *event, char *text,
                              size_t size)
{
    struct file_contents file;

    memcpy(&file, event->bytes, sizeof file);
    snprintf(text, size, "%s",
             event->value == FILE_OTHER_NAME ? "as gmon.out: " : "");
    if (file.low != FILE_UNSEEN && file.high != FILE_UNSEEN)
        text_add(text, size, "0x%" PRIx64 " to 0x%" PRIx64 ", ", file.low,
                 file.high);
    if (file.ticks == FILE_UNSEEN)
        text_add(text, size, "any number of ticks");
    else
        text_add(text, size, "%" PRIu64 " tick%s", file.ticks,
                 file.ticks == 1 ? "" : "s");
    if (file.functions == FILE_UNSEEN) {
        if (file.at_most > 0)
            text_add(text, size, ", calls of at most %" PRIu64 " function%s",
                     file.at_most, file.at_most == 1 ? "" : "s");
        return;
    }
    for (uint64_t k = 0; k < file.functions && k < SCRIPT_FUNCTIONS; k++)
        text_add(text, size, "%s0x%" PRIx64 " x%" PRIu64,
                 k ? " " : ", calls of ", file.called[k].address,
                 file.called[k].calls);
}

static void describe_file(const struct event *event, char *text, size_t size)
{
    static const char *const words[] = {
        [FILE_ABSENT] = "no mon.out",
        [FILE_EMPTY] = "an empty mon.out",
        [FILE_UNREADABLE] = "a mon.out in a layout that is not known",
    };

    if (file_has_contents(event->value) && event->bytes != NULL)
        describe_contents(event, text, size);
    else if (event->value >= 0 && event->value <= FILE_UNREADABLE)
        snprintf(text, size, "%s", words[event->value]);
    else
        snprintf(text, size, "anything");
}

void describe_value(const struct test_case *c, const struct event *event,
                    size_t position, char *text, size_t size)
{
    if (event == NULL)
        snprintf(text, size, "nothing more");
    else if (event->kind == EVENT_CALL)
        describe_call(event, text, size);
    else if (event->kind == EVENT_BUFFER && position == DESCRIBE_WHOLE)
        snprintf(text, size, "%s",
                 event->computed ? "the counts of some scale"
                                 : "counts of no scale");
    else if (event->kind == EVENT_BUFFER)
        describe_byte(c, event, position, text, size);
    else if (event->kind == EVENT_FILE)
        describe_file(event, text, size);
    else if (event->kind == EVENT_PROFILE)
        describe_profile(event, text, size);
    else
        snprintf(text, size, "%s", words_for(event->kind, event->value));
}
