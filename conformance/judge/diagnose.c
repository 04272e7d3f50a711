/* SPDX-License-Identifier: MIT */
#include "diagnose.h"

#include <string.h>

#include "describe.h"
#include "text.h"

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

/* The ticks in all buffers of an outcome.  False where that is not known. */
static bool ticks_in(const struct test_case *c, const struct outcome *outcome,
                     uint64_t *sum)
{
    unsigned width = test_case_width(c);

    *sum = 0;
    for (size_t k = 0; k < outcome->count; k++) {
        const struct event *e = &outcome->events[k];

        if (e->kind != EVENT_BUFFER)
            continue;
        if (!e->bytes || e->undetermined)
            return false;
        for (size_t at = SCRIPT_ZONE; at + width + SCRIPT_ZONE <= e->size;
             at += width)
            *sum += describe_counter(&c->script, e->bytes + at, width);
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

void divergence_add(struct divergence *d, const struct outcome *permitted)
{
    ptrdiff_t event = outcome_difference(permitted, d->observed);
    char words[sizeof d->permitted[0]];

    if (event < 0)
        return;
    note_ticks(d, permitted);

    const struct event *here = event_at(permitted, (size_t)event);
    size_t position =
        first_compared_byte(here, event_at(d->observed, (size_t)event));
    if (d->started && ((size_t)event < d->event ||
                       ((size_t)event == d->event && position < d->position)))
        return;
    if (!d->started || (size_t)event > d->event || position > d->position) {
        d->started = true;
        d->event = (size_t)event;
        d->position = position;
        d->count = 0;
    }
    describe_value(d->c, here, position, words, sizeof words);
    for (unsigned i = 0; i < d->count; i++)
        if (strcmp(d->permitted[i], words) == 0)
            return;
    if (d->count < sizeof d->permitted / sizeof d->permitted[0])
        strcpy(d->permitted[d->count++], words);
}

void diagnose_input(const struct test_case *c, char *text, size_t size)
{
    char words[200];

    *text = '\0';
    for (size_t i = 0; i < c->script.count; i++) {
        test_case_print_op(c, i, words, sizeof words);
        if (strlen(text) + strlen(words) + 8 > size) {
            text_add(text, size, "; ...");
            return;
        }
        text_add(text, size, "%s%s", i ? "; " : "", words);
    }
}

void diagnose_difference(const struct divergence *d, struct difference *words)
{
    const struct event *got = event_at(d->observed, d->event);
    char subject[200], value[96];

    *words = (struct difference){{0}, {0}};
    if (!d->started)
        return;
    describe_value(d->c, got, d->position, value, sizeof value);
    if (got == NULL)
        snprintf(subject, sizeof subject, "then");
    else
        describe_subject(d->c, got, d->position, subject, sizeof subject);
    text_add(words->got, sizeof words->got, "%s%s %s", subject,
             got != NULL && got->kind == EVENT_BUFFER ? " is" : "", value);
    for (unsigned i = 0; i < d->count; i++)
        text_add(words->permitted, sizeof words->permitted, "%s%s",
                 i ? " or " : "", d->permitted[i]);
}

void diagnose_seen(const struct test_case *c, const struct observation *o,
                   const struct divergence *d, struct difference *words)
{
    if (o->ended == ENDED_NORMALLY) {
        diagnose_difference(d, words);
        return;
    }
    *words = (struct difference){{0}, {0}};
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
    } else {
        test_case_print_op(c, op, words, sizeof words);
        text_add(text, size, "%.*s%s", (int)strcspn(words, " :"), words,
                 is_of_list(&c->script.ops[op]) ? " of a list" : "");
    }
}

/* How many ticks were counted, and after which call: what tells one wrong
 * counter from another. */
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
        [EVENT_SWEEP] = "how a computed scale maps",
        [EVENT_SLEEP] = "what a sleep counted",
        [EVENT_CALLER] = "the caller's state",
        [EVENT_CHILD] = "the end of a child",
        [EVENT_EXEC] = "what exec left",
        [EVENT_FILE] = "the file",
        [EVENT_RATE] = "the rate in the file",
        [EVENT_PROFILE] = "the profile",
        [EVENT_HEADER] = "the header of the profile",
        [EVENT_SAID] = "what was said",
        [EVENT_CRASH] = "the end of the process",
    };
    const struct event *got = event_at(d->observed, d->event);

    if (!d->started || got == NULL)
        text_add(text, size, "the end of the case");
    else if (got->kind == EVENT_BUFFER)
        put_counter(d, got, text, size);
    else if (got->kind != EVENT_CALL)
        text_add(text, size, "%s", kinds[got->kind]);
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
    return o->op > 0 || o->outcome.count > 0 ||
           (o->ended == ENDED_TIMEOUT && c->script.count > 0 &&
            c->script.ops[0].kind != OP_BUFFER);
}

void diagnose_like(const struct test_case *c, const struct observation *o,
                   const struct divergence *d, char *text, size_t size)
{
    if (o->ended == ENDED_NORMALLY) {
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
    char where[160] = "the end of the case";

    if (!was_opened(c, o))
        strcpy(where, "its opening");
    else if (o->op < c->script.count)
        test_case_print_op(c, o->op, where, sizeof where);
    if (o->ended == ENDED_SIGNAL)
        snprintf(text, size, "killed by SIG%s in `%s`",
                 sigabbrev_np(o->status) ? sigabbrev_np(o->status) : "?",
                 where);
    else if (o->ended == ENDED_EXIT)
        snprintf(text, size, "exited with status %d in `%s`", o->status, where);
    else if (o->ended == ENDED_FORGED)
        snprintf(text, size, "its process told what can't be so");
    else
        snprintf(text, size, "still running in `%s` after its time limit",
                 where);
}
