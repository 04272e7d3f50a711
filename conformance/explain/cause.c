/* SPDX-License-Identifier: MIT */
#include "cause_state.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/inference/latitude.h"
#include "conformance/judge/diagnose.h"
#include "reference/sentences.h"

/* The choices of one run, each alone; those it did not ask, as allowed. */
static struct choice_sets sets_of_run(const struct choices *run)
{
    struct choice_sets sets = run->allowed;

    for (unsigned r = 0; r < RULES; r++)
        if (rule_set_has(run->asked, r))
            sets.of[r] = choice_bit((enum choice)run->made[r]);
    return sets;
}

/* Whether two events can be compared counter by counter. */
static bool both_buffers(const struct event *a, const struct event *b)
{
    return a->kind == EVENT_BUFFER && b->kind == EVENT_BUFFER && a->bytes &&
           b->bytes && a->buffer == b->buffer && a->process == b->process &&
           a->op == b->op && a->size == b->size && !a->undetermined &&
           !b->undetermined;
}

static size_t slots_of(const struct inquiry *s, const struct event *event)
{
    return event->kind == EVENT_BUFFER && event->bytes
               ? (event->size + s->width - 1) / s->width
               : 1;
}

static bool slot_agrees(const struct inquiry *s, const struct event *a,
                        const struct event *b, size_t slot)
{
    size_t at = slot * s->width, size = s->width;

    if (!both_buffers(a, b))
        return event_agrees(a, b);
    if (a->size - at < size)
        size = a->size - at;
    return memcmp(a->bytes + at, b->bytes + at, size) == 0;
}

static bool run_permitted(struct inquiry *s, bool first)
{
    if (first) {
        struct question question = *latitude_permitted(s->dialect);

        s->runs_left = 20000000 / evaluate_cost(&s->c->script) + 1;
        choices_begin(&s->workspace.choices, &question.allowed);
    } else if (s->runs_left-- == 0 || !choices_next(&s->workspace.choices)) {
        return false;
    }
    model_run(&s->workspace.model, &s->c->script, &s->workspace.choices,
              &s->workspace.outcome, s->workspace.arena,
              s->workspace.arena_size);
    return true;
}

/* The event of the run at hand in the place of an observed one; null: it has
 * none there. */
static const struct event *event_there(const struct inquiry *s, size_t k)
{
    const struct outcome *outcome = &s->workspace.outcome;

    return k < outcome->count ? &outcome->events[k] : NULL;
}

static void compare_run(struct inquiry *s)
{
    size_t differ = s->workspace.outcome.count != s->observed->count;

    for (size_t k = 0; k < s->observed->count; k++) {
        const struct event *seen = &s->observed->events[k];
        const struct event *run = event_there(s, k);

        for (size_t slot = 0; slot < slots_of(s, seen); slot++) {
            if (run && slot_agrees(s, seen, run, slot))
                s->right[k][slot] = 1;
            else
                differ++;
        }
    }
    if (differ == 0)
        s->permitted = true;
    if (differ < s->fewest) {
        s->fewest = differ;
        s->nearest = sets_of_run(&s->workspace.choices);
    }
}

/* A worse one first: an event before a counter, then by distance. */
static bool is_worse(const struct slot *a, const struct slot *b)
{
    if ((a->position == DESCRIBE_WHOLE) != (b->position == DESCRIBE_WHOLE))
        return a->position == DESCRIBE_WHOLE;
    return a->distance > b->distance;
}

static void add_wrong(struct inquiry *s, const struct slot *slot)
{
    unsigned at = s->shown < WRONG ? s->shown : WRONG - 1;

    s->total++;
    if (s->shown == WRONG && !is_worse(slot, &s->wrong[at].slot))
        return;
    for (; at > 0 && is_worse(slot, &s->wrong[at - 1].slot); at--)
        s->wrong[at] = s->wrong[at - 1];
    s->wrong[at] = (struct wrong){.slot = *slot};
    s->shown += s->shown < WRONG;
}

/* What is wrong: values that no permitted run has; where each by itself is
 * permitted, those in which the nearest run differs, which is at hand. */
static void find_wrong(struct inquiry *s, bool by_nearest)
{
    for (size_t k = 0; k < s->observed->count; k++) {
        const struct event *seen = &s->observed->events[k];
        const struct event *run = event_there(s, k);

        for (size_t n = 0; n < slots_of(s, seen); n++) {
            struct slot slot = {k, DESCRIBE_WHOLE, 0};

            if (by_nearest ? run && slot_agrees(s, seen, run, n)
                           : s->right[k][n])
                continue;
            if (run && both_buffers(seen, run)) {
                uint64_t a, b;

                slot.position = n * s->width;
                a = inquiry_counter(s, seen, slot.position);
                b = inquiry_counter(s, run, slot.position);
                slot.distance = a > b ? a - b : b - a;
            }
            add_wrong(s, &slot);
            if (slot.position == DESCRIBE_WHOLE)
                break;
        }
    }
}

/* What an event says in a slot; null: there is no such event. */
static void value_words(const struct inquiry *s, const struct event *event,
                        size_t position, char words[WORDS])
{
    if (event == NULL || event->kind != EVENT_BUFFER)
        describe_value(s->c, event, position, words, WORDS);
    else if (event->bytes == NULL)
        snprintf(words, WORDS, "not mapped");
    else if (position >= event->size)
        snprintf(words, WORDS, "buffer %.15s, of %zu bytes",
                 s->c->names[event->buffer], event->size - 2 * SCRIPT_ZONE);
    else
        describe_value(s->c, event, position, words, WORDS);
}

/* Take note of what the run at hand has in a slot. */
static void note_value(struct inquiry *s, struct wrong *wrong)
{
    const struct event *run = event_there(s, wrong->slot.event);
    struct choice_sets sets = sets_of_run(&s->workspace.choices);
    struct permitted *value = wrong->values;
    char words[WORDS];

    value_words(s, run, wrong->slot.position, words);
    while (value < wrong->values + wrong->count &&
           strcmp(value->words, words) != 0)
        value++;
    if (value == wrong->values + VALUES) {
        wrong->more = true;
        return;
    }
    if (value == wrong->values + wrong->count) {
        wrong->count++;
        value->sets = sets;
        memcpy(value->words, words, sizeof words);
    }
    for (unsigned r = 0; r < RULES; r++)
        value->hull.of[r] |= sets.of[r];
}

/* "with rounding=down, freebsd.profil.3 (sentence ...)": the rules in which only some of
 * the permitted choices lead to a value. */
static void cause_print_choices(const struct inquiry *s,
                                const struct wrong *wrong,
                                const struct permitted *value)
{
    unsigned named = 0;
    char cited[SENTENCE_CITED];

    for (unsigned r = 0; r < RULES && wrong->count > 1; r++) {
        choice_set set = value->hull.of[r];

        if (set == latitude_choices(s->dialect, r))
            continue;
        fprintf(s->out, "%s%s=", named++ ? ", " : ", with ",
                rule_table[r].name);
        for (unsigned k = 0, n = 0; k < rule_table[r].count; k++) {
            enum choice choice = (enum choice)(rule_table[r].first + k);

            if (!(set >> k & 1))
                continue;
            sentence_cite_for(dialect_clause(s->dialect, choice), (enum rule)r,
                              cited, sizeof cited);
            fprintf(s->out, "%s%s, %s", n++ ? ", or " : "",
                    choice_table[choice].name, cited);
        }
    }
}

static void print_wrong(struct inquiry *s, const struct wrong *wrong)
{
    const struct event *seen = &s->observed->events[wrong->slot.event];
    bool counter = wrong->slot.position != DESCRIBE_WHOLE;
    char subject[200], got[WORDS];

    describe_subject(s->c, seen, wrong->slot.position, subject, sizeof subject);
    value_words(s, seen, wrong->slot.position, got);
    fprintf(s->out, "%s: got %s\n", subject, got);
    for (unsigned k = 0; k < wrong->count; k++) {
        const struct permitted *value = &wrong->values[k];

        fprintf(s->out, "  permitted: %s", value->words);
        cause_print_choices(s, wrong, value);
        putc('\n', s->out);
        if (counter &&
            cause_print_samples(s->dialect, s->c, seen, wrong->slot.position,
                                &value->sets, s->out) == 0)
            fputs("    no sample reaches it\n", s->out);
    }
    if (wrong->more)
        fputs("  permitted: other values too\n", s->out);
}

static void explain_wrong(struct inquiry *s)
{
    find_wrong(s, false);
    if (s->total == 0) {
        choices_begin(&s->workspace.choices, &s->nearest);
        model_run(&s->workspace.model, &s->c->script, &s->workspace.choices,
                  &s->workspace.outcome, s->workspace.arena,
                  s->workspace.arena_size);
        fputs("each value is permitted, but not all together; the nearest "
              "permitted differs here:\n",
              s->out);
        find_wrong(s, true);
    }
    for (bool first = true; run_permitted(s, first); first = false)
        for (unsigned k = 0; k < s->shown; k++)
            note_value(s, &s->wrong[k]);
    for (unsigned k = 0; k < s->shown; k++)
        print_wrong(s, &s->wrong[k]);
    if (s->total > s->shown)
        fprintf(s->out, "and %zu more values are wrong\n", s->total - s->shown);
}

static bool cause_begin(struct inquiry *s)
{
    s->right = calloc(s->observed->count + 1, sizeof *s->right);
    for (size_t k = 0; s->right && k < s->observed->count; k++) {
        s->right[k] = calloc(slots_of(s, &s->observed->events[k]), 1);
        if (!s->right[k])
            return false;
    }
    return s->right && workspace_fit(&s->workspace, s->c);
}

static void explain_outcome(struct inquiry *s)
{
    char text[400];

    for (bool first = true; run_permitted(s, first); first = false)
        compare_run(s);
    if (s->permitted) {
        fputs("all of it is permitted\n", s->out);
        return;
    }
    if (s->observation->ended != ENDED_NORMALLY) {
        diagnose_end(s->c, s->observation, text, sizeof text);
        fprintf(s->out, "%s; permitted: it goes on\n", text);
    } else {
        explain_wrong(s);
    }
    if (s->observation->disturbed)
        fputs("but a tick of its own clock may have slipped in\n", s->out);
    if (s->cause_count)
        cause_print_given(s);
    else
        cause_print_defects(s);
    cause_print_systems(s);
}

bool cause_print(enum dialect dialect, const struct test_case *c,
                 const struct observation *observation,
                 const struct cause *causes, size_t count, FILE *out)
{
    struct inquiry s = {.dialect = dialect,
                        .c = c,
                        .observation = observation,
                        .observed = &observation->outcome,
                        .causes = causes,
                        .cause_count = count,
                        .width = test_case_width(c),
                        .fewest = SIZE_MAX,
                        .out = out};
    bool good = cause_begin(&s);

    if (good && observation->ended == ENDED_TIMEOUT)
        fputs("still running at its time limit\n", out);
    else if (good && observation->ended == ENDED_FORGED)
        fputs("its process told what can't be so\n", out);
    else if (good && observation->ended >= ENDED_UNSUPPORTED)
        fputs("it was not run\n", out);
    else if (good)
        explain_outcome(&s);
    if (good && observation->stray)
        fprintf(out, "%u bytes were written far outside the buffers\n",
                observation->stray);
    if (good && *observation->note)
        fprintf(out, "noted: %s\n", observation->note);
    for (size_t k = 0; s.right && k < s.observed->count; k++)
        free(s.right[k]);
    free(s.right);
    workspace_free(&s.workspace);
    return good;
}
