/* SPDX-License-Identifier: MIT */
/*
 * The text of observations, written and read by one walk over its parts: each
 * function below writes its part, or looks at the current word and goes past
 * what it reads.  False: it is read, and another word was expected, which the
 * error says.
 */
#include "observed.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/base/plural.h"
#include "events.h"
#include "ops.h"
#include "reference/counter_bytes.h"

enum {
    EVENTS_LIMIT = 1 << 18,
    /* Of all buffers together. */
    BYTES_LIMIT = 2 * SCRIPT_BUFFERS * (CASE_BUFFER_LIMIT + 2 * SCRIPT_ZONE)
};

struct walk {
    FILE *out;         /* null: it is read, */
    struct lexer *in;  /* from here, */
    struct arena *own; /* and what events point to is in this */
    size_t used;       /* of it */
    bool swapped;      /* counters that are written have the other order */
};

/* Words and numbers. */

#define expected(w, ...) lexer_expected((w)->in, __VA_ARGS__)

/* A word that may be there: whether it is, as given where it is written. */
static bool option(struct walk *w, const char *word, bool given)
{
    if (!w->out)
        return lexer_accept(w->in, word);
    if (given)
        fprintf(w->out, " %s", word);
    return given;
}

static bool word(struct walk *w, const char *text)
{
    return option(w, text, true) || expected(w, "%s", text);
}

/* One of several words, by its index. */
static bool one_of(struct walk *w, const char *const *words, size_t count,
                   uint8_t *which)
{
    int k;

    if (w->out)
        return option(w, words[*which], true);
    k = lexer_one_of(w->in, words, count);
    *which = (uint8_t)k;
    return k >= 0 || lexer_expected_of(w->in, "", words, count);
}

static bool number(struct walk *w, uint64_t *value, uint64_t most,
                   const char *what)
{
    if (w->out) {
        fprintf(w->out, " %" PRIu64, *value);
        return true;
    }
    if (!word_number(w->in->word, value) || *value > most)
        return expected(w, "%s", what);
    lexer_next(w->in);
    return true;
}

static bool small(struct walk *w, uint16_t *value, uint16_t most,
                  const char *what)
{
    uint64_t wide = *value;
    bool good = number(w, &wide, most, what);

    *value = (uint16_t)wide;
    return good;
}

static bool whole(struct walk *w, int64_t *value, int64_t least, int64_t most,
                  const char *what)
{
    if (w->out) {
        fprintf(w->out, " %" PRId64, *value);
        return true;
    }
    if (!word_signed(w->in->word, INT64_MAX, value) || *value < least ||
        *value > most)
        return expected(w, "%s", what);
    lexer_next(w->in);
    return true;
}

/* What a call returned, and other values. */

static bool value(struct walk *w, struct event *event)
{
    const char *known = event_value_word(event->kind, event->value);
    int k;

    if (w->out && known)
        return option(w, known, true);
    k = w->out
            ? -1
            : lexer_one_of(w->in, event_rows[event->kind].values, EVENT_VALUES);
    if (k >= 0) {
        event->value = k;
        return true;
    }
    for (k = 0; !w->out && k < EVENT_SPECIALS; k++)
        if (lexer_accept(w->in, event_specials[k].word)) {
            event->value = event_specials[k].value;
            return true;
        }
    return whole(w, &event->value, -INT64_MAX, INT64_MAX, "a value");
}

static bool error(struct walk *w, struct event *event)
{
    int64_t number = event->error;

    for (unsigned k = 0; k < EVENT_ERRORS; k++)
        if (option(w, event_errors[k].word,
                   event->error == event_errors[k].number)) {
            event->error = event_errors[k].number;
            return true;
        }
    if (!w->out && w->in->word.length && *w->in->word.text == 'E')
        return expected(w, "an errno that a page names, as EINVAL, or errno "
                           "and its number");
    if (!option(w, "errno", event->error != ERROR_NONE))
        return true;
    if (option(w, "unseen", event->error == ERROR_UNSEEN)) {
        event->error = ERROR_UNSEEN;
        return true;
    }
    if (!whole(w, &number, INT32_MIN, INT32_MAX, "an errno, or unseen"))
        return false;
    event->error = (int32_t)number;
    return true;
}

static bool time_of(struct walk *w, const char *name, uint8_t *time)
{
    return !option(w, name, *time != TIME_NOT_ASKED && *time < EVENT_TIMES) ||
           one_of(w, event_times, EVENT_TIMES, time);
}

/* Bytes. */

static bool byte(struct word word, uint64_t *byte)
{
    static const char digits[] = "0123456789abcdef";
    const char *high, *low;

    if (word.length != 2)
        return false;
    high = memchr(digits, word.text[0], 16);
    low = memchr(digits, word.text[1], 16);
    if (!high || !low)
        return false;
    *byte = (uint64_t)((high - digits) * 16 + (low - digits));
    return true;
}

/* V or V*N, N no more than there is room for. */
static bool read_run(struct walk *w, unsigned width, size_t room,
                     uint16_t *what, size_t *count)
{
    struct word first = w->in->word, times = {0};
    const char *star = memchr(first.text, '*', first.length);
    uint64_t v, n = 1;

    if (star) {
        times = (struct word){star + 1, first.length};
        first.length = (size_t)(star - first.text);
        times.length -= first.length + 1;
    }
    if (star && (!word_number(times, &n) || n < 2 || n > room))
        return expected(w, "a run that fits");
    if (word_is(first, "]"))
        return expected(w, "%zu more %s%s: these are too few", room,
                        width == 1 ? "byte" : "16-bit number", plural(room));
    if (width == 1 ? !byte(first, &v)
                   : !word_number(first, &v) || v > UINT16_MAX)
        return expected(w, width == 1 ? "a byte, as a5 or a5*64"
                                      : "a 16-bit number, as 7 or 0*32");
    *what = (uint16_t)v;
    *count = (size_t)n;
    lexer_next(w->in);
    return true;
}

/* V or V*N for each run of equal numbers of width bytes: where they are equal,
 * each byte is as that one width after it. */
static void write_runs(const struct walk *w, const unsigned char *bytes,
                       size_t count, unsigned width)
{
    for (size_t k = 0, n; k < count; k += n) {
        const unsigned char *at = bytes + k * width;
        size_t rest = (count - k - 1) * width;
        size_t same = memcmp(at, at + width, rest) ? 0 : rest;

        while (same < rest && at[same] == at[same + width])
            same++;
        n = same / width + 1;
        if (width == 2)
            fprintf(w->out, " %" PRIu32, counter_read(at, width, w->swapped));
        else
            fprintf(w->out, " %02x", *at);
        if (n > 1)
            fprintf(w->out, "*%zu", n);
    }
}

/* Exactly count numbers of width bytes. */
static bool runs(struct walk *w, unsigned char *bytes, size_t count,
                 unsigned width)
{
    size_t done = 0, n;
    uint16_t what;

    if (w->out) {
        write_runs(w, bytes, count, width);
        return true;
    }
    while (done < count) {
        if (!read_run(w, width, count - done, &what, &n))
            return false;
        for (; n > 0; n--, done++)
            if (width == 2)
                memcpy(bytes + 2 * done, &what, sizeof what);
            else
                bytes[done] = (unsigned char)what;
    }
    return true;
}

static bool odd_byte(struct walk *w, unsigned char *last)
{
    uint64_t v;

    if (w->out) {
        fprintf(w->out, " byte %02x", *last);
        return true;
    }
    if (!lexer_accept(w->in, "byte") || !byte(w->in->word, &v))
        return expected(w, "byte and two hexadecimal digits");
    *last = (unsigned char)v;
    lexer_next(w->in);
    return true;
}

/* [ ... ]: as many bytes, in numbers of that width. */
static bool bytes_of(struct walk *w, unsigned char *bytes, size_t size,
                     unsigned width)
{
    return word(w, "[") && runs(w, bytes, size / width, width) &&
           (size % width == 0 || odd_byte(w, bytes + size - 1)) && word(w, "]");
}

static bool is_whole(const unsigned char *zone)
{
    for (unsigned k = 0; k < SCRIPT_ZONE; k++)
        if (zone[k] != SCRIPT_CANARY)
            return false;
    return true;
}

static bool zone(struct walk *w, const char *name, unsigned char *bytes)
{
    if (!w->out)
        memset(bytes, SCRIPT_CANARY, SCRIPT_ZONE);
    return !option(w, name, w->out && !is_whole(bytes)) ||
           bytes_of(w, bytes, SCRIPT_ZONE, 1);
}

/* Room for what an event points to: that which it has, where it is written. */
static unsigned char *room(struct walk *w, struct event *event)
{
    if (w->out)
        return (unsigned char *)event->bytes;
    w->used += event->size;
    event->bytes = arena_new(w->own, event->size, 1);
    return (unsigned char *)event->bytes;
}

static bool buffer(struct walk *w, struct event *event)
{
    bool mapped = event->bytes && event->size >= 2 * SCRIPT_ZONE;
    uint64_t size = event->size - (mapped ? 2 * SCRIPT_ZONE : 0);
    uint16_t index = event->buffer;
    unsigned char *bytes;

    if (!small(w, &index, SCRIPT_BUFFERS - 1, "a buffer's number"))
        return false;
    event->buffer = (uint8_t)index;
    event->undetermined = option(w, "undetermined", event->undetermined);
    if (option(w, "unmapped", !mapped)) {
        bool good = number(w, &size, SIZE_MAX, "a size");

        event->size = (size_t)size;
        return good;
    }
    if (!number(w, &size, CASE_BUFFER_LIMIT, "unmapped, or a buffer's size"))
        return false;
    event->size = (size_t)size + 2 * SCRIPT_ZONE;
    if (!w->out && event->size > BYTES_LIMIT - w->used)
        return expected(w, "buffers that are smaller together");
    bytes = room(w, event);
    return zone(w, "before", bytes) &&
           bytes_of(w, bytes + SCRIPT_ZONE, (size_t)size, 2) &&
           zone(w, "after", bytes + SCRIPT_ZONE + size);
}

/* The contents of files. */

/* One that is not known is written as unseen. */
static bool choice(struct walk *w, uint64_t *choice)
{
    const struct rule_row *rule = &rule_table[RULE_MON_LAYOUT];

    for (unsigned k = 0; k < rule->count; k++)
        if (option(w, choice_table[rule->first + k].name,
                   *choice == rule->first + k)) {
            *choice = rule->first + k;
            return true;
        }
    *choice = FILE_UNSEEN;
    return option(w, "unseen", true) || expected(w, "a layout, or unseen");
}

/* [ ... ], as many numbers each as the field is wide. */
static bool listed(struct walk *w, const struct file_field *field,
                   uint64_t *numbers)
{
    uint64_t *count = &numbers[field->count_at], k = 0;

    if (!option(w, "[", true))
        return expected(w,
                        field->type == FILE_MAY_UNSEEN ? "[, or unseen" : "[");
    for (; !option(w, "]", k == *count || k == field->most); k++) {
        if (k == field->most)
            return expected(w, "], after so many");
        for (unsigned n = 0; n < field->width; n++)
            if (!number(w, &numbers[field->at + k * field->width + n],
                        UINT64_MAX, n ? "a number" : "a number, or ]"))
                return false;
    }
    *count = k;
    return true;
}

static bool field_of(struct walk *w, const struct file_field *field,
                     uint64_t *numbers)
{
    uint64_t *value = &numbers[field->listed ? field->count_at : field->at];
    bool unseen = field->type == FILE_MAY_UNSEEN;

    if (!word(w, field->word))
        return false;
    if (field->type == FILE_CHOICE)
        return choice(w, value);
    if (unseen && option(w, "unseen", *value == FILE_UNSEEN)) {
        *value = FILE_UNSEEN;
        return true;
    }
    return field->listed ? listed(w, field, numbers)
                         : number(w, value, UINT64_MAX,
                                  unseen ? "a number, or unseen" : "a number");
}

/* What follows a file's value: nothing, unless it was written. */
static bool file(struct walk *w, struct event *event)
{
    uint64_t numbers[FILE_NUMBERS] = {0};
    size_t size = observed_file_size(event);

    if (size == 0 || (w->out && (!event->bytes || event->size != size)))
        return true;
    if (w->out)
        memcpy(numbers, event->bytes, size);
    for (size_t k = 0; k < file_field_count; k++)
        if (file_fields[k].payload == event_rows[event->kind].payload &&
            !field_of(w, &file_fields[k], numbers))
            return false;
    event->size = size;
    if (!w->out)
        memcpy(room(w, event), numbers, size);
    return true;
}

/* Events. */

static bool details(struct walk *w, struct event *event)
{
    enum event_payload payload = event_rows[event->kind].payload;

    if (payload == PAYLOAD_BUFFER)
        return buffer(w, event);
    return payload == PAYLOAD_NOTHING ||
           (value(w, event) && error(w, event) &&
            time_of(w, "tvp", &event->tick_time) &&
            time_of(w, "fast", &event->fast) && file(w, event));
}

static bool kind_of(struct walk *w, uint8_t *kind)
{
    const char *words[EVENT_ROWS];
    int k;

    if (w->out)
        return option(w, event_rows[*kind].word, true);
    for (unsigned row = 0; row < EVENT_ROWS; row++)
        words[row] = event_rows[row].word;
    k = lexer_one_of(w->in, words, EVENT_ROWS);
    *kind = (uint8_t)k;
    return k >= 0 || lexer_expected_of(w->in, "an event: ", words, EVENT_ROWS);
}

/* After the operation's number.  What is judged may have written over a kind;
 * and EVENT_ANYTHING agrees with all: a manual has it, and nobody may claim
 * it. */
static bool event_of(struct walk *w, struct event *event)
{
    static const char *const processes[] = {"", "in-child", "in-grandchild"};

    for (uint8_t k = 1; k < SCRIPT_PROCESSES; k++)
        if (option(w, processes[k], event->process == k))
            event->process = k;
    if (w->out && event->kind >= EVENT_ROWS)
        event->kind = EVENT_CRASH;
    return kind_of(w, &event->kind) && details(w, event);
}

void observed_put_event(const struct event *event, bool swapped, FILE *out)
{
    struct walk w = {.out = out, .swapped = swapped};
    struct event copy = *event;

    fprintf(out, "%u", event->op);
    event_of(&w, &copy);
}

static bool read_event(struct walk *w, struct outcome *outcome)
{
    struct event event = {0};

    if (!small(w, &event.op, UINT16_MAX, "an operation's number, or ended"))
        return false;
    if (outcome->count == EVENTS_LIMIT)
        return expected(w, "fewer events");
    if (!event_of(w, &event))
        return false;
    MEMORY_ADD(outcome->events, outcome->count) = event;
    return lexer_accept(w->in, ";") || expected(w, "; after an event");
}

/* How it ended, and what else was noted. */

static bool ended(struct walk *w, struct observation *o)
{
    uint64_t status = (uint64_t)o->status;
    bool plain;

    if (!one_of(w, event_ends, EVENT_ENDS, &o->ended))
        return false;
    plain = w->out ? !status : word_is(w->in->word, "at");
    if (!plain && !number(w, &status, INT32_MAX, "a status, or at"))
        return false;
    o->status = (int)status;
    return word(w, "at") &&
           small(w, &o->op, UINT16_MAX, "an operation's number");
}

static bool delivered(struct walk *w, struct observation *o)
{
    int k;

    if (w->out) {
        for (k = 0; k < EVENT_DELIVERIES; k++)
            option(w, event_deliveries[k], o->delivered >> k & 1);
        return true;
    }
    while ((k = lexer_one_of(w->in, event_deliveries, EVENT_DELIVERIES)) >= 0)
        o->delivered |= (uint8_t)(1u << k);
    return o->delivered ||
           lexer_expected_of(w->in, "", event_deliveries, EVENT_DELIVERIES);
}

static void write_note(const char *note, FILE *out)
{
    fputs(" \"", out);
    for (; *note; note++) {
        unsigned char c = (unsigned char)*note;

        if (c < 0x20 || c > 0x7e || c == '"' || c == '\\')
            fprintf(out, "\\x%02x", c);
        else
            putc(c, out);
    }
    putc('"', out);
}

/* From the current word to the closing quote. */
static bool read_note(struct walk *w, char *to, size_t size)
{
    const char *limit = to + size, *end = w->in->line_end;
    const char *at = w->in->word.text;
    uint64_t c;

    if (w->in->word.length == 0 || *at++ != '"')
        return expected(w, "a note in quotes");
    for (; at < end && *at != '"'; at++) {
        c = (unsigned char)*at;
        if (*at == '\\') {
            if (end - at < 4 || at[1] != 'x' ||
                !byte((struct word){at + 2, 2}, &c) || c == 0)
                return expected(w, "a note in which \\ stands before xNN");
            at += 3;
        }
        if (to == limit - 1 || c == 0)
            return expected(w, "a note of no more than %zu bytes", size - 1);
        *to++ = (char)c;
    }
    *to = '\0';
    if (at == end)
        return expected(w, "a note that ends in a quote");
    w->in->at = at + 1;
    lexer_next(w->in);
    return true;
}

enum { DELIVERED, DISTURBED, BATCHED, STRAY, BIG_ENDIAN_THERE, NOTE, TAILS };
static const char *const tails[TAILS] = {"delivered", "disturbed",  "batched",
                                         "stray",     "big-endian", "note"};

bool observed_big_endian(void)
{
    const uint16_t one = 1;

    return *(const unsigned char *)&one == 0;
}

static bool has_tail(const struct observation *o, unsigned k)
{
    const bool has[TAILS] = {o->delivered,
                             o->disturbed,
                             o->batched,
                             o->stray,
                             o->swapped != observed_big_endian(),
                             *o->note};

    return has[k];
}

/* What follows one of these words. */
static bool tail(struct walk *w, struct observation *o, unsigned k)
{
    uint64_t stray = o->stray;
    bool good;

    switch (k) {
    case DELIVERED: return delivered(w, o);
    case DISTURBED: return o->disturbed = true;
    case BATCHED: return o->batched = true;
    case BIG_ENDIAN_THERE: o->swapped = !observed_big_endian(); return true;
    case STRAY:
        good = number(w, &stray, UINT32_MAX, "a number of bytes");
        o->stray = (uint32_t)stray;
        return good;
    default:
        if (!w->out)
            return read_note(w, o->note, sizeof o->note);
        write_note(o->note, w->out);
        return true;
    }
}

/* The whole line. */

char *observed_text(const struct observation *observation)
{
    struct observation o = *observation;
    struct memory_stream text;
    struct walk w = {.out = memory_stream(&text), .swapped = o.swapped};

    for (size_t k = 0; k < o.outcome.count; k++) {
        observed_put_event(&o.outcome.events[k], o.swapped, w.out);
        fputs("; ", w.out);
    }
    if (o.ended >= EVENT_ENDS)
        o.ended = ENDED_HARNESS;
    fputs("ended", w.out);
    ended(&w, &o);
    for (unsigned k = 0; k < TAILS; k++)
        if (has_tail(&o, k)) {
            fprintf(w.out, "; %s", tails[k]);
            tail(&w, &o, k);
        }
    return memory_stream_end(&text);
}

static bool read_line(struct walk *w, struct observation *o)
{
    while (!lexer_accept(w->in, "ended"))
        if (!read_event(w, &o->outcome))
            return false;
    if (!ended(w, o))
        return false;
    while (lexer_accept(w->in, ";")) {
        int k = lexer_one_of(w->in, tails, TAILS);

        if (k < 0)
            return lexer_expected_of(w->in, "", tails, TAILS);
        if (!tail(w, o, (unsigned)k))
            return false;
    }
    return w->in->word.length == 0 || expected(w, "; or the end");
}

/* Its numbers were read as this machine has them. */
static void turn_round(unsigned char *bytes, size_t size)
{
    for (size_t k = 0; k + 2 <= size; k += 2) {
        unsigned char first = bytes[k];

        bytes[k] = bytes[k + 1];
        bytes[k + 1] = first;
    }
}

void observation_own(struct observation *o)
{
    size_t size = 0, used = 0;

    for (size_t k = 0; k < o->outcome.count; k++) {
        const struct event *event = &o->outcome.events[k];

        size += event->bytes ? event->size : 0;
        o->unseen = o->unseen || event_is_unseen(event);
    }
    o->outcome.capacity = o->outcome.count;
    o->arena = memory_got(malloc(size + 1));
    for (size_t k = 0; k < o->outcome.count; k++) {
        struct event *event = &o->outcome.events[k];

        if (!event->bytes)
            continue;
        event->bytes = memcpy(o->arena + used, event->bytes, event->size);
        used += event->size;
        if (o->swapped && event->kind == EVENT_BUFFER)
            turn_round(o->arena + used - event->size + SCRIPT_ZONE,
                       event->size - 2 * SCRIPT_ZONE);
    }
}

bool observed_parse(const char *text, size_t length,
                    struct observation *observation,
                    struct observed_error *error)
{
    struct arena own = {0};
    struct case_error wrong;
    struct lexer in = {.line_alone = text, .error = &wrong};
    struct walk w = {.in = &in, .own = &own};
    bool good;

    *observation = (struct observation){.swapped = observed_big_endian()};
    lexer_take(&in, text, length, 1);
    good = read_line(&w, observation);
    if (good) {
        observation_own(observation);
    } else {
        snprintf(error->text, sizeof error->text, "%.199s", wrong.text);
        observation_free(observation);
    }
    arena_free(&own);
    return good;
}

bool observed_read_event(struct lexer *in, struct arena *own,
                         struct event *event)
{
    struct walk w = {.in = in, .own = own};

    return event_of(&w, event);
}

/* The numbers that this machine has for names that observations lack; 0: it has
 * none.  A libc that knows no names has none. */
static int errno_of(struct word name)
{
    enum { ERRNO_MOST = 133 };

    for (int error = 1; error <= ERRNO_MOST; error++) {
        const char *known = strerrorname_np(error);

        if (known && word_is(name, known))
            return error;
    }
    return 0;
}

bool observed_read_result(struct lexer *in, struct event *event)
{
    struct walk w = {.in = in};
    int other;

    if (lexer_accept(in, "void"))
        event->value = VALUE_NONE;
    else if (!value(&w, event))
        return false;
    other =
        in->word.length > 0 && *in->word.text == 'E' ? errno_of(in->word) : 0;
    if (other && !event_error_word(other)) {
        event->error = other;
        lexer_next(in);
    } else if (!error(&w, event)) {
        return false;
    }
    return time_of(&w, "tvp", &event->tick_time) &&
           time_of(&w, "fast", &event->fast);
}

bool observed_read_bytes(struct lexer *in, unsigned char *bytes, size_t size,
                         unsigned width)
{
    struct walk w = {.in = in};

    return bytes_of(&w, bytes, size, width);
}

int observed_read_tail(struct lexer *in, struct observation *o)
{
    struct walk w = {.in = in};
    int k = word_is(in->word, tails[BIG_ENDIAN_THERE])
                ? -1
                : lexer_one_of(in, tails, TAILS);

    return k < 0 ? -1 : tail(&w, o, (unsigned)k);
}

size_t observed_file_size(const struct event *event)
{
    return event->kind < EVENT_ROWS && file_has_contents(event->value)
               ? file_payload_size(event_rows[event->kind].payload)
               : 0;
}
