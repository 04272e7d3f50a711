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
static size_t first_byte(const struct event *a, const struct event *b)
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

void divergence_add(struct divergence *d, const struct outcome *permitted)
{
    ptrdiff_t event = outcome_difference(permitted, d->observed);
    char words[sizeof d->permitted[0]];

    if (event < 0)
        return;

    const struct event *here = event_at(permitted, (size_t)event);
    size_t position = first_byte(here, event_at(d->observed, (size_t)event));
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

void diagnose_difference(const struct divergence *d, char *text, size_t size)
{
    const struct event *got = event_at(d->observed, d->event);
    char subject[200], value[96];

    *text = '\0';
    if (!d->started)
        return;
    describe_value(d->c, got, d->position, value, sizeof value);
    if (got == NULL)
        snprintf(subject, sizeof subject, "then");
    else
        describe_subject(d->c, got, d->position, subject, sizeof subject);
    text_add(text, size, "%s%s %s, permitted ", subject,
             got != NULL && got->kind == EVENT_BUFFER ? " is" : "", value);
    for (unsigned i = 0; i < d->count; i++)
        text_add(text, size, "%s%s", i ? " or " : "", d->permitted[i]);
}

/* "aix.profil.2 requires up", "freebsd.profil.3 permits down or ..." */
static void requirement(enum dialect dialect, enum rule rule, char *text,
                        size_t size)
{
    choice_set decided = dialect_choices(dialect, rule, DECIDED);
    choice_set open = decided | dialect_choices(dialect, rule, PERMITTED);
    bool first = true;

    if (open == 0)
        open = dialect_choices(dialect, rule, UNSPECIFIED);
    for (unsigned k = 0; k < rule_table[rule].count; k++) {
        enum choice choice = (enum choice)(rule_table[rule].first + k);

        if (!(open >> k & 1))
            continue;
        if (first)
            text_add(text, size, "%s %s %s", dialect_clause(dialect, choice),
                     decided ? "requires" : "permits",
                     choice_table[choice].name);
        else
            text_add(text, size, " or %s", choice_table[choice].name);
        first = false;
    }
}

void diagnose_choices(enum dialect dialect, const struct box *box, char *text,
                      size_t size)
{
    *text = '\0';
    for (unsigned r = 0; r < RULES; r++) {
        choice_set forbidden = dialect_choices(dialect, r, FORBIDDEN);

        if (!dialect_has_rule(dialect, r) || (box->of[r] & ~forbidden) != 0)
            continue;
        text_add(text, size, "%s%s is ", *text ? "; " : "", rule_table[r].name);
        for (unsigned k = 0, n = 0; k < rule_table[r].count; k++)
            if (box->of[r] >> k & 1)
                text_add(text, size, "%s%s", n++ ? " or " : "",
                         choice_table[rule_table[r].first + k].name);
        text_add(text, size, ", but ");
        requirement(dialect, r, text, size);
    }
}

void diagnose_end(const struct test_case *c, const struct observation *o,
                  char *text, size_t size)
{
    char where[160] = "the end of the case";

    if (o->op < c->script.count)
        test_case_print_op(c, o->op, where, sizeof where);
    if (o->ended == ENDED_SIGNAL)
        snprintf(text, size, "killed by SIG%s in `%s`",
                 sigabbrev_np(o->status) ? sigabbrev_np(o->status) : "?",
                 where);
    else if (o->ended == ENDED_EXIT)
        snprintf(text, size, "exited with status %d in `%s`", o->status, where);
    else
        snprintf(text, size, "still running in `%s` after its time limit",
                 where);
}
