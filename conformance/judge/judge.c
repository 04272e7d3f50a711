/* SPDX-License-Identifier: MIT */
#include "judge.h"

#include <stdlib.h>
#include <string.h>

#include "diagnose.h"
#include "latitude.h"
#include "text.h"

/* Defects that show in one case for the first time together, at most: beyond
 * that it is said that none known explains it. */
enum { DEFECTS = 2 };

/* What one interface's cases have shown. */
struct knowledge {
    struct box_list boxes;
    uint64_t asked;      /* rules its cases consulted */
    uint64_t conflicted; /* rules that no single choice explains */
};

struct judge {
    enum dialect dialect;
    bool again;          /* nothing is learnt */
    unsigned interfaces; /* profil alone, or profil and sprofil apart */
    struct knowledge of[2];
    struct workspace workspace;
};

struct judge *judge_new(enum dialect dialect)
{
    struct judge *judge = calloc(1, sizeof *judge);
    struct box everything = box_everything();

    if (judge == NULL)
        return NULL;
    judge->dialect = dialect;
    judge->interfaces = 1;
    if (dialect_permission(dialect, PROFIL_MEMBER_OWN) == DECIDED &&
        dialect_has_rule(dialect, RULE_COUNTER_WIDTH))
        judge->interfaces = 2;
    if (!box_list_add(&judge->of[0].boxes, &everything) ||
        !box_list_add(&judge->of[1].boxes, &everything)) {
        judge_free(judge);
        return NULL;
    }
    return judge;
}

void judge_free(struct judge *judge)
{
    if (judge == NULL)
        return;
    free(judge->of[0].boxes.boxes);
    free(judge->of[1].boxes.boxes);
    workspace_free(&judge->workspace);
    free(judge);
}

unsigned judge_interfaces(const struct judge *judge)
{
    return judge->interfaces;
}

const char *judge_interface_name(unsigned interface)
{
    return interface ? "sprofil" : "profil";
}

/* Which interface a case tells about. */
static struct knowledge *knowledge_of(struct judge *judge,
                                      const struct test_case *c)
{
    bool sprofil = false;

    for (size_t i = 0; i < c->script.count; i++)
        sprofil = sprofil || (c->script.ops[i].kind == OP_CALL &&
                              c->script.ops[i].call.kind == CALL_SPROFIL);
    return &judge->of[sprofil && judge->interfaces == 2];
}

/* One case being judged. */
struct trial_of_case {
    struct judge *judge;
    const struct test_case *c;
    const struct observation *observation;
    struct knowledge *knowledge;
    struct explanations seen;      /* within what is still possible */
    struct explanations permitted; /* within what the dialect lets pass */
    struct box_list both;          /* seen, and known before */
    struct divergence divergence;
};

static void note_difference(void *context, const struct outcome *outcome)
{
    divergence_add(context, outcome);
}

/* Which behaviours within what is still possible explain the case. */
static bool look_within_known(struct trial_of_case *t, unsigned budget)
{
    struct judge *judge = t->judge;
    struct choice_sets hull = box_list_hull(&t->knowledge->boxes);
    struct question known = latitude_known(judge->dialect, &hull, budget);

    free(t->seen.boxes.boxes);
    if (!evaluate(&judge->workspace, t->c, &t->observation->outcome, &known,
                  &t->seen, NULL, NULL))
        return false;
    box_list_merge(&t->seen.boxes);
    return box_list_intersect(&t->knowledge->boxes, &t->seen.boxes, &t->both);
}

static bool look(struct trial_of_case *t)
{
    struct judge *judge = t->judge;
    const struct outcome *observed = &t->observation->outcome;
    struct question permitted = latitude_permitted(judge->dialect);

    if (!workspace_fit(&judge->workspace, t->c))
        return false;
    for (unsigned budget = 1; budget <= DEFECTS && t->both.count == 0; budget++)
        if (!look_within_known(t, budget))
            return false;

    const struct box *box =
        latitude_simplest(judge->dialect, &t->seen.boxes, &t->knowledge->boxes);
    if (box != NULL && latitude_forbidden(judge->dialect, box) == 0)
        return box_list_add(&t->permitted.boxes, box);
    t->divergence = (struct divergence){.c = t->c, .observed = observed};
    return evaluate(&judge->workspace, t->c, observed, &permitted,
                    &t->permitted, note_difference, &t->divergence);
}

/* Keep what the case has shown, if it agrees with what was known. */
static void learn(struct trial_of_case *t)
{
    if (t->judge->again || t->seen.exhausted || t->both.count == 0)
        return;

    struct box_list before = t->knowledge->boxes;
    t->knowledge->boxes = t->both;
    t->both = before;
}

/* "rounding=down", for each rule with room in it that the case settled. */
static void name_choices(struct trial_of_case *t, struct judgement *judgement)
{
    struct choice_sets hull = box_list_hull(&t->seen.boxes);

    for (unsigned r = 0; r < RULES; r++) {
        choice_set room = latitude_choices(t->judge->dialect, r);
        choice_set left = hull.of[r] & room;

        if (!dialect_has_rule(t->judge->dialect, r) ||
            (room & (room - 1)) == 0 || left == 0 || (left & (left - 1)) != 0)
            continue;
        for (unsigned k = 0; k < rule_table[r].count; k++)
            if (left >> k & 1)
                text_add(judgement->detail, sizeof judgement->detail, "%s%s=%s",
                         *judgement->detail ? ", " : "", rule_table[r].name,
                         choice_table[rule_table[r].first + k].name);
    }
}

/* The rules in which a box and what is known have nothing in common. */
static uint64_t conflict(const struct knowledge *knowledge,
                         const struct choice_sets *other)
{
    struct choice_sets hull = box_list_hull(&knowledge->boxes);
    uint64_t rules = 0;

    for (unsigned r = 0; r < RULES; r++)
        if ((hull.of[r] & other->of[r]) == 0)
            rules |= UINT64_C(1) << r;
    return rules;
}

static void judge_inconsistent(struct trial_of_case *t,
                               struct judgement *judgement)
{
    struct choice_sets hull = box_list_hull(&t->permitted.boxes);
    uint64_t rules = conflict(t->knowledge, &hull);
    char input[400];

    diagnose_input(t->c, input, sizeof input);
    judgement->verdict = VERDICT_INCONSISTENT;
    t->knowledge->conflicted |= rules;
    text_add(judgement->detail, sizeof judgement->detail,
             "%s: permitted by itself, but not with what earlier cases "
             "showed",
             input);
    for (unsigned r = 0, n = 0; r < RULES; r++)
        if (rules >> r & 1)
            text_add(judgement->why, sizeof judgement->why, "%s%s",
                     n++ ? ", " : "", rule_table[r].name);
    text_add(judgement->detail, sizeof judgement->detail, "%s%s",
             *judgement->why ? " of " : "", judgement->why);
}

/* Whether what other cases have shown leaves no explanation but a defect that
 * they have not: then a permitted one for this case alone is none. */
static bool shows_defect(const struct trial_of_case *t)
{
    const struct box *box = latitude_simplest(t->judge->dialect, &t->seen.boxes,
                                              &t->knowledge->boxes);
    struct choice_sets hull = box_list_hull(&t->knowledge->boxes);

    for (unsigned r = 0; box != NULL && r < RULES; r++) {
        choice_set pass = latitude_choices(t->judge->dialect, r);

        if ((box->of[r] & pass) == 0 && (hull.of[r] & pass) != 0)
            return true;
    }
    return false;
}

static void judge_permitted(struct trial_of_case *t,
                            struct judgement *judgement)
{
    const struct box *box =
        latitude_simplest(t->judge->dialect, &t->permitted.boxes, NULL);

    if (t->both.count == 0 && !t->seen.exhausted) {
        judge_inconsistent(t, judgement);
        return;
    }
    learn(t);
    judgement->verdict = latitude_specified(t->judge->dialect, box)
                             ? VERDICT_PASS
                             : VERDICT_UNSPECIFIED;
    name_choices(t, judgement);
}

/* Which forbidden choices the observation comes from, if any are known. */
static void name_defect(struct trial_of_case *t, char *text, size_t size)
{
    enum dialect dialect = t->judge->dialect;
    const struct box *box =
        latitude_simplest(dialect, &t->seen.boxes, &t->knowledge->boxes);
    struct explanations anywhere = {0};

    if (box != NULL) {
        learn(t);
    } else {
        struct choice_sets all = choices_known();
        struct question question = latitude_known(dialect, &all, 2);

        if (!evaluate(&t->judge->workspace, t->c, &t->observation->outcome,
                      &question, &anywhere, NULL, NULL))
            anywhere.boxes.count = 0;
        box = latitude_simplest(dialect, &anywhere.boxes, NULL);
    }
    if (box == NULL) {
        snprintf(text, size, JUDGE_UNEXPLAINED);
    } else {
        struct choice_sets found;

        memcpy(found.of, box->of, sizeof found.of);
        t->knowledge->conflicted |= conflict(t->knowledge, &found);
        diagnose_choices(dialect, box, text, size);
    }
    free(anywhere.boxes.boxes);
}

static void judge_forbidden(struct trial_of_case *t,
                            struct judgement *judgement)
{
    const struct observation *o = t->observation;
    char input[400], difference[320], why[JUDGE_WHY];

    diagnose_input(t->c, input, sizeof input);
    if (t->permitted.boxes.count > 0)
        snprintf(difference, sizeof difference,
                 "permitted by itself, but with what other cases showed");
    else if (o->ended == ENDED_NORMALLY)
        diagnose_difference(&t->divergence, difference, sizeof difference);
    else
        diagnose_end(t->c, o, difference, sizeof difference);
    judgement->verdict =
        o->ended == ENDED_NORMALLY ? VERDICT_FAIL : VERDICT_CRASH;
    if (o->disturbed) {
        judgement->verdict = VERDICT_INCONCLUSIVE;
        snprintf(why, sizeof why,
                 "a tick of its own clock may have slipped in");
    } else if (t->permitted.exhausted) {
        judgement->verdict = VERDICT_ERROR;
        snprintf(why, sizeof why, "too many choices to try them all");
    } else {
        name_defect(t, why, sizeof why);
    }
    snprintf(judgement->detail, sizeof judgement->detail, "%s: %s: %s", input,
             difference, why);
    strcpy(judgement->why, why);
}

static void judge_outcome(struct judge *judge, const struct test_case *c,
                          const struct observation *observation,
                          struct judgement *judgement)
{
    struct trial_of_case t = {.judge = judge,
                              .c = c,
                              .observation = observation,
                              .knowledge = knowledge_of(judge, c)};

    if (!look(&t)) {
        judgement->verdict = VERDICT_ERROR;
        snprintf(judgement->detail, sizeof judgement->detail,
                 "out of memory while judging");
    } else {
        for (unsigned r = 0; r < RULES; r++)
            if (((t.seen.explaining | t.permitted.asked) >> r & 1) &&
                dialect_has_rule(judge->dialect, r))
                judgement->rules |= UINT64_C(1) << r;
        t.knowledge->asked |= judgement->rules;
        if (t.permitted.boxes.count > 0 && !shows_defect(&t))
            judge_permitted(&t, judgement);
        else
            judge_forbidden(&t, judgement);
    }
    free(t.seen.boxes.boxes);
    free(t.permitted.boxes.boxes);
    free(t.both.boxes);
}

/* What the observation has in words besides its outcome. */
static void add_note(const struct test_case *c,
                     const struct observation *observation,
                     struct judgement *judgement)
{
    char *detail = judgement->detail;

    if (!*observation->note || judgement->verdict == VERDICT_PASS)
        return;
    if (judgement->verdict == VERDICT_UNSPECIFIED) {
        judgement->finding = true;
        diagnose_input(c, detail, sizeof judgement->detail / 2);
    }
    text_add(detail, sizeof judgement->detail, "%s%s",
             !*detail             ? ""
             : judgement->finding ? ": "
                                  : "; ",
             observation->note);
}

void judge_case(struct judge *judge, const struct test_case *c,
                const struct observation *observation,
                struct judgement *judgement)
{
    char text[320];

    *judgement = (struct judgement){.verdict = VERDICT_ERROR};
    switch (observation->ended) {
    case ENDED_UNSUPPORTED: judgement->verdict = VERDICT_UNSUPPORTED; break;
    case ENDED_HARNESS: break;
    case ENDED_TIMEOUT:
        judgement->verdict = VERDICT_TIMEOUT;
        diagnose_input(c, judgement->detail, sizeof judgement->detail / 2);
        diagnose_end(c, observation, text, sizeof text);
        text_add(judgement->detail, sizeof judgement->detail, ": %s", text);
        return;
    default: judge_outcome(judge, c, observation, judgement);
    }
    if (observation->stray > 0) {
        judgement->verdict = VERDICT_FAIL;
        text_add(judgement->detail, sizeof judgement->detail,
                 "%s%u bytes were written far outside the buffer",
                 *judgement->detail ? "; " : "", observation->stray);
    }
    add_note(c, observation, judgement);
}

void judge_aside(struct judge *judge, const struct test_case *c,
                 const struct observation *observation,
                 struct judgement *judgement)
{
    judge->again = true;
    judge_case(judge, c, observation, judgement);
    judge->again = false;
}

void judge_again(struct judge *judge, const struct test_case *c,
                 const struct observation *observation,
                 struct judgement *judgement)
{
    struct judgement second;

    judge_aside(judge, c, observation, &second);
    if (second.verdict == judgement->verdict)
        *judgement = second;
}

uint64_t judge_behaviour(const struct judge *judge, unsigned interface,
                         struct choice_sets *left)
{
    const struct knowledge *knowledge = &judge->of[interface];

    *left = box_list_hull(&knowledge->boxes);
    for (unsigned r = 0; r < RULES; r++)
        if (knowledge->conflicted >> r & 1)
            left->of[r] = 0;
    return knowledge->asked;
}
