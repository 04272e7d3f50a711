/* SPDX-License-Identifier: MIT */
#include "first_line.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/inference/latitude.h"
#include "conformance/judge/describe.h"

enum { FIRST_VALUES = 4 /* values that are told */ };

/* Where an outcome and a trace part. */
struct parting {
    unsigned line; /* 0: nowhere */
    size_t event;
    size_t position; /* of a buffer: the byte; or DESCRIBE_WHOLE */
    bool itself;
};

struct line_search {
    const struct test_case *c;
    const struct traced *traced;
    struct parting best;
    unsigned values;
    char value[FIRST_VALUES][96];
};

/* Whether the two are one buffer at one end, and bytes of it are told. */
static bool same_buffer(const struct event *a, const struct event *b)
{
    return a->kind == EVENT_BUFFER && b->kind == EVENT_BUFFER &&
           a->process == b->process && a->op == b->op &&
           a->buffer == b->buffer && a->bytes && b->bytes && a->size == b->size;
}

/* The first byte that differs in some; to: there is none. */
static size_t byte_between(const struct event *a, const struct event *b,
                           size_t from, size_t to)
{
    while (from < to && a->bytes[from] == b->bytes[from])
        from++;
    return from;
}

/* Whether a line of its own tells of the byte. */
static bool is_told(const struct traced *traced, size_t event, size_t byte)
{
    for (size_t k = 0; k < traced->span_count; k++) {
        const struct trace_span *span = &traced->spans[k];

        if (span->event == event && span->from <= byte && byte < span->to)
            return true;
    }
    return false;
}

/* The first line that tells bytes of that event, or of a later one; or: no line
 * does. */
static unsigned first_told(const struct traced *traced, size_t event,
                           bool later, unsigned or)
{
    unsigned line = 0;

    for (size_t k = 0; k < traced->span_count; k++) {
        const struct trace_span *span = &traced->spans[k];

        if ((span->event == event || (later && span->event > event)) &&
            (!line || span->line < line))
            line = span->line;
    }
    return line ? line : or ;
}

/* Where two buffers part: at the first line that tells of a byte in which they
 * do; where no line does, at the case's last. */
static struct parting part_buffers(const struct line_search *s,
                                   const struct event *permitted,
                                   const struct event *seen, size_t event)
{
    struct parting p = {s->traced->end, event, DESCRIBE_WHOLE, false};
    bool counted = !permitted->undetermined && !seen->undetermined;

    if (!counted)
        p.line = first_told(s->traced, event, false, p.line);
    for (size_t k = 0; k < s->traced->span_count; k++) {
        const struct trace_span *span = &s->traced->spans[k];
        size_t byte;

        if (span->event != event ||
            (p.position != DESCRIBE_WHOLE && span->line >= p.line))
            continue;
        byte = byte_between(permitted, seen, span->from, span->to);
        if (byte < span->to &&
            (counted || byte < SCRIPT_ZONE || byte >= seen->size - SCRIPT_ZONE))
            p = (struct parting){span->line, event, byte, span->counter};
    }
    for (size_t byte = 0;
         counted && p.position == DESCRIBE_WHOLE && byte < seen->size; byte++)
        if (permitted->bytes[byte] != seen->bytes[byte] &&
            !is_told(s->traced, event, byte))
            p.position = byte;
    return p;
}

/* Whether two events are of one kind and operation, so that those after them
 * can be compared, too. */
static bool same_place(const struct event *a, const struct event *b)
{
    return a->kind == b->kind && a->process == b->process && a->op == b->op &&
           a->buffer == b->buffer;
}

/* Where an outcome and the trace part.  Their lines may be in any
 * order, and counters may be told before a later call: the first line counts. */
static struct parting part_lines(const struct line_search *s,
                                 const struct outcome *permitted)
{
    const struct outcome *seen = &s->traced->observation.outcome;
    struct parting first = {0}, here;
    size_t k = 0;

    for (; k < permitted->count && k < seen->count; k++) {
        const struct event *a = &permitted->events[k], *b = &seen->events[k];
        bool buffers = same_buffer(a, b);

        if (a->kind == EVENT_ANYTHING)
            return first;
        if (event_agrees(a, b))
            continue;
        here = (struct parting){s->traced->lines[k], k, 0, true};
        if (buffers)
            here = part_buffers(s, a, b, k);
        else if (a->kind == EVENT_CRASH)
            here.line = first_told(s->traced, k, true, here.line);
        if (!first.line || here.line < first.line)
            first = here;
        if (!buffers && !same_place(a, b))
            return first;
    }
    if (first.line || (permitted->count == k && seen->count == k) ||
        (k < permitted->count && permitted->events[k].kind == EVENT_ANYTHING))
        return first;
    return (struct parting){k < seen->count ? s->traced->lines[k]
                                            : s->traced->end,
                            k, 0, k < seen->count};
}

static void note_line_value(struct line_search *s, const struct event *event,
                            size_t position)
{
    char words[sizeof s->value[0]];

    describe_value(s->c, event, position, words, sizeof words);
    for (unsigned k = 0; k < s->values; k++)
        if (strcmp(s->value[k], words) == 0)
            return;
    if (s->values < FIRST_VALUES)
        strcpy(s->value[s->values++], words);
}

static void try_outcome(void *context, const struct outcome *permitted)
{
    struct line_search *s = context;
    struct parting p = part_lines(s, permitted);
    const struct parting *best = &s->best;
    bool further = p.line > best->line;

    if (!p.line || p.line < best->line)
        return;
    if (further || p.event > best->event ||
        (p.event == best->event && p.position > best->position)) {
        s->best = p;
        s->values = 0;
    } else if (p.event < best->event || p.position < best->position) {
        return;
    }
    note_line_value(
        s, p.event < permitted->count ? &permitted->events[p.event] : NULL,
        p.position);
}

/* What was got there, where the line itself does not say it. */
static void describe_got(const struct line_search *s, char *text, size_t size)
{
    const struct outcome *seen = &s->traced->observation.outcome;
    const struct parting *p = &s->best;
    char subject[160] = "then", value[96];
    const struct event *event =
        p->event < seen->count ? &seen->events[p->event] : NULL;

    if (event)
        describe_subject(s->c, event, p->position, subject, sizeof subject);
    describe_value(s->c, event, p->position, value, sizeof value);
    snprintf(text, size, "%s%s %s", subject,
             event && event->kind == EVENT_BUFFER ? " is" : "", value);
}

static void conclude_line(const struct line_search *s, struct first_line *first)
{
    const struct outcome *seen = &s->traced->observation.outcome;
    size_t used = 0;

    first->line = s->best.line;
    first->itself = s->best.itself;
    first->ended = s->best.event < seen->count &&
                   seen->events[s->best.event].kind == EVENT_CRASH;
    describe_got(s, first->got, sizeof first->got);
    for (unsigned k = 0; k < s->values && used < sizeof first->permitted; k++)
        used += (size_t)snprintf(first->permitted + used,
                                 sizeof first->permitted - used, "%s%s",
                                 k ? " or " : "", s->value[k]);
}

bool first_find(enum dialect dialect, const struct test_case *c,
                const struct traced *traced, struct first_line *first)
{
    struct workspace *w = calloc(1, sizeof *w);
    struct question question = *latitude_permitted(dialect);
    struct line_search s = {.c = c, .traced = traced};
    struct explanations found = {0};
    bool good = w && workspace_fit(w, c) &&
                evaluate(w, c, &traced->observation.outcome, &question, &found,
                         try_outcome, &s);

    *first = (struct first_line){0};
    if (good && found.boxes.count == 0)
        conclude_line(&s, first);
    free(found.boxes.boxes);
    if (w)
        workspace_free(w);
    free(w);
    return good;
}
