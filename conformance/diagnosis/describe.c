/* SPDX-License-Identifier: MIT */
#include "describe.h"

#include <inttypes.h>
#include <string.h>

#include "reference/computed.h"
#include "reference/counter_bytes.h"
#include "reference/gmon/counts.h"
#include "text.h"

uint32_t describe_counter(const struct script *script,
                          const unsigned char *bytes, unsigned width)
{
    return width == 1 ? *bytes : counter_read(bytes, width, script->swapped);
}

/* Which counter of so many bytes the one at position belongs to; negative
 * before the buffer. */
static long counter_of_byte(size_t position, unsigned bytes)
{
    long at = (long)position - SCRIPT_ZONE, width = bytes;

    return at >= 0 ? at / width : -((-at + width - 1) / width);
}

/* What is no counter is shown as logs have it: "01 a5". */
static void put_bytes(const unsigned char *bytes, unsigned width, char *text,
                      size_t size)
{
    *text = '\0';
    for (unsigned k = 0; k < width; k++)
        text_add(text, size, "%s%02x", k ? " " : "", bytes[k]);
}

static void describe_byte(const struct test_case *c, const struct event *event,
                          size_t position, char *text, size_t size)
{
    unsigned width = test_case_width_of(c, event->buffer);
    long at = counter_of_byte(position, width) * (long)width + SCRIPT_ZONE;

    if (event->bytes == NULL)
        snprintf(text, size, "not mapped");
    else if (at < 0 || (size_t)at + width > event->size)
        snprintf(text, size, "0x%02x", event->bytes[position]);
    else if (position < SCRIPT_ZONE || position + SCRIPT_ZONE >= event->size)
        put_bytes(event->bytes + at, width, text, size);
    else
        snprintf(text, size, "%" PRIu32,
                 describe_counter(&c->script, event->bytes + at, width));
}

/* The name, or the number, which may have to say that it is an errno. */
static void add_error(int error, bool bare, char *text, size_t size)
{
    switch (error) {
    case ERROR_E2BIG: text_add(text, size, "E2BIG"); break;
    case ERROR_EACCES: text_add(text, size, "EACCES"); break;
    case ERROR_EFAULT: text_add(text, size, "EFAULT"); break;
    case ERROR_EINVAL: text_add(text, size, "EINVAL"); break;
    case ERROR_ENOSYS: text_add(text, size, "ENOSYS"); break;
    default: text_add(text, size, "%s%d", bare ? "errno " : "", error);
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

    switch (event->value) {
    case VALUE_NONE: snprintf(text, size, "returned"); break;
    case VALUE_UNSEEN: snprintf(text, size, "returned anything"); break;
    case VALUE_NOT_ZERO:
        snprintf(text, size, "returned a value other than 0");
        break;
    default: snprintf(text, size, "returned %" PRId64, event->value);
    }
    if (event->error != ERROR_NONE && event->error != ERROR_UNSEEN) {
        bool success = event->value != -1;

        text_add(text, size, success ? " with errno " : " ");
        add_error(event->error, !success, text, size);
    }
    text_add(text, size, "%s", times[event->tick_time]);
    if (event->fast == TIME_RIGHT || event->fast == TIME_WRONG)
        text_add(text, size, ", ticks %s1 ms apart",
                 event->fast == TIME_RIGHT ? "" : "not ");
}

/* An operation as its text, which ends in dots where it is cut. */
static void put_op(const struct test_case *c, size_t op, char *text,
                   size_t size)
{
    test_case_print_op(c, op, text, size);
    text_mark_cut(text, size);
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
        unsigned width = test_case_width_of(c, event->buffer);
        long at = counter_of_byte(position, width);
        long end = ((long)event->size - 2 * SCRIPT_ZONE) / width;

        text_add(text, size, "%s[%ld]", c->names[event->buffer], at);
        if (at < 0 || at >= end)
            text_add(text, size, " (outside the buffer)");
    } else if (event->op >= c->script.count) {
        text_add(text, size, "the end");
    } else if (c->script.ops[event->op].kind == OP_TICKS) {
        text_add(text, size, "a tick");
    } else {
        char words[160];

        put_op(c, event->op, words, sizeof words);
        text_add(text, size, "%s", words);
    }
}

/* The words for the values of the other events. */
static const char *words_for(unsigned kind, int64_t value)
{
    enum { VALUES = 9 };
    static const char *const words[][VALUES] = {
        [EVENT_SWEEP] =
            {[SWEEP_FITS] = "counts each pc in the buffer",
             [SWEEP_OUTSIDE] = "leaves pcs uncounted",
             [SWEEP_NONE] = "counts no pc in the buffer",
             [SWEEP_SPREAD] = "counts each pc, in ascending order",
             [SWEEP_ONE] = "counts each pc, all in one counter",
             [SWEEP_BACK] =
                 "counts each pc, some in a lower counter than the pc before",
             [SWEEP_ORDERED] =
                 "counts no pc in a lower counter than the pc before",
             [SWEEP_CUT] = "counts the first pcs only",
             [SWEEP_GAPS] = "leaves out some pcs"},
        [EVENT_SLEEP] = {"counted nothing", "counted while it slept"},
        [EVENT_CALLER] =
            {"found everything unchanged",
             "found that profiling did not give back what it borrowed",
             "found that something of the caller's was lost or changed"},
        [EVENT_CHILD] = {"ended", "did not end"},
        [EVENT_EXEC] = {[EXEC_LIVED] = "left the new program alone",
                        [EXEC_KILLED] = "killed the new program",
                        [EXEC_COUNTED] = "profiled the new program"},
        [EVENT_RATE] = {[RATE_CLOCK] = "is the clock's",
                        [RATE_ZERO] = "is 0",
                        [RATE_WRONG] = "is not the clock's",
                        [RATE_NONE] = "is not recorded"},
        [EVENT_HEADER] =
            {[HEADER_PLAIN] =
                 "has zeros in its spare bytes, and addresses of memory",
             [HEADER_JUNK] =
                 "has junk in its spare bytes, and addresses of memory",
             [HEADER_LOADED] =
                 "has zeros in its spare bytes, and addresses of the program",
             [HEADER_JUNK_LOADED] =
                 "has junk in its spare bytes, and addresses of the program",
             [HEADER_NONE] = "is in no gmon.out that can be read"},
        [EVENT_SAID] = {"found nothing on the standard error output",
                        "found a message on the standard error output"},
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
        [FILE_UNREADABLE] = "a mon.out in an unknown layout",
    };

    if (file_has_contents(event->value) && event->bytes != NULL)
        describe_contents(event, text, size);
    else if (event->value >= 0 && event->value <= FILE_UNREADABLE)
        snprintf(text, size, "%s", words[event->value]);
    else if (event->value == VALUE_NOT_ZERO)
        snprintf(text, size, "a mon.out, whatever is in it");
    else
        snprintf(text, size, "anything");
}

bool describe_untouched(const struct test_case *c, const struct event *event,
                        size_t position)
{
    unsigned width = test_case_width_of(c, event->buffer);

    if (event->kind != EVENT_BUFFER || event->bytes == NULL ||
        position >= event->size ||
        (position >= SCRIPT_ZONE && position + SCRIPT_ZONE < event->size))
        return false;
    for (size_t k = position; k < position + width && k < event->size; k++)
        if (event->bytes[k] != SCRIPT_CANARY)
            return false;
    return true;
}

/* A gmon.out in words: its ticks and arcs. */

static void put_ticks(const struct gmon_counts *c, char *text, size_t size)
{
    if (c->places == 0)
        text_add(text, size, "no ticks");
    for (uint64_t k = 0; k < c->places && k < GMON_PLACES; k++) {
        const struct gmon_place *place = &c->place[k];

        text_add(text, size, "%s%" PRIu64 " tick%s at 0x%" PRIx64,
                 k ? ", " : "", place->ticks, place->ticks == 1 ? "" : "s",
                 place->low);
        if (place->high - place->low > 1)
            text_add(text, size, " to 0x%" PRIx64, place->high - 1);
    }
    if (c->more_ticks > 0)
        text_add(text, size, ", %" PRIu64 " elsewhere", c->more_ticks);
    if (c->other)
        text_add(text, size, ", in other counters than theirs");
}

static void put_calls(const struct gmon_counts *c, char *text, size_t size)
{
    for (uint64_t k = 0; k < c->arcs && k < GMON_PLACES; k++)
        text_add(text, size, "%s0x%" PRIx64 " from 0x%" PRIx64 " x%" PRIu64,
                 k ? ", " : "; calls of ", c->arc[k].self, c->arc[k].from,
                 c->arc[k].calls);
    if (c->row > 0)
        text_add(text, size, "; %s%" PRIu64 " arcs of the row",
                 c->at_most ? "fewer than " : "", c->row);
    if (c->beside > 0)
        text_add(text, size, "; %s%" PRIu64 " other calls",
                 c->fewer ? "fewer than " : "", c->beside);
    if (c->disturbed)
        text_add(text, size, ", counted wrongly");
    if (c->more_calls > 0)
        text_add(text, size, "; %" PRIu64 " calls more", c->more_calls);
    if (c->several)
        text_add(text, size, ", an arc in several records");
}

static void describe_profile(const struct event *event, char *text, size_t size)
{
    static const char *const words[] = {
        [FILE_ABSENT] = "no gmon.out",
        [FILE_EMPTY] = "an empty gmon.out",
        [FILE_UNREADABLE] = "a gmon.out that can't be read",
        [FILE_OTHER_NAME] = "by the prefix: ",
        [FILE_WRITTEN] = "",
    };
    struct gmon_counts c;

    if (event->value < 0 || event->value > FILE_WRITTEN) {
        snprintf(text, size, "anything");
        return;
    }
    snprintf(text, size, "%s", words[event->value]);
    if (!file_has_contents(event->value) || event->bytes == NULL)
        return;
    memcpy(&c, event->bytes, sizeof c);
    if (c.low == 0 && c.high == 0) {
        text_add(text, size, "a gmon.out without a histogram");
    } else {
        text_add(text, size, "0x%" PRIx64 " to 0x%" PRIx64 "%s, ", c.low,
                 c.high, c.cut ? " or less" : "");
        put_ticks(&c, text, size);
    }
    put_calls(&c, text, size);
}

static void put_value(const struct test_case *c, const struct event *event,
                      size_t position, char *text, size_t size)
{
    if (event == NULL)
        snprintf(text, size, "nothing more");
    else if (event->kind == EVENT_CALL)
        describe_call(event, text, size);
    else if (event->kind == EVENT_BUFFER && position == DESCRIBE_WHOLE)
        snprintf(text, size, "%s",
                 event->computed ? "filled as by some 16-bit scale"
                                 : "filled as by no 16-bit scale");
    else if (describe_untouched(c, event, position))
        snprintf(text, size, "untouched");
    else if (event->kind == EVENT_BUFFER)
        describe_byte(c, event, position, text, size);
    else if (event->kind == EVENT_FILE)
        describe_file(event, text, size);
    else if (event->kind == EVENT_PROFILE)
        describe_profile(event, text, size);
    else
        snprintf(text, size, "%s", words_for(event->kind, event->value));
}

void describe_value(const struct test_case *c, const struct event *event,
                    size_t position, char *text, size_t size)
{
    put_value(c, event, position, text, size);
    text_mark_cut(text, size);
}

bool describe_same_buffer(const struct event *a, const struct event *b)
{
    return a->kind == EVENT_BUFFER && b->kind == EVENT_BUFFER &&
           a->process == b->process && a->op == b->op &&
           a->buffer == b->buffer && a->bytes && b->bytes && a->size == b->size;
}

bool describe_comparable(const struct event *a, const struct event *b)
{
    return describe_same_buffer(a, b) && !a->undetermined && !b->undetermined;
}

static const struct event *event_at(const struct outcome *outcome, size_t i)
{
    return i < outcome->count ? &outcome->events[i] : NULL;
}

/* The first byte in which two buffers differ, of those that are compared. */
static size_t first_compared_byte(const struct event *a, const struct event *b)
{
    size_t i = 0, unknown = SCRIPT_ZONE;

    if (a == NULL || b == NULL || a->kind != EVENT_BUFFER ||
        b->kind != EVENT_BUFFER || a->bytes == NULL || b->bytes == NULL)
        return 0;
    if (a->undetermined || b->undetermined)
        unknown = a->size - SCRIPT_ZONE;
    while (i < a->size && i < b->size &&
           (a->bytes[i] == b->bytes[i] || (i >= SCRIPT_ZONE && i < unknown)))
        i++;
    return i == a->size ? DESCRIBE_WHOLE : i;
}

size_t describe_alike(const unsigned char *a, const unsigned char *b,
                      size_t size)
{
    size_t n = 0;

    while (n + sizeof(uint64_t) <= size && memcmp(a + n, b + n, 8) == 0)
        n += sizeof(uint64_t);
    return n;
}

size_t describe_zeros(const unsigned char *bytes, size_t size)
{
    static const unsigned char zeros[SCRIPT_ZONE];

    return describe_alike(bytes, zeros,
                          size < sizeof zeros ? size : sizeof zeros);
}

static uint64_t sum_of(const struct script *script, const unsigned char *bytes,
                       size_t size, unsigned width)
{
    uint64_t sum = 0;

    for (size_t at = 0; at + width <= size;) {
        size_t none = describe_zeros(bytes + at, size - at);

        if (none == 0)
            sum += describe_counter(script, bytes + at, width);
        at += none ? none : width;
    }
    return sum;
}

/* The ticks in all buffers of an outcome.  False where that is not known. */
static bool ticks_in(const struct test_case *c, const struct outcome *outcome,
                     uint64_t *sum)
{
    unsigned widths[SCRIPT_BUFFERS] = {0};

    *sum = 0;
    for (size_t k = 0; k < outcome->count; k++) {
        const struct event *e = &outcome->events[k];

        if (e->kind != EVENT_BUFFER)
            continue;
        if (!e->bytes || e->undetermined)
            return false;
        if (!widths[e->buffer])
            widths[e->buffer] = test_case_width_of(c, e->buffer);
        *sum += sum_of(&c->script, e->bytes + SCRIPT_ZONE,
                       e->size - 2 * SCRIPT_ZONE, widths[e->buffer]);
    }
    return true;
}

static void note_ticks(struct divergence *d, const struct outcome *permitted)
{
    uint64_t here, there;

    if (!ticks_in(d->c, d->observed, &here) ||
        !ticks_in(d->c, permitted, &there))
        d->counted |= COUNTED_UNKNOWN;
    else
        d->counted |= here < there   ? COUNTED_FEWER
                      : here > there ? COUNTED_MORE
                                     : COUNTED_AS_MANY;
}

void values_add(struct values *values, const char *words)
{
    for (unsigned k = 0; k < values->count; k++)
        if (strcmp(values->words[k], words) == 0)
            return;
    if (values->count == DESCRIBE_VALUES)
        values->more = true;
    else
        snprintf(values->words[values->count++], sizeof values->words[0], "%s",
                 words);
}

/* Between alternatives: commas, where none has one itself. */
static const char *between(const struct values *values)
{
    for (unsigned k = 0; k < values->count; k++)
        if (strchr(values->words[k], ','))
            return " / ";
    return values->count > 2 ? ", " : " or ";
}

void values_put(const struct values *values, char *text, size_t size)
{
    const char *mark = between(values);

    text_add(text, size, "%s", values->count > 2 ? "any of: " : "");
    for (unsigned k = 0; k < values->count; k++)
        text_add(text, size, "%s%s", k == 0 ? "" : mark, values->words[k]);
    if (values->more)
        text_add(text, size, "%s...", mark);
    text_mark_cut(text, size);
}

size_t describe_counter_start(const struct test_case *c, unsigned buffer,
                              size_t position)
{
    unsigned width = test_case_width_of(c, buffer);
    long at = counter_of_byte(position, width) * (long)width;

    return position == DESCRIBE_WHOLE || at + SCRIPT_ZONE < 0
               ? position
               : (size_t)(at + SCRIPT_ZONE);
}

bool outcomes_die_alike(const struct outcome *a, const struct outcome *b)
{
    const struct event *x = a->count ? &a->events[a->count - 1] : NULL;
    const struct event *y = b->count ? &b->events[b->count - 1] : NULL;

    return x && y && x->kind == EVENT_CRASH && y->kind == EVENT_CRASH &&
           x->op == y->op;
}

void divergence_add(struct divergence *d, const struct outcome *permitted)
{
    ptrdiff_t event = outcome_difference(permitted, d->observed);
    char words[sizeof d->permitted.words[0]];

    if (event < 0)
        return;
    d->dies = d->dies || outcomes_die_alike(permitted, d->observed);
    note_ticks(d, permitted);

    const struct event *here = event_at(permitted, (size_t)event);
    size_t position =
        first_compared_byte(here, event_at(d->observed, (size_t)event));
    if (here != NULL && here->kind == EVENT_BUFFER)
        position = describe_counter_start(d->c, here->buffer, position);
    if (d->started && ((size_t)event < d->event ||
                       ((size_t)event == d->event && position < d->position)))
        return;
    if (!d->started || (size_t)event > d->event || position > d->position) {
        d->started = true;
        d->event = (size_t)event;
        d->position = position;
        d->permitted.count = 0;
        d->permitted.more = false;
    }
    describe_value(d->c, here, position, words, sizeof words);
    values_add(&d->permitted, words);
}

void diagnose_input(const struct test_case *c, char *text, size_t size)
{
    char words[200];

    *text = '\0';
    for (size_t i = 0; i < c->script.count; i++) {
        put_op(c, i, words, sizeof words);
        if (strlen(text) + strlen(words) + 8 > size) {
            text_add(text, size, "; ...");
            return;
        }
        text_add(text, size, "%s%s", i ? "; " : "", words);
    }
}

const char *describe_link(const struct event *event)
{
    switch (event ? event->kind : EVENT_CALL) {
    case EVENT_BUFFER: return " is";
    case EVENT_FILE:
    case EVENT_PROFILE: return ":";
    default: return "";
    }
}

void diagnose_difference(const struct divergence *d, struct difference *words)
{
    const struct event *got = event_at(d->observed, d->event);
    char subject[200], value[DESCRIBE_VALUE];

    *words = (struct difference){.event = d->event};
    if (!d->started)
        return;
    describe_value(d->c, got, d->position, value, sizeof value);
    if (got == NULL)
        snprintf(subject, sizeof subject, "then");
    else
        describe_subject(d->c, got, d->position, subject, sizeof subject);
    text_add(words->got, sizeof words->got, "%s%s %s", subject,
             describe_link(got), value);
    values_put(&d->permitted, words->permitted, sizeof words->permitted);
}

void diagnose_seen(const struct test_case *c, const struct observation *o,
                   const struct divergence *d, struct difference *words)
{
    if (o->ended == ENDED_NORMALLY) {
        diagnose_difference(d, words);
        return;
    }
    *words = (struct difference){.event = 0};
    diagnose_end(c, o, words->got, sizeof words->got);
}

static bool is_of_list(const struct op *op)
{
    return op->kind == OP_CALL && (op->call.kind == CALL_PROFIL_LIST ||
                                   op->call.kind == CALL_MONITOR_LIST);
}

/* What an operation is called: "profil", "profil of a list", "a tick". */
static void put_operation(const struct test_case *c, size_t op, char *text,
                          size_t size)
{
    char words[160] = "";

    if (op >= c->script.count) {
        text_add(text, size, "the end");
    } else if (c->script.ops[op].kind == OP_TICKS) {
        text_add(text, size, "a tick");
    } else if (c->script.ops[op].kind == OP_SWEEP) {
        text_add(text, size, "a sweep");
    } else {
        test_case_print_op(c, op, words, sizeof words);
        text_add(text, size, "%.*s%s", (int)strcspn(words, " :"), words,
                 is_of_list(&c->script.ops[op]) ? " of a list" : "");
    }
}

/* How many ticks were counted, and after which call: what distinguishes one
 * wrong counter from another. */
static void put_counter(const struct divergence *d, const struct event *got,
                        char *text, size_t size)
{
    size_t call = got->op < d->c->script.count ? got->op : d->c->script.count;

    while (call > 0 && d->c->script.ops[call - 1].kind != OP_CALL)
        call--;
    if (d->position != DESCRIBE_WHOLE &&
        (d->position < SCRIPT_ZONE || d->position >= got->size - SCRIPT_ZONE)) {
        text_add(text, size, "memory beside a buffer");
        return;
    }
    text_add(text, size, "%s",
             d->counted == COUNTED_FEWER     ? "too few, "
             : d->counted == COUNTED_MORE    ? "too many, "
             : d->counted == COUNTED_AS_MANY ? "elsewhere, "
             : call                          ? "a counter after "
                                             : "a counter");
    if (got->process)
        text_add(text, size, "a fork");
    else if (call)
        put_operation(d->c, call - 1, text, size);
}

/* What kind of thing is wrong: "a counter", "what profil returned". */
static void put_kind(const struct divergence *d, char *text, size_t size)
{
    static const char *const kinds[] = {
        [EVENT_SWEEP] = "where the ticks of a sweep are counted",
        [EVENT_SLEEP] = "what a sleep counted",
        [EVENT_CALLER] = "the caller's state",
        [EVENT_CHILD] = "the end of a child",
        [EVENT_EXEC] = "what exec left",
        [EVENT_FILE] = "the file",
        [EVENT_RATE] = "the rate in the file",
        [EVENT_PROFILE] = "the profile",
        [EVENT_HEADER] = "the header of the profile",
        [EVENT_SAID] = "the standard error output",
        [EVENT_CRASH] = "the end of the process",
    };
    const struct event *got = event_at(d->observed, d->event);

    if (!d->started || got == NULL)
        text_add(text, size, "the end of the case");
    else if (got->kind == EVENT_BUFFER)
        put_counter(d, got, text, size);
    else if (got->kind != EVENT_CALL)
        text_add(text, size, "%s", kinds[got->kind]);
    else if (got->value == 0 && got->fast == TIME_WRONG)
        text_add(text, size, "the distance of ticks with PROF_FAST");
    else {
        text_add(text, size, "what ");
        put_operation(d->c, got->op, text, size);
        text_add(text, size, " returned");
    }
}

/* Whether it ended before its first operation, when the implementation was
 * opened: else a death is an event, and no buffer is what hangs. */
static bool was_opened(const struct test_case *c, const struct observation *o)
{
    return o->op > 0 || o->outcome.count > 0 || observation_unanswered(o) ||
           (o->ended == ENDED_TIMEOUT && c->script.count > 0 &&
            c->script.ops[0].kind != OP_BUFFER);
}

void diagnose_like(const struct test_case *c, const struct observation *o,
                   const struct divergence *d, char *text, size_t size)
{
    bool died_later = d && d->dies && event_at(d->observed, d->event) &&
                      event_at(d->observed, d->event)->kind == EVENT_CALL;

    if (o->ended == ENDED_NORMALLY || died_later) {
        snprintf(text, size, "unexplained: ");
        put_kind(d, text, size);
        return;
    }
    if (o->ended == ENDED_FORGED) {
        snprintf(text, size, "forged: the process of a case");
        return;
    }
    snprintf(text, size, "%s",
             o->ended == ENDED_TIMEOUT  ? "timeout: "
             : o->ended == ENDED_SIGNAL ? "killed: "
                                        : "exited: ");
    if (was_opened(c, o))
        put_operation(c, o->op, text, size);
    else
        text_add(text, size, "its opening");
}

void diagnose_end(const struct test_case *c, const struct observation *o,
                  char *text, size_t size)
{
    char where[170] = "at the end of the case", words[160];

    if (!was_opened(c, o)) {
        strcpy(where, "at its opening");
    } else if (o->op < c->script.count) {
        put_op(c, o->op, words, sizeof words);
        snprintf(where, sizeof where, "in `%s`", words);
    }
    if (o->ended == ENDED_SIGNAL)
        snprintf(text, size, "killed by SIG%s %s",
                 sigabbrev_np(o->status) ? sigabbrev_np(o->status) : "?",
                 where);
    else if (o->ended == ENDED_EXIT)
        snprintf(text, size, "exited with status %d %s", o->status, where);
    else if (o->ended == ENDED_FORGED)
        snprintf(text, size, "its process reported something impossible");
    else
        snprintf(text, size, "still running %s after its time limit", where);
}
