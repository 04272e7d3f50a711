/* SPDX-License-Identifier: MIT */
#include "judge.h"

#include <stdlib.h>

#include "latitude.h"
#include "text.h"
#include "verdict.h"

/* Defects that show in one case for the first time together, at most: beyond
 * that it is said that none known explains it. */
enum { DEFECTS = 2 };

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

static void note_difference(void *context, const struct outcome *outcome)
{
    divergence_add(context, outcome);
}

/* Which behaviours within what is still possible explain the case. */
static bool look_within_known(struct hearing *h, unsigned budget)
{
    struct choice_sets hull = box_list_hull(&h->knowledge->boxes);
    struct question known = hearing_known(h, &hull, budget);

    free(h->seen.boxes.boxes);
    if (!evaluate(h->workspace, h->c, &h->observation->outcome, &known,
                  &h->seen, NULL, NULL))
        return false;
    box_list_merge(&h->seen.boxes);
    return box_list_intersect(&h->knowledge->boxes, &h->seen.boxes, &h->both);
}

static bool look(struct hearing *h)
{
    const struct outcome *observed = &h->observation->outcome;
    struct question permitted = latitude_permitted(h->dialect);

    if (!workspace_fit(h->workspace, h->c))
        return false;
    for (unsigned budget = 1; budget <= DEFECTS && h->both.count == 0; budget++)
        if (!look_within_known(h, budget))
            return false;

    const struct box *box =
        latitude_simplest(h->dialect, &h->seen.boxes, &h->knowledge->boxes);
    if (box != NULL && latitude_forbidden(h->dialect, box) == 0)
        return box_list_add(&h->permitted.boxes, box);
    h->divergence = (struct divergence){.c = h->c, .observed = observed};
    return evaluate(h->workspace, h->c, observed, &permitted, &h->permitted,
                    note_difference, &h->divergence);
}

static void judge_outcome(struct judge *judge, const struct test_case *c,
                          const struct observation *observation,
                          struct judgement *judgement)
{
    struct hearing h = {.dialect = judge->dialect,
                        .c = c,
                        .observation = observation,
                        .workspace = &judge->workspace,
                        .knowledge = knowledge_of(judge, c),
                        .learns = !judge->again};

    if (!look(&h)) {
        judgement->verdict = VERDICT_ERROR;
        snprintf(judgement->detail, sizeof judgement->detail,
                 "out of memory while judging");
    } else {
        for (unsigned r = 0; r < RULES; r++)
            if ((rule_set_has(h.seen.explaining, r) ||
                 rule_set_has(h.permitted.asked, r)) &&
                dialect_has_rule(judge->dialect, r))
                rule_set_add(&judgement->rules, r);
        h.knowledge->asked =
            rule_set_join(h.knowledge->asked, judgement->rules);
        verdict_reach(&h, judgement);
    }
    free(h.seen.boxes.boxes);
    free(h.permitted.boxes.boxes);
    free(h.both.boxes);
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

struct rule_set judge_behaviour(const struct judge *judge, unsigned interface,
                                struct choice_sets *left)
{
    const struct knowledge *knowledge = &judge->of[interface];

    *left = box_list_hull(&knowledge->boxes);
    for (unsigned r = 0; r < RULES; r++)
        if (rule_set_has(knowledge->conflicted, r))
            left->of[r] = 0;
    return knowledge->asked;
}
