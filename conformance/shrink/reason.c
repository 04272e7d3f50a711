/* SPDX-License-Identifier: MIT */
#include "reason.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/delivery/observe.h"
#include "conformance/host/host.h"
#include "conformance/workers/probe.h"
#include "point.h"

bool reason_is_failure(unsigned verdict)
{
    return verdict == VERDICT_FAIL || verdict == VERDICT_CRASH ||
           verdict == VERDICT_TIMEOUT || verdict == VERDICT_INCONSISTENT;
}

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
    struct op *ops = calloc(c->script.count + 1, sizeof *ops);
    struct observation again;
    bool alone = false;

    if (!ops)
        return false;
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
    if (!reason_is_failure(reason->verdict))
        return;
    if (died(o) && o->op < c->script.count) {
        const struct op *op = &c->script.ops[o->op];

        reason->status = o->status;
        reason->op = op->kind;
        reason->call = op->kind == OP_CALL ? op->call.kind : 0;
        reason->alone = ends_alone(subject, c, o);
    } else if (!died(o)) {
        struct point point;

        point_find(subject->dialect, c, &o->outcome, &point);
        reason->difference = point.kind;
        reason->outside = point.outside;
    }
}

bool subject_can(const struct subject *subject, const struct test_case *c)
{
    char why[256];

    return probe_case(c, subject->dialect, subject->capabilities,
                      &subject->constants, why, sizeof why) &&
           !host_breaks(c, subject->observe.backend, why, sizeof why);
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

void finding_free(struct finding *finding)
{
    observation_free(&finding->observation);
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
