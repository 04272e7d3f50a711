/* SPDX-License-Identifier: MIT */
#include "minimal.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/cases/suite.h"
#include "conformance/workers/workers.h"
#include "shrink.h"

enum { TRIES = 4000, TRIES_OF_TIMEOUT = 200 };

bool minimal_learn(struct subject *subject, const char *but)
{
    struct case_list list = {0};
    struct case_error error;
    const struct test_case **cases;
    struct observation *seen;
    size_t count = 0;
    bool good = suite_load(&list, subject->dialect, false, &error);

    judge_free(subject->judge);
    subject->judge = judge_new(subject->dialect);
    cases = calloc(list.count + 1, sizeof *cases);
    seen = calloc(list.count + 1, sizeof *seen);
    for (size_t k = 0; cases && k < list.count; k++)
        if ((list.cases[k].dialects >> subject->dialect & 1) &&
            !(but && strcmp(list.cases[k].id, but) == 0) &&
            subject_can(subject, &list.cases[k]))
            cases[count++] = &list.cases[k];
    good = good && subject->judge && cases && seen &&
           workers_observe(&(struct workers_task){.options = &subject->observe,
                                                  .cases = cases,
                                                  .count = count},
                           workers_default(), NULL, seen);
    for (size_t k = 0; good && k < count; k++)
        good = judge_see(subject->judge, cases[k], &seen[k]);
    good = good && judge_conclude(subject->judge);
    if (subject->judge)
        judge_forget(subject->judge);
    for (size_t k = 0; seen && k < count; k++)
        observation_free(&seen[k]);
    free(seen);
    free(cases);
    case_list_free(&list);
    return good;
}

/* What the search asks: whether a case fails for this reason. */
struct question_of_reason {
    const struct subject *subject;
    struct reason reason;
};

static bool reason_holds(void *context, const struct test_case *c)
{
    struct question_of_reason *question = context;
    struct finding finding;
    bool same;

    finding_of(question->subject, c, &finding);
    same = reason_same(&question->reason, &finding.reason);
    if (same)
        question->reason = finding.reason;
    finding_free(&finding);
    return same;
}

/* The same, until there is no time left. */
static bool holds_still(void *context, const struct test_case *c)
{
    const struct question_of_reason *question = context;
    time_t until = question->subject->until;

    return !(until && time(NULL) > until) && reason_holds(context, c);
}

/* What is left, looked at anew: it may fail at random. */
static enum minimal_result look_again(struct question_of_reason *question,
                                      const struct draft *draft,
                                      struct minimal *minimal)
{
    if (!draft_case(draft, &minimal->list))
        return MINIMAL_MEMORY;
    for (unsigned k = 1; k < MINIMAL_RUNS; k++)
        minimal->again += reason_holds(question, minimal->list.cases);
    finding_of(question->subject, minimal->list.cases, &minimal->finding);
    minimal->again += reason_same(&question->reason, &minimal->finding.reason);
    return MINIMAL_FOUND;
}

enum minimal_result minimal_find(struct subject *subject,
                                 const struct test_case *c,
                                 struct minimal *minimal)
{
    struct question_of_reason question = {.subject = subject};
    struct shrink s = {
        .holds = holds_still, .context = &question, .limit = TRIES};
    enum minimal_result result = MINIMAL_MEMORY;

    *minimal = (struct minimal){0};
    if (!subject->judge && !minimal_learn(subject, NULL))
        return MINIMAL_MEMORY;
    finding_of(subject, c, &minimal->finding);
    if (!reason_is_failure(minimal->finding.reason.verdict)) {
        /* What it shows itself may be what makes it pass now. */
        finding_free(&minimal->finding);
        if (!minimal_learn(subject, c->id))
            return MINIMAL_MEMORY;
        finding_of(subject, c, &minimal->finding);
    }
    question.reason = minimal->finding.reason;
    if (!reason_is_failure(question.reason.verdict))
        return MINIMAL_NOTHING;
    finding_free(&minimal->finding);
    s.plain = question.reason.cause_count == 0;
    if (question.reason.verdict == VERDICT_TIMEOUT)
        s.limit = TRIES_OF_TIMEOUT;
    if (draft_of_case(c, &s.best)) {
        shrink_all(&s);
        if (!s.failed)
            result = look_again(&question, &s.best, minimal);
    }
    draft_free(&s.best);
    return result;
}

void minimal_free(struct minimal *minimal)
{
    finding_free(&minimal->finding);
    case_list_free(&minimal->list);
}
