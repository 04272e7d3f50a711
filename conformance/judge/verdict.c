/* SPDX-License-Identifier: MIT */
#include "verdict.h"

#include <stdlib.h>
#include <string.h>

#include "latitude.h"
#include "text.h"

/* Keep what the case has shown, if it agrees with what was known. */
static void learn(struct hearing *h)
{
    if (!h->learns || h->seen.exhausted || h->both.count == 0)
        return;

    struct box_list before = h->knowledge->boxes;
    h->knowledge->boxes = h->both;
    h->both = before;
}

/* "rounding=down", for each rule with room in it that the case settled. */
static void name_choices(struct hearing *h, struct judgement *judgement)
{
    struct choice_sets hull = box_list_hull(&h->seen.boxes);

    for (unsigned r = 0; r < RULES; r++) {
        choice_set room = latitude_choices(h->dialect, r);
        choice_set left = hull.of[r] & room;

        if (!dialect_has_rule(h->dialect, r) || (room & (room - 1)) == 0 ||
            left == 0 || (left & (left - 1)) != 0)
            continue;
        for (unsigned k = 0; k < rule_table[r].count; k++)
            if (left >> k & 1)
                text_add(judgement->detail, sizeof judgement->detail, "%s%s=%s",
                         *judgement->detail ? ", " : "", rule_table[r].name,
                         choice_table[rule_table[r].first + k].name);
    }
}

/* The rules in which a box and what is known have nothing in common. */
static struct rule_set conflict(const struct knowledge *knowledge,
                                const struct choice_sets *other)
{
    struct choice_sets hull = box_list_hull(&knowledge->boxes);
    struct rule_set rules = {{0}};

    for (unsigned r = 0; r < RULES; r++)
        if ((hull.of[r] & other->of[r]) == 0)
            rule_set_add(&rules, r);
    return rules;
}

static void judge_inconsistent(struct hearing *h, struct judgement *judgement)
{
    struct choice_sets hull = box_list_hull(&h->permitted.boxes);
    struct rule_set rules = conflict(h->knowledge, &hull);
    char input[400];

    diagnose_input(h->c, input, sizeof input);
    judgement->verdict = VERDICT_INCONSISTENT;
    h->knowledge->conflicted = rule_set_join(h->knowledge->conflicted, rules);
    text_add(judgement->detail, sizeof judgement->detail,
             "%s: permitted by itself, but not with what earlier cases "
             "showed",
             input);
    for (unsigned r = 0, n = 0; r < RULES; r++)
        if (rule_set_has(rules, r))
            text_add(judgement->why, sizeof judgement->why, "%s%s",
                     n++ ? ", " : "", rule_table[r].name);
    text_add(judgement->detail, sizeof judgement->detail, "%s%s",
             *judgement->why ? " of " : "", judgement->why);
}

/* Whether what other cases have shown leaves no explanation but a defect that
 * they have not: then a permitted one for this case alone is none. */
static bool shows_defect(const struct hearing *h)
{
    const struct box *box =
        latitude_simplest(h->dialect, &h->seen.boxes, &h->knowledge->boxes);
    struct choice_sets hull = box_list_hull(&h->knowledge->boxes);

    for (unsigned r = 0; box != NULL && r < RULES; r++) {
        choice_set pass = latitude_choices(h->dialect, r);

        if ((box->of[r] & pass) == 0 && (hull.of[r] & pass) != 0)
            return true;
    }
    return false;
}

static void judge_permitted(struct hearing *h, struct judgement *judgement)
{
    const struct box *box =
        latitude_simplest(h->dialect, &h->permitted.boxes, NULL);

    if (h->both.count == 0 && !h->seen.exhausted) {
        judge_inconsistent(h, judgement);
        return;
    }
    learn(h);
    judgement->verdict = latitude_specified(h->dialect, box)
                             ? VERDICT_PASS
                             : VERDICT_UNSPECIFIED;
    name_choices(h, judgement);
}

/* Try none but these of what becomes of ticks. */
static void keep(struct question *question, choice_set ticks)
{
    question->allowed.of[RULE_TICKS] &= ticks;
    question->extra.of[RULE_TICKS] &= ticks;
    if (question->allowed.of[RULE_TICKS] == 0)
        question->allowed.of[RULE_TICKS] = choice_bit(TICKS_COUNTED);
}

struct question hearing_known(const struct hearing *h,
                              const struct choice_sets *possible,
                              unsigned budget)
{
    struct question question = latitude_known(h->dialect, possible, budget);

    if (h->observation->delivered)
        keep(&question, choice_bit(TICKS_COUNTED) | choice_bit(TICKS_LOST));
    else if (case_has_ticks(h->c))
        keep(&question,
             rule_choices(RULE_TICKS) & (choice_set)~choice_bit(TICKS_LOST));
    return question;
}

/* Which forbidden choices the observation comes from, if any are known. */
static void name_defect(struct hearing *h, char *text, size_t size)
{
    enum dialect dialect = h->dialect;
    const struct box *box =
        latitude_simplest(dialect, &h->seen.boxes, &h->knowledge->boxes);
    struct explanations anywhere = {0};

    if (box != NULL) {
        learn(h);
    } else {
        struct choice_sets all = choices_known();
        struct question question = hearing_known(h, &all, 2);

        if (!evaluate(h->workspace, h->c, &h->observation->outcome, &question,
                      &anywhere, NULL, NULL))
            anywhere.boxes.count = 0;
        box = latitude_simplest(dialect, &anywhere.boxes, NULL);
    }
    if (box == NULL) {
        snprintf(text, size, JUDGE_UNEXPLAINED);
    } else {
        struct choice_sets found;

        memcpy(found.of, box->of, sizeof found.of);
        h->knowledge->conflicted = rule_set_join(
            h->knowledge->conflicted, conflict(h->knowledge, &found));
        diagnose_choices(dialect, box, text, size);
    }
    free(anywhere.boxes.boxes);
}

static void judge_forbidden(struct hearing *h, struct judgement *judgement)
{
    const struct observation *o = h->observation;
    char input[400], difference[320], why[JUDGE_WHY];

    diagnose_input(h->c, input, sizeof input);
    if (h->permitted.boxes.count > 0)
        snprintf(difference, sizeof difference,
                 "permitted by itself, but with what other cases showed");
    else if (o->ended == ENDED_NORMALLY)
        diagnose_difference(&h->divergence, difference, sizeof difference);
    else
        diagnose_end(h->c, o, difference, sizeof difference);
    judgement->verdict =
        o->ended == ENDED_NORMALLY ? VERDICT_FAIL : VERDICT_CRASH;
    if (o->disturbed) {
        judgement->verdict = VERDICT_INCONCLUSIVE;
        snprintf(why, sizeof why,
                 "a tick of its own clock may have slipped in");
    } else if (h->permitted.exhausted) {
        judgement->verdict = VERDICT_ERROR;
        snprintf(why, sizeof why, "too many choices to try them all");
    } else {
        name_defect(h, why, sizeof why);
    }
    snprintf(judgement->detail, sizeof judgement->detail, "%s: %s: %s", input,
             difference, why);
    strcpy(judgement->why, why);
}

void verdict_reach(struct hearing *h, struct judgement *judgement)
{
    if (h->permitted.boxes.count > 0 && !shows_defect(h))
        judge_permitted(h, judgement);
    else
        judge_forbidden(h, judgement);
}
