/* SPDX-License-Identifier: MIT */
#include "judge_state.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/diagnosis/distorted.h"
#include "conformance/diagnosis/permits.h"
#include "conformance/diagnosis/text.h"
#include "sentence.h"

enum {
    WORK = 4000000, /* ticks to run the model for, within the diagnosis */
    COMPARED = 16   /* behaviours that two cases are compared by, at most */
};

/* One case being judged. */
struct case_judged {
    enum dialect dialect;
    const struct test_case *c;
    const struct test_case *changed; /* what the distortions make of it; or
                                      the same */
    unsigned char changing;          /* bits: those that make it of it */
    const struct observation *observation;
    struct side *side;
    const struct sighting *row; /* of it in the evidence; null: there is none */
    unsigned char distorted;    /* bits: those that are behind it */
    struct explanations permitted; /* within what the dialect lets pass */
    struct explanations *found;    /* within the diagnosis */
    bool explained;                /* found, and by its behaviours */
    struct divergence *divergence; /* where nothing permitted agrees */
};

static const struct hypothesis *best_of(const struct case_judged *h)
{
    return &h->side->diagnosis.best;
}

static void note_difference(void *context, const struct outcome *outcome)
{
    divergence_add(context, outcome);
}

static size_t row_of(const struct case_judged *h)
{
    return (size_t)(h->row - h->side->evidence.rows);
}

/* The row of the case, and what it is there. */
static void find_row(struct case_judged *h, struct arena *arena)
{
    const struct evidence *e = &h->side->evidence;

    h->row = evidence_find(e, h->c, h->observation);
    h->changing = h->row ? h->row->distorted : 0;
    h->changed = h->row ? h->row->c
                        : distortions_case(&e->distortions, DISTORTED_ALL, h->c,
                                           arena, &h->changing);
}

/* What was tried as the case was seen is not tried again. */
static void look_within_permitted(struct case_judged *h)
{
    struct workspace *w = &h->side->evidence.workspace;

    if (h->row != NULL) {
        h->permitted = evidence_plain(&h->side->evidence, row_of(h))->within;
        return;
    }
    workspace_fit(w, h->c);
    evaluate_runs(w, h->c, &h->observation->outcome,
                  permits_question(h->dialect), &h->side->permitted, NULL,
                  NULL);
    h->permitted = h->side->permitted;
}

/* Whether what differs lies beside a buffer, and nothing was written there. */
static bool is_untouched(const struct divergence *d)
{
    return d->started && d->event < d->observed->count &&
           describe_untouched(d->c, &d->observed->events[d->event],
                              d->position);
}

static void look_beside(struct case_judged *h, const struct question *question,
                        struct divergence *d)
{
    struct workspace *w = &h->side->evidence.workspace;
    struct explanations none = {0};

    *d = (struct divergence){.c = h->c, .observed = &h->observation->outcome};
    workspace_fit(w, h->c);
    evaluate_runs(w, h->c, d->observed, question, &none, note_difference, d);
    free(none.agreed.words);
}

/* Of a file that differs from what is permitted by the choices that other cases
 * show, that is said: one that they rule out may agree longer. */
static void look_beside_others(struct case_judged *h)
{
    const struct outcome *seen = &h->observation->outcome;
    struct question shown = permits_named(h->dialect);
    struct divergence known;
    size_t at = 0;

    while (at < h->divergence->event && at < seen->count &&
           seen->events[at].kind != EVENT_FILE)
        at++;
    if (at == h->divergence->event || at == seen->count)
        return;
    for (unsigned r = 0; r < RULES; r++)
        if (shown.allowed.of[r] & h->side->left.of[r])
            shown.allowed.of[r] &= h->side->left.of[r];
    look_beside(h, &shown, &known);
    if (known.started && known.event < h->divergence->event &&
        seen->events[known.event].kind == EVENT_FILE)
        *h->divergence = known;
}

/* Where the case differs from what is permitted by choices with a name; or by
 * anything, if that agrees longer and nothing agrees to the end. */
static void look_at_difference(struct case_judged *h)
{
    struct question named = permits_named(h->dialect);
    struct divergence open;

    look_beside(h, &named, h->divergence);
    if (h->permitted.agreed.count > 0)
        return;
    look_beside(h, permits_question(h->dialect), &open);
    if (open.event > h->divergence->event)
        *h->divergence = open;
    look_beside_others(h);
}

/* The question that shows whether some of these behaviours, or of those around
 * them, lead to the case.  False: none is needed, and *met has the answer. */
static bool is_asked(const struct case_judged *h,
                     const struct choice_sets *around,
                     struct question *question, bool *met)
{
    choice_set ticks =
        around->of[RULE_TICKS] & hypothesis_ticks(h->c, h->observation);

    *met = h->permitted.agreed.count > 0;
    if (ticks == 0)
        return false;
    *question = (struct question){.allowed = *around,
                                  .work = WORK,
                                  .until_odds = true,
                                  .errno_tells = hypothesis_heeds_errno(
                                      &h->side->evidence, &h->permitted)};
    if (hypothesis_tries_open(best_of(h), &h->permitted))
        question->allowed.open = permits_question(h->dialect)->allowed.open;
    question->allowed.of[RULE_TICKS] = ticks;
    return true;
}

static bool meets(struct case_judged *h, const struct box_list *behaviours,
                  const struct choice_sets *around, struct explanations *found)
{
    struct workspace *w = &h->side->evidence.workspace;
    struct question question;
    bool met;

    if (!is_asked(h, around, &question, &met))
        return met;
    workspace_fit(w, h->changed);
    evaluate_runs(w, h->changed, &h->observation->outcome, &question, found,
                  NULL, NULL);
    return run_list_meets(&found->agreed, behaviours);
}

/* Whether all that the diagnosis leaves was tried among what is permitted. */
static bool is_tried(const struct case_judged *h)
{
    return h->row != NULL && h->changed == h->c &&
           !hypothesis_touches(best_of(h), h->row) && !h->permitted.exhausted &&
           h->permitted.runs <= WORK / h->row->cost;
}

/* As `meets`, of what was tried. */
static bool meets_tried(struct case_judged *h)
{
    struct question question;
    bool met;

    if (!is_asked(h, &h->side->left, &question, &met))
        return met;
    run_list_filter(&h->permitted.agreed, &question.allowed, &h->found->agreed);
    return run_list_meets(&h->found->agreed, &best_of(h)->boxes);
}

/* The behaviours of the diagnosis, but for its k-th departure. */
static void put_without(const struct case_judged *h, unsigned k,
                        struct box_list *without)
{
    const struct hypothesis *best = best_of(h);
    unsigned rule = choice_table[best->departures[k]].rule;

    for (size_t i = 0; i < best->boxes.count; i++) {
        struct box box = best->boxes.boxes[i];

        box.of[rule] = permits_choices(h->dialect, rule);
        box_list_add(without, &box);
    }
}

/* Whether it takes the k-th departure to explain the case. */
static bool needs(struct case_judged *h, unsigned k)
{
    struct explanations found = {0};
    struct box_list free_of_it = {0};
    struct choice_sets around;
    bool met;

    put_without(h, k, &free_of_it);
    around = box_list_hull(&free_of_it);
    met = meets(h, &free_of_it, &around, &found);
    free(found.agreed.words);
    free(free_of_it.boxes);
    return !met;
}

/* The departures behind an explained case: those without which it would not be;
 * else all whose rules it consults. */
static void find_causes(struct case_judged *h, struct judgement *judgement)
{
    const struct hypothesis *best = best_of(h);

    for (unsigned k = 0; k < best->count; k++)
        if (needs(h, k))
            judgement->causes[judgement->cause_count++] = (uint8_t)k;
    for (unsigned k = 0;
         judgement->cause_count == 0 && !h->distorted && k < best->count; k++)
        if (rule_set_has(h->found->explaining,
                         choice_table[best->departures[k]].rule) &&
            h->permitted.agreed.count == 0)
            judgement->causes[judgement->cause_count++] = (uint8_t)k;
}

/* Add the departure that no case shows but this one, which would pass alone. */
static void find_passing(const struct case_judged *h,
                         struct judgement *judgement)
{
    unsigned blame = h->row ? h->side->diagnosis.passing_of[row_of(h)] : 0;

    for (unsigned k = 0; k < judgement->cause_count; k++)
        if (judgement->causes[k] + 1u == blame)
            return;
    if (blame)
        judgement->causes[judgement->cause_count++] = (uint8_t)(blame - 1);
}

/* "rounding=down", for each rule with room in it that the case settled. */
static void name_choices(const struct case_judged *h,
                         struct judgement *judgement)
{
    struct choice_sets made;
    struct rule_set settled = rule_set_common(
        permits_roomy(h->dialect),
        run_list_settled(h->found->agreed.count ? &h->found->agreed
                                                : &h->permitted.agreed,
                         &made));

    RULE_SET_EACH (r, settled) {
        choice_set left = made.of[r] & permits_choices(h->dialect, r);

        if (left == 0 || (left & (left - 1)) != 0)
            continue;
        for (unsigned k = 0; k < rule_table[r].count; k++)
            if (left >> k & 1)
                text_add(judgement->detail, sizeof judgement->detail, "%s%s=%s",
                         *judgement->detail ? ", " : "", rule_table[r].name,
                         choice_table[rule_table[r].first + k].name);
    }
}

/* Two cases of which each is permitted, and that no one behaviour leads to. */
struct contradiction {
    const struct sighting *other;
    unsigned
        rule; /* the only one in which they differ; RULES: there are more */
};

/* The first such case, of those that the diagnosis explains; one that differs
 * in a single rule before others. */
static struct contradiction find_contrary(const struct case_judged *h,
                                          const struct box_list *own)
{
    const struct evidence *e = &h->side->evidence;
    struct choice_sets here = box_list_hull(own);
    struct contradiction found = {NULL, RULES};

    for (size_t k = 0; found.rule == RULES && k < e->count; k++) {
        const struct box_list *list = &e->rows[k].permitted;
        struct choice_sets there = box_list_hull(list);
        unsigned rule = RULES, count = 0;
        bool meet = list->count == 0 || !best_of(h)->explains[k];

        for (size_t i = 0; !meet && i < own->count; i++)
            meet = box_list_meets(list, &own->boxes[i]);
        for (unsigned r = 0; !meet && r < RULES; r++)
            if ((here.of[r] & there.of[r]) == 0) {
                rule = r;
                count++;
            }
        if (meet || (found.other && count != 1))
            continue;
        found.other = &e->rows[k];
        found.rule = count == 1 ? rule : RULES;
    }
    return found;
}

/* What is unknown that is behind a case; null: nothing is known to be. */
static const struct unknown *unknown_of(const struct case_judged *h)
{
    const struct unknowns *all = h->side->unknowns;
    size_t at = h->row ? all->of_row[h->side->first + row_of(h)] : 0;

    return at ? &all->of[at - 1] : NULL;
}

/* Drop the permitted values that have the words of what was got; those of a
 * file differ in its layout. */
static void drop_same_words(struct divergence *d)
{
    const struct event *got = d->observed->events + d->event;
    char value[sizeof d->permitted.words[0]];
    unsigned kept = 0;

    if (!d->started || d->event >= d->observed->count)
        return;
    describe_value(d->c, got, d->position, value, sizeof value);
    for (unsigned k = 0; k < d->permitted.count; k++) {
        char *words = d->permitted.words[k];
        bool same = strcmp(words, value) == 0;

        if (same && got->kind != EVENT_FILE)
            continue;
        if (same)
            text_add(words, sizeof value, " in another layout");
        memmove(d->permitted.words[kept++], words, sizeof value);
    }
    d->permitted.count = kept;
}

/* What was seen of a case beside what these behaviours lead to there.  False:
 * nothing was written where they write. */
static bool compare_by(struct case_judged *h, const struct test_case *c,
                       const struct observation *o,
                       const struct box_list *behaviours,
                       struct difference *words)
{
    struct workspace *w = &h->side->evidence.workspace;
    struct divergence d = {.c = c, .observed = &o->outcome};

    workspace_fit(w, c);
    for (size_t k = 0; k < behaviours->count && k < COMPARED; k++) {
        struct question question = {.work = WORK};
        struct explanations none = {0};

        memcpy(question.allowed.of, behaviours->boxes[k].of,
               sizeof question.allowed.of);
        hypothesis_limit_ticks(c, o, &question.allowed);
        if (question.allowed.of[RULE_TICKS] != 0)
            evaluate_runs(w, c, &o->outcome, &question, &none, note_difference,
                          &d);
        free(none.agreed.words);
    }
    drop_same_words(&d);
    diagnose_difference(&d, words);
    return !is_untouched(&d);
}

/* Boxes leave what their case did not consult to any choice; here, to those
 * that are permitted. */
static void put_permitted(const struct case_judged *h,
                          const struct box_list *boxes,
                          struct box_list *permitted)
{
    struct box fails_nobody;
    struct box_list all = {.boxes = &fails_nobody, .count = 1};

    memcpy(fails_nobody.of, h->side->evidence.permitted.of,
           sizeof fails_nobody.of);
    box_list_intersect(boxes, &all, permitted);
}

/* "b[1] is 1", permitted "0, given what one.1234 shows, where b[0] is 1: buffer b
 * 16; ..." */
static void describe_pair(struct case_judged *h, const struct box_list *own,
                          const struct sighting *other,
                          struct judgement *judgement)
{
    struct difference *seen = &judgement->seen, here, there;
    struct box_list theirs = {0};
    char input[JUDGE_WORDS];
    bool written;

    if (other->c == NULL)
        return;
    put_permitted(h, &other->permitted, &theirs);
    compare_by(h, h->c, h->observation, &theirs, &here);
    free(theirs.boxes);
    written = compare_by(h, other->c, other->observation, own, &there);
    if (!*here.permitted)
        return;
    diagnose_input(other->c, input, sizeof input);
    *seen = here;
    text_add(seen->permitted, sizeof seen->permitted,
             ", given what %s shows%s%s: %s", other->id,
             written ? ", where " : "", written ? there.got : "", input);
}

/* What was seen beside what the diagnosis leads to but for a departure. */
static void compare_without(struct case_judged *h, unsigned departure,
                            struct difference *words)
{
    struct box_list without = {0};

    *words = (struct difference){.event = 0};
    if (departure < best_of(h)->count)
        put_without(h, departure, &without);
    if (without.count > 0)
        compare_by(h, h->changed, h->observation, &without, words);
    free(without.boxes);
}

/* The words for a contradiction of which no more is known. */
static void put_contradicts(struct judgement *judgement)
{
    snprintf(judgement->seen.got, sizeof judgement->seen.got,
             "allowed alone, but contradicts other cases");
}

/* What was seen beside what other cases lead to, of which nothing is said where
 * that is by a departure: it is not permitted. */
static void compare_with_others(struct case_judged *h, struct difference *words)
{
    struct box_list permitted = {0};

    put_permitted(h, &best_of(h)->boxes, &permitted);
    if (permitted.count > 0)
        compare_by(h, h->changed, h->observation, &permitted, words);
    free(permitted.boxes);
}

/* A case that would be permitted alone: what other cases lead to, without the
 * departure that is behind it. */
static void see_contradiction(struct case_judged *h,
                              struct judgement *judgement)
{
    struct difference words = {.event = 0};

    if (judgement->cause_count > 0)
        compare_without(h, judgement->causes[0], &words);
    else
        compare_with_others(h, &words);
    if (!*words.permitted)
        return;
    judgement->seen = words;
    text_add(judgement->seen.permitted, sizeof judgement->seen.permitted,
             ", given what other cases show");
}

static void judge_inconsistent(struct case_judged *h,
                               struct judgement *judgement)
{
    const struct unknown *unknown = unknown_of(h);
    struct contradiction found;
    struct choice_sets here, there = {0};
    struct box_list own = {0};

    judgement->verdict = VERDICT_INCONSISTENT;
    put_contradicts(judgement);
    run_list_boxes(&h->permitted.agreed, false, &own);
    found = find_contrary(h, &own);
    here = box_list_hull(&own);
    if (found.other) {
        there = box_list_hull(&found.other->permitted);
        describe_pair(h, &own, found.other, judgement);
    }
    if (!*judgement->seen.permitted)
        see_contradiction(h, judgement);
    free(own.boxes);
    if (unknown) {
        strcpy(judgement->other, unknown->name);
        snprintf(judgement->why, sizeof judgement->why, SENTENCE_UNEXPLAINED);
        return;
    }
    if (found.rule != h->side->contradiction)
        found.rule = RULES;
    sentence_inconsistent(found.rule, here.of[found.rule % RULES],
                          there.of[found.rule % RULES],
                          found.other ? found.other->id : NULL, judgement->why,
                          sizeof judgement->why);
    snprintf(judgement->other, sizeof judgement->other, "inconsistent: %s",
             found.rule < RULES ? rule_table[found.rule].name
                                : "what they show");
}

/* It is a case of the first of the distortions behind it. */
static void name_distortions(const struct case_judged *h,
                             struct judgement *judgement)
{
    const struct distortions *all = &h->side->evidence.distortions;
    char *why = judgement->why;
    size_t size = sizeof judgement->why, length = 0;

    for (unsigned k = 0; k < all->count; k++) {
        if (!(h->distorted >> k & 1))
            continue;
        if (length == 0)
            distortion_name(&all->of[k], judgement->other,
                            sizeof judgement->other);
        else
            length += (size_t)snprintf(why + length, size - length, ", and ");
        distortion_words(&all->of[k], why + length, size - length);
        length = strlen(why);
    }
}

/* Whether what was seen there is permitted as far as it goes. */
static bool is_permitted_there(struct case_judged *h, size_t event)
{
    struct question named = permits_named(h->dialect);
    struct divergence manual;

    look_beside(h, &named, &manual);
    return !manual.started || manual.event > event;
}

/* Where an unknown defect is in what calls return, and departures explain what
 * no permitted run has: what a call returned that they do not. */
static void see_returned(struct case_judged *h, const struct unknown *unknown,
                         struct judgement *judgement)
{
    struct examined part = {&h->side->evidence, best_of(h),
                            h->side->diagnosis.explained};
    struct divergence d = {.c = h->c, .observed = &h->observation->outcome};

    if (unknown->kind != UNKNOWN_RETURN || !h->row ||
        h->permitted.agreed.count > 0)
        return;
    view_divergence(&part, row_of(h), &d);
    if (!d.started || d.event >= h->divergence->event)
        return;
    diagnose_seen(h->c, h->observation, &d, &judgement->seen);
    if (is_permitted_there(h, d.event))
        text_add(judgement->seen.permitted, sizeof judgement->seen.permitted,
                 ", given what other cases show");
}

static void judge_forbidden(struct case_judged *h, struct judgement *judgement)
{
    const struct observation *o = h->observation;
    const struct diagnosis *d = &h->side->diagnosis;

    judgement->verdict =
        o->ended == ENDED_NORMALLY ? VERDICT_FAIL : VERDICT_CRASH;
    if (h->permitted.agreed.count == 0) {
        diagnose_seen(h->c, o, h->divergence, &judgement->seen);
    } else {
        put_contradicts(judgement);
        see_contradiction(h, judgement);
    }
    if (o->disturbed || h->permitted.exhausted)
        judgement->cause_count = 0;
    if (o->disturbed) {
        judgement->verdict = VERDICT_INCONCLUSIVE;
        snprintf(judgement->other, sizeof judgement->other,
                 "inconclusive: a tick of its own");
        snprintf(judgement->why, sizeof judgement->why,
                 "a tick of its own clock may have slipped in");
    } else if (h->permitted.exhausted) {
        judgement->verdict = VERDICT_ERROR;
        snprintf(judgement->why, sizeof judgement->why,
                 "too many choices to try them all");
    } else if (h->distorted) {
        name_distortions(h, judgement);
    } else if (judgement->cause_count == 0) {
        const struct unknown *unknown = unknown_of(h);

        if (unknown) {
            strcpy(judgement->other, unknown->name);
            see_returned(h, unknown, judgement);
        } else {
            diagnose_like(h->c, o, h->divergence, judgement->other,
                          sizeof judgement->other);
        }
        snprintf(judgement->why, sizeof judgement->why, SENTENCE_UNEXPLAINED);
    }
    for (unsigned k = 0; k < judgement->cause_count; k++)
        sentence_add(h->dialect, &d->blames[judgement->causes[k]],
                     judgement->why, sizeof judgement->why);
}

/* "the manual does not decide on-while-on: profil returned -1 (EBUSY)": what no
 * choice has a name for, and no sentence speaks of. */
static void describe_open(struct case_judged *h, struct judgement *judgement)
{
    char *detail = judgement->detail;
    size_t size = sizeof judgement->detail;
    unsigned named = 0;

    look_at_difference(h);
    diagnose_seen(h->c, h->observation, h->divergence, &judgement->seen);
    diagnose_input(h->c, judgement->input, sizeof judgement->input);
    snprintf(detail, size, "%s: the manual does not decide ", judgement->input);
    RULE_SET_EACH (r, h->permitted.opened)
        text_add(detail, size, "%s%s", named++ ? ", " : "", rule_table[r].name);
    if (rule_set_has(h->permitted.opened, RULE_COUNT_LIMIT))
        text_add(detail, size, " (--set PROFIL_MAX=N gives it)");
    text_add(detail, size, ": %s", judgement->seen.got);
    *judgement->seen.permitted = '\0';
    judgement->finding = true;
}

/* Whether a departure is behind the case that no case shows by itself. */
static bool shows_defect(const struct case_judged *h,
                         const struct judgement *judgement)
{
    for (unsigned k = 0; k < judgement->cause_count; k++)
        if (!h->side->diagnosis.blames[judgement->causes[k]].shown)
            return true;
    return false;
}

/* Whether a permitted run that leads to it takes no choice on which the manual
 * is silent. */
static bool is_specified(const struct case_judged *h)
{
    const struct run_list *agreed = &h->permitted.agreed;

    RUN_LIST_EACH(at, agreed)
    if (permits_speaks_of(h->dialect, &agreed->words[at]))
        return true;
    return false;
}

/* One that passes, and that what is done to all alike does not lead to, is an
 * exception to that, and contradicts nothing. */
static void decide_verdict(struct case_judged *h, struct judgement *judgement)
{
    if (h->permitted.agreed.count == 0 || shows_defect(h, judgement)) {
        judge_forbidden(h, judgement);
    } else if (!h->explained && h->changed == h->c && !h->found->exhausted &&
               !h->observation->disturbed) {
        judge_inconsistent(h, judgement);
    } else {
        judgement->cause_count = 0;
        judgement->verdict =
            is_specified(h) ? VERDICT_PASS : VERDICT_UNSPECIFIED;
        if (run_list_has_named(&h->permitted.agreed))
            name_choices(h, judgement);
        else
            describe_open(h, judgement);
        return;
    }
    diagnose_input(h->c, judgement->input, sizeof judgement->input);
    sentence_detail(judgement);
}

/* The departure behind a case that does not hold in all. */
static void find_partial(const struct case_judged *h,
                         struct judgement *judgement)
{
    unsigned char blame = h->row ? h->side->diagnosis.partial_of[row_of(h)] : 0;

    if (blame)
        judgement->causes[judgement->cause_count++] = (uint8_t)(blame - 1);
}

/* The bits of what is done to all alike that is behind the case. */
static unsigned char distortions_behind(struct case_judged *h)
{
    const struct test_case *changed = h->changed;
    struct explanations found = {0};
    bool met;

    if (changed == h->c)
        return 0;
    if (h->row != NULL)
        return distorted_behind(&h->side->evidence, best_of(h), row_of(h));
    h->changed = h->c;
    met = meets(h, &best_of(h)->boxes, &h->side->left, &found);
    h->changed = changed;
    free(found.agreed.words);
    return met ? 0 : h->changing;
}

/* Within the diagnosis, and what is behind it. */
static void look_within_diagnosis(struct case_judged *h,
                                  struct judgement *judgement)
{
    bool tried = is_tried(h); /* without a departure: none is behind it */

    h->explained = tried
                       ? meets_tried(h)
                       : meets(h, &best_of(h)->boxes, &h->side->left, h->found);
    if (h->row != NULL) /* be it loosened */
        h->explained |= best_of(h)->explains[row_of(h)];
    else if (h->permitted.agreed.count > 0)
        h->explained |= evidence_is_mixed(&h->side->evidence, h->c);
    if (h->row != NULL && h->permitted.agreed.count > 0) /* or in some cases */
        h->explained |= h->side->diagnosis.explained[row_of(h)];
    if (h->explained && h->permitted.agreed.count == 0)
        h->distorted = distortions_behind(h);
    if (!h->explained)
        find_partial(h, judgement);
    else if (!tried)
        find_causes(h, judgement);
    if (h->explained)
        find_passing(h, judgement);
    /* It comes of a departure as well as of what is done to all alike. */
    if (h->explained && h->permitted.agreed.count == 0 &&
        judgement->cause_count == 0)
        h->distorted = h->changing;
}

/* Forget the case before, and keep the memory. */
static void clear_found(struct explanations *found)
{
    struct run_list agreed = found->agreed;

    run_list_clear(&agreed);
    *found = (struct explanations){.agreed = agreed};
}

/* What another departure requires is not what the manual permits. */
void verdict_evidence(enum dialect dialect, struct side *side,
                      const struct test_case *c,
                      const struct observation *observation, unsigned departure,
                      struct difference *words)
{
    struct arena arena = {0};
    struct case_judged h = {
        .dialect = dialect, .c = c, .observation = observation, .side = side};

    find_row(&h, &arena);
    compare_without(&h, departure, words);
    if (*words->permitted && is_permitted_there(&h, words->event))
        text_add(words->permitted, sizeof words->permitted,
                 ", given what other cases show");
    arena_free(&arena);
}

void verdict_reach(enum dialect dialect, struct side *side,
                   const struct test_case *c,
                   const struct observation *observation,
                   struct judgement *judgement)
{
    struct divergence divergence;
    struct arena arena = {0};
    struct case_judged h = {.dialect = dialect,
                            .c = c,
                            .observation = observation,
                            .side = side,
                            .found = &side->found,
                            .divergence = &divergence};
    struct rule_set rules;

    clear_found(h.found);
    find_row(&h, &arena);
    look_within_permitted(&h);
    if (h.permitted.agreed.count == 0)
        look_at_difference(&h);
    look_within_diagnosis(&h, judgement);
    rules = h.permitted.agreed.count > 0
                ? h.permitted.explaining
                : rule_set_join(h.permitted.consulted, h.found->explaining);
    judgement->rules = rule_set_common(rules, permits_rules(dialect));
    decide_verdict(&h, judgement);
    arena_free(&arena);
}
