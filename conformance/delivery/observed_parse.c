/* SPDX-License-Identifier: MIT */
#include "observed_read.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "observed_words.h"

enum { EVENTS_LIMIT = 1 << 18 };

static bool observed_parse_stands_alone(char c)
{
    return c == '[' || c == ']' || c == ';';
}

void observed_next(struct observed_reader *r)
{
    while (r->at < r->end && *r->at == ' ')
        r->at++;
    r->word.text = r->at;
    if (r->at < r->end && observed_parse_stands_alone(*r->at))
        r->at++;
    else
        while (r->at < r->end && *r->at != ' ' &&
               !observed_parse_stands_alone(*r->at))
            r->at++;
    r->word.length = (size_t)(r->at - r->word.text);
}

/* Bytes of the text in a message: what a terminal would take is hidden. */
static void quote(struct word word, char *text, size_t size)
{
    size_t n = word.length < size - 1 ? word.length : size - 1;

    for (size_t k = 0; k < n; k++)
        text[k] =
            word.text[k] < 0x20 || word.text[k] > 0x7e ? '?' : word.text[k];
    text[n] = '\0';
}

bool observed_expected(struct observed_reader *r, const char *what)
{
    char word[48];

    quote(r->word, word, sizeof word);
    snprintf(r->error->text, sizeof r->error->text,
             "column %zu: read %s, expected %s",
             (size_t)(r->word.text - r->text) + 1, *word ? word : "the end",
             what);
    return false;
}

bool observed_no_memory(struct observed_reader *r)
{
    snprintf(r->error->text, sizeof r->error->text, "out of memory");
    return false;
}

bool observed_accept(struct observed_reader *r, const char *text)
{
    if (!word_is(r->word, text))
        return false;
    observed_next(r);
    return true;
}

bool observed_number(struct observed_reader *r, uint64_t limit,
                     const char *what, uint64_t *value)
{
    if (!word_number(r->word, value) || *value > limit)
        return observed_expected(r, what);
    observed_next(r);
    return true;
}

/* The index of the current word in a list of words, which may have holes;
 * -1 if it is none of them. */
static int observed_parse_one_of(const struct observed_reader *r,
                                 const char *const *words, int count)
{
    for (int k = 0; k < count; k++)
        if (words[k] && word_is(r->word, words[k]))
            return k;
    return -1;
}

static bool read_signed(struct observed_reader *r, int64_t *value)
{
    bool negative = r->word.length > 0 && *r->word.text == '-';
    struct word digits = r->word;
    uint64_t magnitude;

    digits.text += negative;
    digits.length -= negative;
    if (!word_number(digits, &magnitude) || magnitude > INT64_MAX)
        return observed_expected(r, "a value");
    *value = negative ? -(int64_t)magnitude : (int64_t)magnitude;
    observed_next(r);
    return true;
}

static bool observed_parse_value(struct observed_reader *r, struct event *event)
{
    int k =
        observed_parse_one_of(r, observed_values[event->kind], OBSERVED_VALUES);

    event->value = k;
    if (k >= 0) {
        observed_next(r);
        return true;
    }
    for (k = 0; k < OBSERVED_SPECIALS; k++)
        if (observed_accept(r, observed_specials[k].word)) {
            event->value = observed_specials[k].value;
            return true;
        }
    return read_signed(r, &event->value);
}

static bool error_number(struct observed_reader *r, struct event *event)
{
    uint64_t error;

    for (unsigned k = 0; k < OBSERVED_ERRORS; k++)
        if (observed_accept(r, observed_errors[k].word)) {
            event->error = observed_errors[k].number;
            return true;
        }
    if (!observed_accept(r, "errno"))
        return true;
    if (observed_accept(r, "unseen")) {
        event->error = ERROR_UNSEEN;
        return true;
    }
    if (r->word.length > 0 && *r->word.text == '-') {
        int64_t negative;

        if (!read_signed(r, &negative) || negative < INT32_MIN)
            return observed_expected(r, "an errno");
        event->error = (int32_t)negative;
        return true;
    }
    if (!observed_number(r, INT32_MAX, "an errno, or unseen", &error))
        return false;
    event->error = (int32_t)error;
    return true;
}

static bool time_word(struct observed_reader *r, const char *name,
                      uint8_t *time)
{
    int k;

    if (!observed_accept(r, name))
        return true;
    k = observed_parse_one_of(r, observed_times, OBSERVED_TIMES);
    if (k < 0)
        return observed_expected(r, "right, unset, wrong or unseen");
    *time = (uint8_t)k;
    observed_next(r);
    return true;
}

static bool event_details(struct observed_reader *r, struct event *event)
{
    if (event->kind == EVENT_BUFFER)
        return observed_buffer(r, event);
    return event->kind == EVENT_CRASH ||
           (observed_parse_value(r, event) && error_number(r, event) &&
            time_word(r, "tvp", &event->tick_time) &&
            time_word(r, "fast", &event->fast) &&
            (event->kind != EVENT_FILE || observed_file(r, event)) &&
            (event->kind != EVENT_PROFILE || observed_profile(r, event)));
}

static bool observed_parse_add(struct observed_reader *r,
                               const struct event *event)
{
    struct outcome *outcome = &r->observation->outcome;
    struct event *grown;

    if (outcome->count == outcome->capacity) {
        size_t capacity = 2 * outcome->capacity + 4;

        grown = realloc(outcome->events, capacity * sizeof *grown);
        if (!grown)
            return observed_no_memory(r);
        outcome->events = grown;
        outcome->capacity = capacity;
    }
    return outcome_add(outcome, event);
}

static bool event(struct observed_reader *r)
{
    struct event event = {0};
    uint64_t op;
    int kind;

    if (!observed_number(r, UINT16_MAX, "an operation's number, or ended", &op))
        return false;
    if (r->observation->outcome.count == EVENTS_LIMIT)
        return observed_expected(r, "fewer events");
    event.op = (uint16_t)op;
    event.process = observed_accept(r, "in-child")        ? 1
                    : observed_accept(r, "in-grandchild") ? 2
                                                          : 0;
    kind = observed_parse_one_of(r, observed_kinds, OBSERVED_KINDS);
    if (kind < 0)
        return observed_expected(
            r, "an event: call, sweep, sleep, caller, buffer, "
               "child, exec, file or crash");
    observed_next(r);
    event.kind = (uint8_t)kind;
    return event_details(r, &event) && observed_parse_add(r, &event) &&
           (observed_accept(r, ";") ||
            observed_expected(r, "; after an event"));
}

static bool ended(struct observed_reader *r)
{
    struct observation *o = r->observation;
    uint64_t status = 0, op;
    int k = observed_parse_one_of(r, observed_ends, OBSERVED_ENDS);

    if (k < 0)
        return observed_expected(
            r, "normally, signal, exit, timeout, forged, unsupported "
               "or harness");
    observed_next(r);
    o->ended = (uint8_t)k;
    if (!word_is(r->word, "at") &&
        !observed_number(r, INT32_MAX, "a status, or at", &status))
        return false;
    if (!observed_accept(r, "at"))
        return observed_expected(r, "at");
    if (!observed_number(r, UINT16_MAX, "an operation's number", &op))
        return false;
    o->status = (int)status;
    o->op = (uint16_t)op;
    return true;
}

static bool delivered(struct observed_reader *r)
{
    int k;

    while ((k = observed_parse_one_of(r, observed_deliveries,
                                      OBSERVED_DELIVERIES)) >= 0) {
        r->observation->delivered |= (uint8_t)(1u << k);
        observed_next(r);
    }
    return r->observation->delivered ||
           observed_expected(r, "stub, sigreturn, nested, own, traced or "
                                "clock");
}

/* From where the reader stands to the closing quote. */
static bool observed_parse_note(struct observed_reader *r)
{
    char *to = r->observation->note, *limit = to + sizeof r->observation->note;
    const char *at = r->word.text;
    uint64_t byte;

    if (r->word.length == 0 || *at++ != '"')
        return observed_expected(r, "a note in quotes");
    for (; at < r->end && *at != '"'; at++) {
        byte = (unsigned char)*at;
        if (*at == '\\') {
            if (r->end - at < 4 || at[1] != 'x' ||
                !observed_byte((struct word){at + 2, 2}, &byte) || byte == 0)
                return observed_expected(
                    r, "a note in which \\ stands before xNN");
            at += 3;
        }
        if (to == limit - 1 || byte == 0)
            return observed_expected(r, "a note of no more than 199 bytes");
        *to++ = (char)byte;
    }
    *to = '\0';
    if (at == r->end)
        return observed_expected(r, "a note that ends in a quote");
    r->at = at + 1;
    observed_next(r);
    return true;
}

static bool tail_item(struct observed_reader *r)
{
    struct observation *o = r->observation;
    uint64_t stray;

    if (observed_accept(r, "delivered"))
        return delivered(r);
    if (observed_accept(r, "disturbed"))
        return o->disturbed = true;
    if (observed_accept(r, "batched"))
        return o->batched = true;
    if (observed_accept(r, "stray")) {
        if (!observed_number(r, UINT32_MAX, "a number of bytes", &stray))
            return false;
        o->stray = (uint32_t)stray;
        return true;
    }
    if (observed_accept(r, "big-endian"))
        return r->big_endian = true;
    if (observed_accept(r, "note"))
        return observed_parse_note(r);
    return observed_expected(r,
                             "delivered, disturbed, batched, stray, big-endian "
                             "or note");
}

static bool observed_parse_line(struct observed_reader *r)
{
    observed_next(r);
    while (!observed_accept(r, "ended"))
        if (!event(r))
            return false;
    if (!ended(r))
        return false;
    while (observed_accept(r, ";"))
        if (!tail_item(r))
            return false;
    return r->word.length == 0 || observed_expected(r, "; or the end");
}

/* The numbers were read as this machine has them. */
static void turn_round(unsigned char *bytes, size_t size)
{
    for (size_t k = 0; k + 2 <= size; k += 2) {
        unsigned char first = bytes[k];

        bytes[k] = bytes[k + 1];
        bytes[k + 1] = first;
    }
}

static void place_buffer(struct observation *o, struct event *e)
{
    unsigned char *bytes = o->arena + e->value - 1;

    if (o->swapped)
        turn_round(bytes + SCRIPT_ZONE, e->size - 2 * SCRIPT_ZONE);
    e->bytes = bytes;
    e->value = 0;
}

bool observed_is_unseen(const struct event *event)
{
    if (event->kind == EVENT_BUFFER)
        return event->undetermined;
    if (event->kind == EVENT_RATE)
        return false;
    return event->value == VALUE_UNSEEN ||
           (event->kind == EVENT_CALL && event->value == -1 &&
            event->error == ERROR_UNSEEN);
}

bool observed_parse(const char *text, size_t length,
                    struct observation *observation,
                    struct observed_error *error)
{
    struct observed_reader reader = {.text = text,
                                     .at = text,
                                     .end = text + length,
                                     .observation = observation,
                                     .error = error};
    struct outcome *outcome = &observation->outcome;

    memset(observation, 0, sizeof *observation);
    if (!observed_parse_line(&reader)) {
        observation_free(observation);
        return false;
    }
    observation->swapped = reader.big_endian != observed_big_endian();
    for (size_t k = 0; k < outcome->count; k++) {
        struct event *e = &outcome->events[k];

        if (observed_file_size(e) > 0) {
            e->bytes = observation->arena + e->size;
            e->size = observed_file_size(e);
        }
        if (e->kind == EVENT_BUFFER && e->value)
            place_buffer(observation, e);
        observation->unseen = observation->unseen || observed_is_unseen(e);
    }
    return true;
}
