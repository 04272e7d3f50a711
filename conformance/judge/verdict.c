/* SPDX-License-Identifier: MIT */
#include "verdict.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/inference/latitude.h"
#include "sentence.h"
#include "text.h"

/* Ticks to run the model for, within the diagnosis. */
enum { WORK = 4000000 };

/* One case being judged. */
struct hearing {
    enum dialect dialect;
    const struct test_case *c;
    const struct observation *observation;
    struct side *side;
    const struct sighting *row; /* of it in the evidence; null: there is none */
    struct explanations permitted; /* within what the dialect lets pass */
    struct explanations *found;    /* within the diagnosis */
    bool explained;                /* found, and by its behaviours */
    struct divergence *divergence; /* where nothing permitted agrees */
};

static const struct hypothesis *best_of(const struct hearing *h)
{
    return &h->side->diagnosis.best;
}

static void note_difference(void *context, const struct outcome *outcome)
{
    divergence_add(context, outcome);
}

/* What was tried as the case was seen is not tried again. */
static bool look_within_permitted(struct hearing *h)
{
    struct workspace *w = &h->side->evidence.workspace;
    bool good;

    h->row = evidence_find(&h->side->evidence, h->c, h->observation);
    if (h->row != NULL) {
        h->permitted = h->row->within;
        return true;
    }
    good = workspace_fit(w, h->c) &&
           evaluate_runs(w, h->c, &h->observation->outcome,
                         latitude_permitted(h->dialect), &h->side->permitted,
                         NULL, NULL);
    h->permitted = h->side->permitted;
    return good;
}

/* What would have been permitted: nobody asks where something agrees. */
static bool look_at_difference(struct hearing *h)
{
    struct workspace *w = &h->side->evidence.workspace;
    struct question question = latitude_named(h->dialect);
    struct explanations none = {0};
    bool good;

    *h->divergence =
        (struct divergence){.c = h->c, .observed = &h->observation->outcome};
    good = workspace_fit(w, h->c) &&
           evaluate_runs(w, h->c, &h->observation->outcome, &question, &none,
                         note_difference, h->divergence);
    free(none.agreed.words);
    return good;
}

/* What to ask to see whether some of these behaviours, or of those around
 * them, lead to the case.  False: that need not be asked, and *met is set. */
static bool is_asked(const struct hearing *h, const struct choice_sets *around,
                     struct question *question, bool *met)
{
    choice_set ticks =
        around->of[RULE_TICKS] & hypothesis_ticks(h->c, h->observation);

    *met = h->permitted.agreed.count > 0;
    if (ticks == 0)
        return false;
    question->allowed = *around;
    if (hypothesis_needs_open(&h->permitted))
        question->allowed.open = latitude_permitted(h->dialect)->allowed.open;
    question->allowed.of[RULE_TICKS] = ticks;
    question->budget = 0;
    question->work = WORK;
    return true;
}

static bool meets(struct hearing *h, const struct box_list *behaviours,
                  const struct choice_sets *around, struct explanations *found,
                  bool *met)
{
    struct workspace *w = &h->side->evidence.workspace;
    struct question question;

    if (!is_asked(h, around, &question, met))
        return true;
    if (!workspace_fit(w, h->c) ||
        !evaluate_runs(w, h->c, &h->observation->outcome, &question, found,
                       NULL, NULL))
        return false;
    *met = run_list_meets(&found->agreed, behaviours);
    return true;
}

/* Whether all that the diagnosis leaves was tried among what is permitted. */
static bool is_tried(const struct hearing *h)
{
    return h->row != NULL && !hypothesis_touches(best_of(h), h->row) &&
           !h->permitted.exhausted && h->permitted.runs <= WORK / h->row->cost;
}

/* As `meets`, of what was tried. */
static bool meets_tried(struct hearing *h)
{
    struct question question;

    run_list_clear(&h->found->agreed);
    if (!is_asked(h, &h->side->left, &question, &h->explained))
        return true;
    if (!run_list_filter(&h->permitted.agreed, &question.allowed,
                         &h->found->agreed))
        return false;
    h->explained = run_list_meets(&h->found->agreed, &best_of(h)->boxes);
    return true;
}

/* Whether it takes the k-th departure to explain the case. */
static bool needs(struct hearing *h, unsigned k, bool *good)
{
    const struct hypothesis *best = best_of(h);
    unsigned rule = choice_table[best->departures[k]].rule;
    struct explanations found = {0};
    struct box_list free_of_it = {0};
    struct choice_sets around;
    bool met = false;

    for (size_t i = 0; *good && i < best->boxes.count; i++) {
        struct box box = best->boxes.boxes[i];

        box.of[rule] = latitude_choices(h->dialect, rule);
        *good = box_list_add(&free_of_it, &box);
    }
    around = box_list_hull(&free_of_it);
    *good = *good && meets(h, &free_of_it, &around, &found, &met);
    free(found.agreed.words);
    free(free_of_it.boxes);
    return !met;
}

/* The departures behind an explained case: those that it takes; else all that
 * it asks about. */
static bool find_causes(struct hearing *h, struct judgement *judgement)
{
    const struct hypothesis *best = best_of(h);
    bool good = true;

    for (unsigned k = 0; good && k < best->count; k++)
        if (needs(h, k, &good))
            judgement->causes[judgement->cause_count++] = (uint8_t)k;
    for (unsigned k = 0; judgement->cause_count == 0 && k < best->count; k++)
        if (rule_set_has(h->found->explaining,
                         choice_table[best->departures[k]].rule) &&
            h->permitted.agreed.count == 0)
            judgement->causes[judgement->cause_count++] = (uint8_t)k;
    return good;
}

/* "rounding=down", for each rule with room in it that the case settled. */
static void name_choices(const struct hearing *h, struct judgement *judgement)
{
    struct choice_sets made;
    struct rule_set settled = rule_set_common(
        latitude_roomy(h->dialect),
        run_list_settled(h->found->agreed.count ? &h->found->agreed
                                                : &h->permitted.agreed,
                         &made));

    RULE_SET_EACH (r, settled) {
        choice_set left = made.of[r] & latitude_choices(h->dialect, r);

        if (left == 0 || (left & (left - 1)) != 0)
            continue;
        for (unsigned k = 0; k < rule_table[r].count; k++)
            if (left >> k & 1)
                text_add(judgement->detail, sizeof judgement->detail, "%s%s=%s",
                         *judgement->detail ? ", " : "", rule_table[r].name,
                         choice_table[rule_table[r].first + k].name);
    }
}

/* The first case that shows another choice of the rule than this one does,
 * among those that the diagnosis explains; null: there is none. */
static const struct sighting *
contrary(const struct hearing *h, const struct choice_sets *own, unsigned rule)
{
    const struct evidence *e = &h->side->evidence;

    for (size_t k = 0; rule < RULES && k < e->count; k++) {
        struct choice_sets there = box_list_hull(&e->rows[k].permitted);

        if (best_of(h)->explains[k] && e->rows[k].permitted.count > 0 &&
            (there.of[rule] & own->of[rule]) == 0)
            return &e->rows[k];
    }
    return NULL;
}

/* What the permitted runs that lead to it made of each rule; all, where one
 * did not ask. */
static struct choice_sets own_choices(const struct hearing *h)
{
    struct box_list boxes = {0};
    struct choice_sets own = {0};

    if (run_list_boxes(&h->permitted.agreed, false, &boxes))
        own = box_list_hull(&boxes);
    free(boxes.boxes);
    return own;
}

/* What is unknown that is behind a case; null: nothing is known to be. */
static const struct unknown *unknown_of(const struct hearing *h)
{
    const struct unknowns *all = h->side->unknowns;
    size_t row = h->row ? (size_t)(h->row - h->side->evidence.rows) : 0;
    size_t at = h->row ? all->of_row[h->side->first + row] : 0;

    return at ? &all->of[at - 1] : NULL;
}

static void judge_inconsistent(struct hearing *h, struct judgement *judgement)
{
    const struct unknown *unknown = unknown_of(h);
    struct choice_sets own = own_choices(h), there;
    const struct sighting *other;
    unsigned rule = h->side->contradiction;

    judgement->verdict = VERDICT_INCONSISTENT;
    snprintf(judgement->seen.got, sizeof judgement->seen.got,
             "permitted by itself, but not with what other cases showed");
    if (unknown) {
        strcpy(judgement->other, unknown->name);
        snprintf(judgement->why, sizeof judgement->why, SENTENCE_UNEXPLAINED);
        return;
    }
    other = contrary(h, &own, rule);
    if (other)
        there = box_list_hull(&other->permitted);
    sentence_inconsistent(rule, other ? own.of[rule] : 0,
                          other ? there.of[rule] : 0, other ? other->id : NULL,
                          judgement->why, sizeof judgement->why);
    snprintf(judgement->other, sizeof judgement->other, "inconsistent: %s",
             other ? rule_table[rule].name : "several rules");
}

static void judge_forbidden(struct hearing *h, struct judgement *judgement)
{
    const struct observation *o = h->observation;
    const struct diagnosis *d = &h->side->diagnosis;

    judgement->verdict =
        o->ended == ENDED_NORMALLY ? VERDICT_FAIL : VERDICT_CRASH;
    if (h->permitted.agreed.count > 0)
        snprintf(judgement->seen.got, sizeof judgement->seen.got,
                 "permitted by itself, but not with what other cases showed");
    else
        diagnose_seen(h->c, o, h->divergence, &judgement->seen);
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
    } else if (judgement->cause_count == 0) {
        const struct unknown *unknown = unknown_of(h);

        if (unknown)
            strcpy(judgement->other, unknown->name);
        else
            diagnose_like(h->c, o, h->divergence, judgement->other,
                          sizeof judgement->other);
        snprintf(judgement->why, sizeof judgement->why, SENTENCE_UNEXPLAINED);
    }
    for (unsigned k = 0; k < judgement->cause_count; k++)
        sentence_add(h->dialect, &d->blames[judgement->causes[k]],
                     judgement->why, sizeof judgement->why);
}

/* "on-while-on is left open: profil returned -1 (EBUSY)": what no choice has a
 * name for, and no sentence speaks of. */
static void describe_open(struct hearing *h, struct judgement *judgement)
{
    char *detail = judgement->detail;
    size_t size = sizeof judgement->detail;

    if (!look_at_difference(h))
        return;
    diagnose_seen(h->c, h->observation, h->divergence, &judgement->seen);
    diagnose_input(h->c, judgement->input, sizeof judgement->input);
    snprintf(detail, size, "%s: ", judgement->input);
    RULE_SET_EACH (r, h->permitted.opened)
        text_add(detail, size, "%s%s",
                 detail[strlen(detail) - 1] == ' ' ? "" : ", ",
                 rule_table[r].name);
    if (rule_set_has(h->permitted.opened, RULE_COUNT_LIMIT))
        text_add(detail, size, " (--set PROFIL_MAX=N gives it)");
    text_add(detail, size, " left open: %s", judgement->seen.got);
    *judgement->seen.permitted = '\0';
    judgement->finding = true;
}

/* Whether a departure is behind the case that no case shows by itself. */
static bool shows_defect(const struct hearing *h,
                         const struct judgement *judgement)
{
    for (unsigned k = 0; k < judgement->cause_count; k++)
        if (!h->side->diagnosis.blames[judgement->causes[k]].shown)
            return true;
    return false;
}

/* Whether a permitted run that leads to it takes no choice on which the manual
 * is silent. */
static bool is_specified(const struct hearing *h)
{
    const struct run_list *agreed = &h->permitted.agreed;

    RUN_LIST_EACH(at, agreed)
    if (latitude_speaks_of(h->dialect, &agreed->words[at]))
        return true;
    return false;
}

static void decide_verdict(struct hearing *h, struct judgement *judgement)
{
    if (h->permitted.agreed.count == 0 || shows_defect(h, judgement)) {
        judge_forbidden(h, judgement);
    } else if (!h->explained && !h->found->exhausted &&
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
static void find_partial(const struct hearing *h, struct judgement *judgement)
{
    unsigned char blame =
        h->row ? h->side->diagnosis.partial_of[h->row - h->side->evidence.rows]
               : 0;

    if (blame)
        judgement->causes[judgement->cause_count++] = (uint8_t)(blame - 1);
}

/* Within the diagnosis, and what is behind it. */
static bool look_within_diagnosis(struct hearing *h,
                                  struct judgement *judgement)
{
    bool tried = is_tried(h); /* without a departure: none is behind it */

    if (tried ? !meets_tried(h)
              : !meets(h, &best_of(h)->boxes, &h->side->left, h->found,
                       &h->explained))
        return false;
    if (h->row != NULL) /* be it loosened */
        h->explained |= best_of(h)->explains[h->row - h->side->evidence.rows];
    if (!h->explained)
        find_partial(h, judgement);
    return tried || !h->explained || find_causes(h, judgement);
}

void verdict_reach(enum dialect dialect, struct side *side,
                   const struct test_case *c,
                   const struct observation *observation,
                   struct judgement *judgement)
{
    struct divergence divergence;
    struct hearing h = {.dialect = dialect,
                        .c = c,
                        .observation = observation,
                        .side = side,
                        .found = &side->found,
                        .divergence = &divergence};

    if (!look_within_permitted(&h) ||
        (h.permitted.agreed.count == 0 && !look_at_difference(&h)) ||
        !look_within_diagnosis(&h, judgement)) {
        judgement->verdict = VERDICT_ERROR;
        snprintf(judgement->detail, sizeof judgement->detail,
                 "out of memory while judging");
    } else {
        struct rule_set rules =
            h.permitted.agreed.count > 0
                ? h.permitted.explaining
                : rule_set_join(h.permitted.asked, h.found->explaining);

        judgement->rules = rule_set_common(rules, latitude_rules(dialect));
        decide_verdict(&h, judgement);
    }
}
