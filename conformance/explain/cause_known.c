/* SPDX-License-Identifier: MIT */
/* What else does what was observed: known choices, known systems. */
#include <stdlib.h>
#include <string.h>

#include "cause_state.h"
#include "conformance/base/terminal.h"
#include "conformance/identify/identify_match.h"
#include "conformance/inference/latitude.h"
#include "conformance/judge/diagnose.h"
#include "conformance/judge/sentence.h"

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
        choice_set set = box->of[r] & latitude_choices(dialect, r);

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
        cause_print_samples(s->dialect, s->c, seen, slot->position, &sets,
                            s->out);
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

        if (latitude_forbidden(s->dialect, &boxes->boxes[i]) != forbidden)
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
    for (unsigned k = 0; *rule >= 0 && k < rule_table[*rule].count; k++)
        for (size_t n = 0; n < cause->found_count; n++)
            if (strcmp(choice_table[rule_table[*rule].first + k].name,
                       cause->found[n]) == 0)
                set |= (choice_set)(1u << k);
    return set;
}

void cause_print_given(struct inquiry *s)
{
    struct question question = *latitude_permitted(s->dialect);
    const struct box *box = NULL;
    struct explanations found = {0};
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
    if (evaluate(&s->workspace, s->c, s->observed, &question, &found, NULL,
                 NULL))
        box = latitude_simplest(s->dialect, &found.boxes, NULL);
    if (box)
        print_defects_samples(s, box);
    free(found.boxes.boxes);
}

/* The fewest known defects that lead to all that was observed. */
void cause_print_defects(struct inquiry *s)
{
    struct choice_sets all = choices_known();
    const struct box *box = NULL;
    struct explanations found = {0};

    for (unsigned budget = 1; budget <= DEFECTS && !box; budget++) {
        struct question question = latitude_known(s->dialect, &all, budget);

        free(found.boxes.boxes);
        if (!evaluate(&s->workspace, s->c, s->observed, &question, &found, NULL,
                      NULL))
            found.boxes.count = 0;
        box_list_merge(&found.boxes);
        box = latitude_simplest(s->dialect, &found.boxes, NULL);
    }
    if (box)
        print_boxes(s, &found.boxes, latitude_forbidden(s->dialect, box));
    else
        fputs("explained by: no known choices\n", s->out);
    free(found.boxes.boxes);
}

/* enum system_calls: the interface that a case is about. */
static unsigned cause_known_calls_of(const struct test_case *c)
{
    for (size_t k = 0; k < c->script.count; k++)
        if (c->script.ops[k].kind == OP_CALL &&
            c->script.ops[k].call.kind == CALL_SPROFIL)
            return SYSTEM_CALLS_SPROFIL;
    return SYSTEM_CALLS_PROFIL;
}

void cause_print_systems(struct inquiry *s)
{
    struct identify_case row = {
        .c = s->c, .observation = *s->observation, .asked = true};
    struct identity identity = {.cases = &row, .count = 1};
    unsigned count = 0;

    for (int k = 0; k < SYSTEMS; k++) {
        if (!(system_table[k].calls & cause_known_calls_of(s->c)))
            continue;

        struct choice_sets sets = identity_system(
            (enum system)k,
            dialect_permission(s->dialect, RETURN_ON_SUCCESS_NONE) != DECIDED);

        unsigned char says;
        struct identity_match match = {.says = &says};

        if (identity_weigh(&identity, &sets, &match) && match.contradicts == 0)
            fprintf(s->out, "%s%s", count++ ? ", " : "as it is done by: ",
                    system_table[k].name);
    }
    fputs(count ? "\n" : "", s->out);
}
