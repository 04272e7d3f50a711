/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/language/suite.h"
#include "conformance/observe/host.h"
#include "conformance/observe/observe.h"
#include "conformance/observe/probe.h"
#include "conformance/observe/workers.h"
#include "point.h"
#include "reason.h"
#include "shrink.h"

static bool died(const struct observation *o)
{
    return o->ended == ENDED_SIGNAL || o->ended == ENDED_EXIT ||
           o->ended == ENDED_FORGED || o->ended == ENDED_TIMEOUT;
}

/* The operation that a case ended in, with the buffers alone before it: does
 * it end it too?  Else it takes what came before, and a case that does
 * without fails for another reason. */
static bool ends_alone(const struct subject *subject, const struct test_case *c,
                       const struct observation *o)
{
    struct test_case last = *c;
    struct op *ops = memory_new(c->script.count + 1, sizeof *ops);
    struct observation again;
    bool alone = false;

    last.script.ops = ops;
    last.script.count = 0;
    for (size_t k = 0; k < o->op; k++)
        if (c->script.ops[k].kind == OP_BUFFER)
            ops[last.script.count++] = c->script.ops[k];
    ops[last.script.count++] = c->script.ops[o->op];
    if (ops[last.script.count - 1].kind == OP_CALL) {
        observe(&subject->observe, &last, &again);
        alone = again.ended == o->ended && again.status == o->status;
        observation_free(&again);
    }
    free(ops);
    return alone;
}

static void find_reason(const struct subject *subject,
                        const struct test_case *c, struct finding *f)
{
    const struct observation *o = &f->observation;
    struct reason *reason = &f->reason;

    *reason = (struct reason){.verdict = f->judgement.verdict,
                              .stray = o->stray > 0,
                              .ended = o->ended};
    reason->cause_count = f->judgement.cause_count;
    memcpy(reason->causes, f->judgement.causes, sizeof reason->causes);
    strcpy(reason->other, f->judgement.other);
    if (!verdict_is_fault(reason->verdict))
        return;
    if (died(o) && o->op < c->script.count) {
        const struct op *op = &c->script.ops[o->op];

        reason->status = o->status;
        reason->op = op->kind;
        reason->call = op->kind == OP_CALL ? op->call.kind : 0;
        /* What hangs is waited for once. */
        reason->alone = o->ended != ENDED_TIMEOUT && ends_alone(subject, c, o);
    } else if (!died(o)) {
        struct point point;

        point_find(subject->dialect, c, &o->outcome, &point);
        reason->difference = point.kind;
        reason->outside = point.outside;
    }
}

/* Whether a case can be run. */
static bool subject_can(const struct subject *subject,
                        const struct test_case *c)
{
    return !probe_lacks(c, subject->dialect, subject->capabilities,
                        &subject->constants) &&
           !host_breaks(c, subject->observe.backend);
}

void finding_of(const struct subject *subject, const struct test_case *c,
                struct finding *finding)
{
    struct test_case here = *c;

    *finding = (struct finding){0};
    here.script.profil_max = subject->profil_max;
    if (!subject_can(subject, &here)) {
        finding->judgement.verdict = VERDICT_UNSUPPORTED;
        return;
    }
    observe(&subject->observe, &here, &finding->observation);
    judge_case(subject->judge, &here, &finding->observation,
               &finding->judgement);
    find_reason(subject, &here, finding);
}

/* The same causes; or the last of several: those before it are more basic, and
 * other cases show them alone. */
static bool same_causes(const struct reason *a, const struct reason *b)
{
    if (b->cause_count == 1 && a->cause_count > 1)
        return b->causes[0] == a->causes[a->cause_count - 1];
    return a->cause_count == b->cause_count &&
           memcmp(a->causes, b->causes, a->cause_count) == 0;
}

/* How many ticks a wrong counter lacks, and after which call, may be another
 * matter in a smaller case. */
static bool same_other(const struct reason *a, const struct reason *b)
{
    static const char unexplained[] = "unexplained: ";
    size_t length = sizeof unexplained - 1;

    if (a->difference != EVENT_BUFFER ||
        strncmp(a->other, unexplained, length) != 0 ||
        strncmp(b->other, unexplained, length) != 0)
        return strcmp(a->other, b->other) == 0;
    return !strstr(a->other, "a fork") == !strstr(b->other, "a fork");
}

bool reason_same(const struct reason *a, const struct reason *b)
{
    return a->verdict == b->verdict && same_causes(a, b) && same_other(a, b) &&
           a->difference == b->difference && a->outside == b->outside &&
           a->stray == b->stray && a->ended == b->ended &&
           a->status == b->status && a->op == b->op && a->call == b->call &&
           a->alone == b->alone;
}

enum { TRIES = 4000, HANGS = 8 /* that are waited for */ };

/* What the quick suite shows of an implementation. */
struct shown {
    struct case_list list;
    const struct test_case **cases;
    struct observation *seen;
    size_t count;
};

/* Without a case, if `but` is its id; together: in processes that cases share,
 * as in a run. */
static void show(const struct subject *subject, const char *but, bool together,
                 struct shown *s)
{
    struct workers_task task = {.options = &subject->observe};
    struct case_error error;
    size_t *portions;

    *s = (struct shown){0};
    if (!suite_load(&s->list, subject->dialect, false, &error))
        memory_out();
    s->cases = memory_new(s->list.count, sizeof *s->cases);
    s->seen = memory_new(s->list.count, sizeof *s->seen);
    portions = memory_new(s->list.count, sizeof *portions);
    for (size_t k = 0; k < s->list.count; k++)
        if ((s->list.cases[k].dialects >> subject->dialect & 1) &&
            !(but && strcmp(s->list.cases[k].id, but) == 0) &&
            subject_can(subject, &s->list.cases[k]))
            s->cases[s->count++] = &s->list.cases[k];
    task.cases = s->cases;
    task.count = s->count;
    if (together) {
        task_cut(&subject->observe, s->cases, s->count, portions);
        task.portions = portions;
    }
    workers_observe(&task, workers_default(), NULL, s->seen);
    free(portions);
}

static void shown_free(struct shown *s)
{
    for (size_t k = 0; k < s->count; k++)
        observation_free(&s->seen[k]);
    free(s->seen);
    free(s->cases);
    case_list_free(&s->list);
}

/* Show it to a new judge; without a case, if `but` is its id. */
static void learn(struct subject *subject, const char *but)
{
    struct shown s;

    show(subject, but, false, &s);
    judge_free(subject->judge);
    subject->judge = memory_got(judge_new(subject->dialect));
    for (size_t k = 0; k < s.count; k++)
        judge_see(subject->judge, s.cases[k], &s.seen[k]);
    judge_conclude(subject->judge);
    judge_forget(subject->judge);
    shown_free(&s);
}

bool reason_after_others(const struct subject *subject,
                         const struct test_case *c, const struct finding *found)
{
    struct shown s;
    bool differs = false;

    if (found->observation.ended != ENDED_NORMALLY)
        return false;
    show(subject, NULL, true, &s);
    for (size_t k = 0; k < s.count; k++)
        differs |= s.seen[k].batched && strcmp(s.cases[k]->id, c->id) == 0 &&
                   outcome_difference(&s.seen[k].outcome,
                                      &found->observation.outcome) >= 0;
    shown_free(&s);
    return differs;
}

/* What the search asks: whether a case fails for this reason. */
struct question_of_reason {
    const struct subject *subject;
    struct reason reason;
    unsigned hangs; /* tries that were waited for until their time limit */
};

static bool reason_holds(void *context, const struct test_case *c)
{
    struct question_of_reason *question = context;
    struct finding finding;
    bool same;

    finding_of(question->subject, c, &finding);
    same = reason_same(&question->reason, &finding.reason);
    question->hangs += finding.reason.ended == ENDED_TIMEOUT;
    if (same)
        question->reason = finding.reason;
    observation_free(&finding.observation);
    return same;
}

/* The same, until there is no time left, or too much of it was waited for. */
static bool holds_still(void *context, const struct test_case *c)
{
    const struct question_of_reason *question = context;
    time_t until = question->subject->until;

    return !(until && time(NULL) > until) && question->hangs < HANGS &&
           reason_holds(context, c);
}

bool minimal_find(struct subject *subject, const struct test_case *c,
                  struct minimal *minimal)
{
    struct question_of_reason question = {.subject = subject};
    struct shrink s = {
        .holds = holds_still, .context = &question, .limit = TRIES};

    *minimal = (struct minimal){0};
    if (!subject->judge)
        learn(subject, NULL);
    finding_of(subject, c, &minimal->finding);
    if (!verdict_is_fault(minimal->finding.reason.verdict)) {
        /* What it shows itself may be what makes it pass now. */
        observation_free(&minimal->finding.observation);
        learn(subject, c->id);
        finding_of(subject, c, &minimal->finding);
    }
    question.reason = minimal->finding.reason;
    if (!verdict_is_fault(question.reason.verdict))
        return false;
    observation_free(&minimal->finding.observation);
    s.plain = question.reason.cause_count == 0;
    shrink_case(&s, c, &minimal->list);
    /* What is left is looked at anew: it may fail at random. */
    for (unsigned k = 1; k < MINIMAL_RUNS; k++)
        minimal->again += reason_holds(&question, minimal->list.cases);
    finding_of(subject, minimal->list.cases, &minimal->finding);
    minimal->again += reason_same(&question.reason, &minimal->finding.reason);
    return true;
}

void minimal_free(struct minimal *minimal)
{
    observation_free(&minimal->finding.observation);
    case_list_free(&minimal->list);
}
