/* SPDX-License-Identifier: MIT */
#include "causes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/base/plural.h"
#include "conformance/base/terminal.h"
#include "conformance/diagnosis/describe.h"
#include "conformance/diagnosis/evaluate.h"
#include "conformance/diagnosis/permits.h"
#include "explain.h"
#include "identify.h"
#include "reference/sentences.h"
#include "sentence.h"

enum {
    WRONG = 4,   /* values explained of a case */
    VALUES = 12, /* permitted ones given for each */
    COUNTS = 8,  /* counters given of a buffer */
    WORDS = 96
};

/* A place of a value in an outcome: an event, or in a buffer's the byte at
 * which a counter begins. */
struct slot {
    size_t event;
    size_t position;   /* DESCRIBE_WHOLE: the event as such */
    uint64_t distance; /* of what was observed from what is nearest to it */
    bool computed;     /* its counts must be those of some scale */
};

/* A permitted value of a slot, and what the runs that have it chose. */
struct permitted {
    char words[WORDS];
    struct choice_sets hull; /* all of them together */
    struct choice_sets sets; /* the first of them */
};

struct wrong {
    struct slot slot;
    struct permitted values[VALUES];
    unsigned count;
    bool more;
    const struct permitted *nearest; /* if one of them is to be shown alone */
};

struct inquiry {
    enum dialect dialect;
    const struct test_case *c;
    const struct observation *observation;
    const struct outcome *observed;
    const struct cause *causes; /* of the run's diagnosis */
    size_t cause_count;
    unsigned widths[SCRIPT_BUFFERS]; /* bytes of each one's counters */
    struct workspace workspace;
    unsigned char **right; /* for each event, a byte a slot: permitted */
    size_t fewest;         /* slots in which the nearest outcome differs */
    struct choice_sets nearest;
    bool permitted; /* the whole is */
    struct wrong wrong[WRONG];
    unsigned shown;
    size_t total;
    size_t runs_left; /* of the model, before it is enough */
    FILE *out;
};

/* The counter at a byte of a buffer; the byte, where no whole one is left. */
static inline uint64_t inquiry_counter(const struct inquiry *s,
                                       const struct event *e, size_t position)
{
    unsigned width = s->widths[e->buffer];

    if (e->size - position < width)
        width = 1;
    return describe_counter(&s->c->script, e->bytes + position, width);
}

/* The choices of one run, each alone; of rules not consulted, as allowed. */
static struct choice_sets sets_of_run(const struct choices *run)
{
    struct choice_sets sets = run->allowed;

    for (unsigned r = 0; r < RULES; r++)
        if (rule_set_has(run->consulted, r))
            sets.of[r] = choice_bit(run->made[r]);
    return sets;
}

static size_t slots_of(const struct inquiry *s, const struct event *event)
{
    size_t width;

    if (event->kind != EVENT_BUFFER || !event->bytes)
        return 1;
    width = s->widths[event->buffer];
    return (event->size + width - 1) / width;
}

/* How the event of a run meets an observed one: slot by slot, or whole. */
struct meeting {
    bool whole, agrees;
};

static struct meeting meet(const struct event *seen, const struct event *run)
{
    struct meeting m = {.whole = !run || !describe_comparable(seen, run)};

    m.agrees = m.whole && run && event_agrees(seen, run);
    return m;
}

static bool slot_agrees(const struct inquiry *s, const struct meeting *m,
                        const struct event *a, const struct event *b,
                        size_t slot)
{
    size_t size, at;

    if (m->whole)
        return m->agrees;
    size = s->widths[a->buffer];
    at = slot * size;
    if (a->size - at < size)
        size = a->size - at;
    return memcmp(a->bytes + at, b->bytes + at, size) == 0;
}

static bool run_permitted(struct inquiry *s, bool first)
{
    if (first) {
        struct question question = *permits_question(s->dialect);

        s->runs_left = 20000000 / evaluate_cost(&s->c->script) + 1;
        workspace_first(&s->workspace, s->c, &question.allowed);
        return true;
    }
    return s->runs_left-- > 0 && workspace_next(&s->workspace, s->c);
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
        struct meeting meeting = meet(seen, run);

        for (size_t slot = 0; slot < slots_of(s, seen); slot++) {
            if (slot_agrees(s, &meeting, seen, run, slot))
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

/* Where a buffer differs from one of which the model knows only what is around
 * it, and that some scale leads to its counts. */
static void find_undetermined(const struct inquiry *s, const struct event *seen,
                              const struct event *run, struct slot *slot)
{
    size_t byte = 0;

    if (!run->undetermined || !describe_same_buffer(seen, run))
        return;
    while (byte < seen->size &&
           (seen->bytes[byte] == run->bytes[byte] ||
            (byte >= SCRIPT_ZONE && byte < seen->size - SCRIPT_ZONE)))
        byte++;
    if (byte < seen->size)
        slot->position = describe_counter_start(s->c, seen->buffer, byte);
    else
        slot->computed = run->computed != NULL;
}

/* What is wrong: values that no permitted run has; where each by itself is
 * permitted, those in which the nearest run differs, which is at hand. */
static void find_wrong(struct inquiry *s, bool by_nearest)
{
    for (size_t k = 0; k < s->observed->count; k++) {
        const struct event *seen = &s->observed->events[k];
        const struct event *run = event_there(s, k);
        struct meeting meeting = meet(seen, run);

        for (size_t n = 0; n < slots_of(s, seen); n++) {
            struct slot slot = {.event = k, .position = DESCRIBE_WHOLE};

            if (by_nearest ? slot_agrees(s, &meeting, seen, run, n)
                           : s->right[k][n])
                continue;
            if (run && meeting.whole)
                find_undetermined(s, seen, run, &slot);
            if (!meeting.whole) {
                uint64_t a, b;

                slot.position = n * s->widths[seen->buffer];
                a = inquiry_counter(s, seen, slot.position);
                b = inquiry_counter(s, run, slot.position);
                slot.distance = a > b ? a - b : b - a;
            }
            add_wrong(s, &slot);
            if (meeting.whole)
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
    else if (position >= event->size && event->computed)
        snprintf(words, WORDS, "the counts of some 16-bit scale");
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

/* "rounding=down or up by irix.sprofil.4 (sentence ...) or nearest by ...":
 * what one sentence permits together. */
static void put_choices(const struct inquiry *s, unsigned r, choice_set set)
{
    const char *before = "=";

    fputs(rule_table[r].name, s->out);
    for (unsigned k = 0; set >> k; k++) {
        char cited[SENTENCE_CITED] = "", other[SENTENCE_CITED];

        for (unsigned n = k; set >> n; n++) {
            enum choice choice = rule_table[r].first + n;

            if (!(set >> n & 1))
                continue;
            sentence_cite(dialect_clause(s->dialect, choice), r, other,
                          sizeof other);
            if (*cited && strcmp(cited, other) != 0)
                continue;
            memcpy(cited, other, sizeof cited);
            fprintf(s->out, "%s%s", before, choice_table[choice].name);
            set &= (choice_set) ~(1u << n);
            before = " or ";
        }
        if (*cited)
            fprintf(s->out, " by %s", cited);
    }
}

/* The rules in which only some of the permitted choices lead to a value. */
static void cause_print_choices(const struct inquiry *s,
                                const struct wrong *wrong,
                                const struct permitted *value)
{
    const char *before = ", with ";

    for (unsigned r = 0; r < RULES && wrong->count > 1; r++) {
        if (value->hull.of[r] == permits_choices(s->dialect, r))
            continue;
        fputs(before, s->out);
        put_choices(s, r, value->hull.of[r]);
        before = ", ";
    }
}

/* "counts that no 16-bit scale gives: b[0] is 1, b[9] is 2": those of the
 * ticks, beside what the nearest run has before them. */
static void print_counts(struct inquiry *s, const struct slot *slot)
{
    const struct event *seen = &s->observed->events[slot->event], *run;
    char subject[200], value[WORDS];
    size_t shown = 0, others = 0;

    workspace_first(&s->workspace, s->c, &s->nearest);
    run = event_there(s, slot->event);
    fputs("counts that no 16-bit scale gives", s->out);
    for (size_t at = SCRIPT_ZONE;
         run && run->bytes && at < seen->size - SCRIPT_ZONE;
         at += s->widths[seen->buffer]) {
        if (inquiry_counter(s, seen, at) == inquiry_counter(s, run, at))
            continue;
        if (shown == COUNTS) {
            others++;
            continue;
        }
        describe_subject(s->c, seen, at, subject, sizeof subject);
        describe_value(s->c, seen, at, value, sizeof value);
        fprintf(s->out, "%s%s is %s", shown++ ? ", " : ": ", subject, value);
    }
    if (others)
        fprintf(s->out, ", and %zu more", others);
    putc('\n', s->out);
}

static void print_wrong(struct inquiry *s, const struct wrong *wrong)
{
    const struct event *seen = &s->observed->events[wrong->slot.event];
    bool counter = wrong->slot.position != DESCRIBE_WHOLE;
    char subject[200], got[WORDS];

    describe_subject(s->c, seen, wrong->slot.position, subject, sizeof subject);
    value_words(s, seen, wrong->slot.position, got);
    fprintf(s->out, "%s: got ", subject);
    if (wrong->slot.computed)
        print_counts(s, &wrong->slot);
    else
        fprintf(s->out, "%s\n", got);
    for (unsigned k = 0; k < wrong->count; k++) {
        const struct permitted *value = &wrong->values[k];

        if (wrong->nearest && value != wrong->nearest)
            continue;
        fprintf(s->out, "  permitted: %s", value->words);
        cause_print_choices(s, wrong, value);
        putc('\n', s->out);
        if (counter &&
            explain_samples(s->dialect, s->c, seen, wrong->slot.position,
                            &value->sets, s->out) == 0)
            fputs("    no sample changes it\n", s->out);
    }
    if (wrong->more && !wrong->nearest)
        fputs("  permitted: other values too\n", s->out);
}

/* Of each value show what the nearest run has. */
static void keep_nearest(struct inquiry *s)
{
    workspace_first(&s->workspace, s->c, &s->nearest);
    for (unsigned k = 0; k < s->shown; k++) {
        struct wrong *wrong = &s->wrong[k];
        char words[WORDS];

        value_words(s, event_there(s, wrong->slot.event), wrong->slot.position,
                    words);
        for (unsigned n = 0; n < wrong->count; n++)
            if (strcmp(wrong->values[n].words, words) == 0)
                wrong->nearest = &wrong->values[n];
    }
}

static void explain_wrong(struct inquiry *s)
{
    bool by_nearest;

    find_wrong(s, false);
    by_nearest = s->total == 0;
    if (by_nearest) {
        workspace_first(&s->workspace, s->c, &s->nearest);
        fputs("each value is permitted, but not all together; the nearest "
              "permitted differs here:\n",
              s->out);
        find_wrong(s, true);
    }
    for (bool first = true; run_permitted(s, first); first = false)
        for (unsigned k = 0; k < s->shown; k++)
            note_value(s, &s->wrong[k]);
    if (by_nearest)
        keep_nearest(s);
    for (unsigned k = 0; k < s->shown; k++)
        print_wrong(s, &s->wrong[k]);
    if (s->total > s->shown)
        fprintf(s->out, "and %zu more value%s wrong\n", s->total - s->shown,
                s->total - s->shown == 1 ? " is" : "s are");
}

static void cause_begin(struct inquiry *s)
{
    for (unsigned k = 0; k < SCRIPT_BUFFERS; k++)
        s->widths[k] = test_case_width_of(s->c, k);
    s->right = memory_new(s->observed->count, sizeof *s->right);
    for (size_t k = 0; k < s->observed->count; k++)
        s->right[k] = memory_new(slots_of(s, &s->observed->events[k]), 1);
    workspace_fit(&s->workspace, s->c);
}

/* What else does what was observed: known choices, known systems. */

enum {
    EXPLANATIONS = 3, /* given, at most */
    DEFECTS = 2       /* known ones together, at most */
};

/* One choice a rule of a box, a permitted one where it has any. */
static struct choice_sets sets_of_box(enum dialect dialect,
                                      const struct box *box)
{
    struct choice_sets sets = {0};

    for (unsigned r = 0; r < RULES; r++) {
        choice_set set = box->of[r] & permits_choices(dialect, r);

        sets.of[r] = set ? set : box->of[r];
        if (!rule_table[r].free)
            sets.of[r] &= (choice_set)-sets.of[r];
    }
    return sets;
}

/* How the samples came to the worst counter that got some. */
static void print_defects_samples(struct inquiry *s, const struct box *box)
{
    struct choice_sets sets = sets_of_box(s->dialect, box);

    for (unsigned k = 0; k < s->shown; k++) {
        const struct slot *slot = &s->wrong[k].slot;
        const struct event *seen = &s->observed->events[slot->event];

        if (slot->position == DESCRIBE_WHOLE ||
            inquiry_counter(s, seen, slot->position) == 0)
            continue;
        explain_samples(s->dialect, s->c, seen, slot->position, &sets, s->out);
        return;
    }
}

/* Each set of so few known defects, in words; the samples by the first. */
static void print_boxes(struct inquiry *s, const struct box_list *boxes,
                        unsigned forbidden)
{
    char words[EXPLANATIONS][400];
    unsigned count = 0, more = 0;

    for (size_t i = 0; i < boxes->count; i++) {
        char text[sizeof words[0]];
        unsigned k = 0;

        if (permits_forbidden(s->dialect, &boxes->boxes[i]) != forbidden)
            continue;
        sentence_box(s->dialect, &boxes->boxes[i], text, sizeof text);
        while (k < count && strcmp(words[k], text) != 0)
            k++;
        if (k == EXPLANATIONS)
            more++;
        if (k < count || k == EXPLANATIONS)
            continue;
        memcpy(words[count++], text, sizeof text);
        fprintf(s->out, "%s by: %s\n", k ? "or" : "explained", text);
        if (k == 0)
            print_defects_samples(s, &boxes->boxes[i]);
    }
    if (more)
        fputs("or by other known choices\n", s->out);
}

/* The choices of a rule that were found; none: the rule is not known. */
static choice_set found_of(const struct cause *cause, int *rule)
{
    choice_set set = 0;

    *rule = cause->rule ? rule_by_name(cause->rule) : -1;
    for (size_t k = 0; *rule >= 0 && k < cause->found_count; k++) {
        int choice = choice_by_name(*rule, cause->found[k]);

        if (choice >= 0)
            set |= choice_bit(choice);
    }
    return set;
}

static void cause_print_given(struct inquiry *s)
{
    struct question question = *permits_question(s->dialect);
    const struct box *box;
    struct explanations found;
    const char *by = "explained by: ";

    for (size_t k = 0; k < s->cause_count; k++) {
        const struct cause *cause = &s->causes[k];
        int rule;
        choice_set set = found_of(cause, &rule);

        if (set)
            question.allowed.of[rule] = set;
        fputs(cause->rule ? by : "", s->out);
        terminal_clean(cause->sentence, s->out);
        putc('\n', s->out);
        by = cause->rule ? "and by: " : by;
    }
    question.work = 4000000;
    evaluate(&s->workspace, s->c, s->observed, &question, &found, NULL, NULL);
    box = permits_simplest(s->dialect, &found.boxes);
    if (box)
        print_defects_samples(s, box);
    free(found.boxes.boxes);
}

/* The fewest known defects that lead to all that was observed. */
static void cause_print_defects(struct inquiry *s)
{
    struct choice_sets all = choices_known();
    const struct box *box = NULL;
    struct explanations found = {0};

    for (unsigned budget = 1; budget <= DEFECTS && !box; budget++) {
        struct question question = permits_known(s->dialect, &all, budget);

        free(found.boxes.boxes);
        evaluate(&s->workspace, s->c, s->observed, &question, &found, NULL,
                 NULL);
        box_list_merge(&found.boxes);
        box = permits_simplest(s->dialect, &found.boxes);
    }
    if (box)
        print_boxes(s, &found.boxes, permits_forbidden(s->dialect, box));
    else
        fputs("no known defect explains this\n", s->out);
    free(found.boxes.boxes);
}

static void cause_print_systems(struct inquiry *s)
{
    struct identify_case row = {
        .c = s->c, .observation = *s->observation, .probed = true};
    struct identity identity = {.cases = &row, .count = 1};
    bool sprofil = test_case_calls(s->c) >> CALL_SPROFIL & 1;
    unsigned count = 0;

    for (int k = 0; k < SYSTEMS; k++) {
        if (!(system_table[k].calls &
              (sprofil ? SYSTEM_CALLS_SPROFIL : SYSTEM_CALLS_PROFIL)))
            continue;

        struct choice_sets sets = identity_system(
            k,
            dialect_permission(s->dialect, RETURN_ON_SUCCESS_NONE) != DECIDED);

        unsigned char says;
        struct identity_match match = {.says = &says};

        identity_weigh(&identity, &sets, &match);
        if (match.contradicts == 0)
            fprintf(s->out, "%s%s", count++ ? ", " : "known to do the same: ",
                    system_table[k].name);
    }
    fputs(count ? "\n" : "", s->out);
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

void cause_print(enum dialect dialect, const struct test_case *c,
                 const struct observation *observation,
                 const struct cause *causes, size_t count, FILE *out)
{
    struct inquiry s = {.dialect = dialect,
                        .c = c,
                        .observation = observation,
                        .observed = &observation->outcome,
                        .causes = causes,
                        .cause_count = count,
                        .fewest = SIZE_MAX,
                        .out = out};

    cause_begin(&s);
    if (observation->ended == ENDED_TIMEOUT)
        fputs("still running at its time limit\n", out);
    else if (observation->ended == ENDED_FORGED)
        fputs("its process reported something impossible\n", out);
    else if (observation->ended >= ENDED_UNSUPPORTED)
        fputs("it was not run\n", out);
    else
        explain_outcome(&s);
    if (observation->stray)
        fprintf(out, "%u byte%s written far outside the buffers\n",
                observation->stray, plural_was(observation->stray));
    if (*observation->note)
        fprintf(out, "noted: %s\n", observation->note);
    for (size_t k = 0; k < s.observed->count; k++)
        free(s.right[k]);
    free(s.right);
    workspace_free(&s.workspace);
}
