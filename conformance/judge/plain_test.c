/* SPDX-License-Identifier: MIT */
/*
 * Judging, compared with the plain way: a cleared model for each run, the
 * tables of the dialect asked choice by choice, and every run looked at.  The
 * judge under test reuses memory that was filled with rubbish before.  And a
 * judge that was shown the case, compared with one that has forgotten it and
 * tries all again.
 */
#include <stdlib.h>
#include <string.h>

#include "conformance/diagnosis/evaluate.h"
#include "conformance/diagnosis/text.h"
#include "conformance/language/generate.h"
#include "conformance/language/stream.h"
#include "judge.h"
#include "judge_state.h"
#include "reference/unit_test.h"

enum { RUBBISH = 0xa5, STRIDE = 7, BEHAVIOURS = 3, SHOWN = 16, ROUNDS = 24 };

/* One case, and a behaviour that was seen on it. */
struct plain {
    enum dialect dialect;
    struct workspace shown, plain;
    struct judge *judge;
    struct observation seen;
    uint64_t random;
    size_t verdicts[VERDICTS];
};

static choice_set passing(enum dialect dialect, enum rule rule)
{
    choice_set set = 0;

    for (unsigned k = 0; k < rule_table[rule].count; k++)
        if (dialect_permission(dialect, rule_table[rule].first + k) !=
            FORBIDDEN)
            set |= (choice_set)(1u << k);
    return set ? set : 1;
}

static bool is_silent(enum dialect dialect, const struct choices *run)
{
    if (!rule_set_empty(run->opened))
        return true;
    for (unsigned r = 0; r < RULES; r++)
        if (rule_set_has(run->consulted, r) && rule_table[r].count > 1 &&
            dialect_permission(dialect, run->made[r]) == UNSPECIFIED)
            return true;
    return false;
}

/* "rounding=down, fork=both": where all runs that agree made the same. */
static void name_settled(enum dialect dialect, const struct choice_sets *made,
                         char *text, size_t size)
{
    *text = '\0';
    for (unsigned r = 0; r < RULES; r++) {
        choice_set room = passing(dialect, r), left = made->of[r] & room;

        for (unsigned k = 0; k < 16 && (room & (room - 1)); k++)
            if (left == 1u << k)
                text_add(text, size, "%s%s=%s", *text ? ", " : "",
                         rule_table[r].name,
                         choice_table[rule_table[r].first + k].name);
    }
}

static enum verdict plain_verdict(struct plain *p, const struct test_case *c,
                                  char *text, size_t size)
{
    enum verdict verdict = VERDICT_FAIL;
    struct choice_sets sets = {0}, made = {0};
    struct workspace *w = &p->plain;
    bool named = false;

    *text = '\0';
    for (unsigned r = 0; r < RULES; r++) {
        sets.of[r] = passing(p->dialect, r);
        if (dialect_is_open(p->dialect, r))
            rule_set_add(&sets.open, r);
    }
    workspace_fit(w, c);
    choices_begin(&w->choices, &sets);
    do {
        memset(&w->model, 0, sizeof w->model);
        model_run(&w->model, &c->script, &w->choices, &w->outcome, w->arena,
                  w->arena_size);
        if (outcome_difference(&w->outcome, &p->seen.outcome) >= 0)
            continue;
        named = named || rule_set_empty(w->choices.opened);
        for (unsigned r = 0; r < RULES && rule_set_empty(w->choices.opened);
             r++)
            made.of[r] |= rule_set_has(w->choices.consulted, r)
                              ? choice_bit(w->choices.made[r])
                              : rule_choices(r);
        if (!is_silent(p->dialect, &w->choices))
            verdict = VERDICT_PASS;
        else if (verdict == VERDICT_FAIL)
            verdict = VERDICT_UNSPECIFIED;
    } while (choices_next(&w->choices));
    if (verdict == VERDICT_FAIL)
        return p->seen.ended == ENDED_SIGNAL ? VERDICT_CRASH : VERDICT_FAIL;
    if (named)
        name_settled(p->dialect, &made, text, size);
    return verdict;
}

static void assert_same_judgement(const struct judgement *a,
                                  const struct judgement *b)
{
    assert_int_equal(a->verdict, b->verdict);
    assert_true(rule_set_equal(a->rules, b->rules));
    assert_int_equal(a->cause_count, b->cause_count);
    assert_memory_equal(a->causes, b->causes, a->cause_count);
    assert_string_equal(a->detail, b->detail);
    assert_string_equal(a->input, b->input);
    assert_string_equal(a->why, b->why);
    assert_string_equal(a->other, b->other);
    assert_string_equal(a->seen.got, b->seen.got);
    assert_string_equal(a->seen.permitted, b->seen.permitted);
}

static void assert_as_by_another(struct plain *p, const struct test_case *c,
                                 const struct judgement *used)
{
    struct judge *other = judge_new(p->dialect);
    struct judgement fresh = {0};

    judge_case(other, c, &p->seen, &fresh);
    assert_same_judgement(used, &fresh);
    judge_free(other);
}

static void agree_on(struct plain *p, const struct test_case *c,
                     const struct behaviour *behaviour)
{
    struct judgement judgement;
    char text[sizeof judgement.detail];
    enum verdict verdict;

    simulate(&p->shown, c, behaviour, &p->seen);
    verdict = plain_verdict(p, c, text, sizeof text);
    memset(&judgement, RUBBISH, sizeof judgement);
    for (unsigned i = 0; i < judge_interfaces(p->judge); i++)
        memset(&p->judge->of[i].evidence.workspace.model, RUBBISH,
               sizeof(struct model));
    judge_case(p->judge, c, &p->seen, &judgement);
    if (judgement.verdict != verdict ||
        (*text && strcmp(judgement.detail, text) != 0))
        fail_msg("%s as %s: plainly %u: %s; here %u: %s", c->id,
                 dialect_table[p->dialect].name, verdict, text,
                 judgement.verdict, judgement.detail);
    assert_as_by_another(p, c, &judgement);
    p->verdicts[verdict]++;
}

/* A choice of each rule, of those that pass, and now and then of one that
 * fails. */
static struct behaviour draw_behaviour(struct plain *p)
{
    struct behaviour behaviour = behaviour_default(p->dialect);

    for (unsigned r = 0; r < RULES; r++) {
        unsigned k =
            (unsigned)(stream_random(&p->random) % rule_table[r].count);

        if ((passing(p->dialect, r) >> k & 1) ||
            stream_random(&p->random) % 16 == 0)
            behaviour.choice[r] = (uint16_t)(rule_table[r].first + k);
    }
    return behaviour;
}

static void agree_in(enum dialect dialect, struct case_list *list,
                     size_t *verdicts)
{
    struct plain p = {.dialect = dialect,
                      .judge = judge_new(dialect),
                      .random = (uint64_t)dialect};

    for (size_t i = 0; i < list->count; i += STRIDE)
        for (unsigned k = 0; k < BEHAVIOURS; k++) {
            struct behaviour behaviour = draw_behaviour(&p);

            agree_on(&p, &list->cases[i], &behaviour);
        }
    for (unsigned v = 0; v < VERDICTS; v++)
        verdicts[v] += p.verdicts[v];
    workspace_free(&p.shown);
    workspace_free(&p.plain);
    judge_free(p.judge);
}

TEST(the_judge_says_of_generated_cases_what_the_plain_way_says)
{
    size_t verdicts[VERDICTS] = {0};

    for (int d = 0; d < DIALECTS; d++) {
        struct case_list list = {0};

        generate_mappings(&list, d);
        generate_sequences(&list, d);
        agree_in(d, &list, verdicts);
        case_list_free(&list);
    }
    assert_true(verdicts[VERDICT_PASS] > 100);
    assert_true(verdicts[VERDICT_UNSPECIFIED] > 10);
    assert_true(verdicts[VERDICT_FAIL] > 100);
}

/* Some cases of a list, and what one behaviour showed on each. */
struct shown {
    const struct test_case *cases[SHOWN];
    struct workspace workspaces[SHOWN];
    struct observation seen[SHOWN];
    struct judgement judgements[SHOWN];
    bool by_itself[SHOWN]; /* see is_by_itself */
};

static void show(struct shown *s, struct plain *p, const struct case_list *list)
{
    struct behaviour behaviour = behaviour_default(p->dialect);

    for (unsigned n = (unsigned)(stream_random(&p->random) % 12); n > 0; n--) {
        unsigned r = (unsigned)(stream_random(&p->random) % RULES);

        behaviour.choice[r] =
            (uint16_t)(rule_table[r].first +
                       stream_random(&p->random) % rule_table[r].count);
    }
    for (unsigned k = 0; k < SHOWN; k++) {
        s->cases[k] = &list->cases[stream_random(&p->random) % list->count];
        simulate(&s->workspaces[k], s->cases[k], &behaviour, &s->seen[k]);
        s->seen[k].disturbed = stream_random(&p->random) % 32 == 0;
        judge_see(p->judge, s->cases[k], &s->seen[k]);
    }
    judge_conclude(p->judge);
}

/* Whether the diagnosis knows something of just this case, which goes with it:
 * what unknown defect, or departure that holds in some cases, is behind it,
 * which other it contradicts, and whether it is explained only if it need not
 * agree with others. */
static bool is_by_itself(const struct judge *judge, const struct test_case *c,
                         const struct observation *seen)
{
    const struct side *side = &judge->of[judge_interface_of(judge, c)];
    const struct sighting *row = evidence_find(&side->evidence, c, seen);
    size_t at = row ? (size_t)(row - side->evidence.rows) : 0;

    return !row ||
           (judge->unknowns.of_row[side->first + at] == 0 &&
            side->diagnosis.partial_of[at] == 0 &&
            (row->permitted.count == 0 || side->diagnosis.explained[at]) &&
            side->diagnosis.best.loosened == 0);
}

static void judge_twice(enum dialect dialect, const struct case_list *list,
                        uint64_t seed, size_t *verdicts, size_t *causes,
                        size_t *compared)
{
    struct plain p = {
        .dialect = dialect, .judge = judge_new(dialect), .random = seed};
    struct shown *s = calloc(1, sizeof *s);
    struct judgement again;

    show(s, &p, list);
    for (unsigned k = 0; k < SHOWN; k++) {
        judge_case(p.judge, s->cases[k], &s->seen[k], &s->judgements[k]);
        s->by_itself[k] = is_by_itself(p.judge, s->cases[k], &s->seen[k]);
    }
    judge_forget(p.judge);
    for (unsigned k = 0; k < SHOWN; k++) {
        judge_case(p.judge, s->cases[k], &s->seen[k], &again);
        if (s->by_itself[k])
            assert_same_judgement(&s->judgements[k], &again);
        *compared += s->by_itself[k];
        verdicts[again.verdict]++;
        *causes += again.cause_count;
        workspace_free(&s->workspaces[k]);
    }
    free(s);
    judge_free(p.judge);
}

TEST(what_was_tried_when_a_case_was_shown_is_as_if_tried_again)
{
    size_t verdicts[VERDICTS] = {0}, causes = 0, compared = 0, all = 0;

    for (int d = 0; d < DIALECTS; d++) {
        struct case_list list = {0};

        generate_mappings(&list, d);
        generate_sequences(&list, d);
        for (unsigned k = 0; k < ROUNDS && list.count > 0; k++) {
            judge_twice(d, &list, k * 7919u + (unsigned)d, verdicts, &causes,
                        &compared);
            all += SHOWN;
        }
        case_list_free(&list);
    }
    assert_true(verdicts[VERDICT_PASS] > 50);
    assert_true(verdicts[VERDICT_FAIL] > 5);
    assert_true(causes > 5);
    assert_true(compared > all / 10 * 9);
}

TESTS(NULL, NULL)
