/* SPDX-License-Identifier: MIT */
/* From judgements to causes: one for each defect, with all of its cases. */
#ifndef CONFORMANCE_CAUSES_H
#define CONFORMANCE_CAUSES_H

#include <stdio.h>

#include "assess.h"
#include "conformance/language/case.h"
#include "conformance/language/observation.h"
#include "conformance/results/results.h"
#include "judge.h"

/* What a judgement has of causes; see judge.h. */
struct blamed {
    uint8_t interface, cause_count;
    uint8_t causes[DEPARTURES];
    char other[sizeof((struct judgement *)0)->other];
};

struct blamed causes_of(const struct judgement *judgement);

/* Fill in the run's causes, and those of each of its cases, to which these
 * belong, one each. */
void causes_gather(const struct judge *judge, enum dialect dialect,
                   const struct blamed *blamed, struct results *results);

/* Which of a case's causes is that of the run; -1: none, or one of no rule. */
int causes_find(const struct judge *judge, enum dialect dialect,
                const struct blamed *blamed, const struct cause *cause);

/*
 * The separating case: where another choice would explain as much in the place
 * of a blame, a case on which the two lead to outcomes of which none is the
 * same.
 *
 * What each of the two behaviours can lead to is taken from all that is left of
 * it, so that a case which is found separates them, whatever it shows; a case
 * that would separate them only perhaps is not found.
 */

/*
 * The case of the suite that separates a blame from the most of its rivals, the
 * cheapest of them; null where there are no rivals, or none does.  It is looked
 * for among those of the interface that make no other calls than were seen and
 * are for the same kind of machine; before judge_forget.  A function of what
 * was seen, and bounded.
 */
const struct test_case *separating_find(const struct judge *judge,
                                        unsigned interface, unsigned blame,
                                        const struct case_list *suite);

/* What a report says of cases that did not pass, beside the verdict:
 * explanations, and the buffers that are wrong; cases are those that were
 * assessed. */
void annotate(enum dialect dialect, const struct assessed *cases,
              struct results *results);

/*
 * Why an observation is not what a dialect permits, for people: each wrong
 * value, what would be permitted in its place and by which choice, the
 * arithmetic of the samples that should have reached it, and what else is
 * known to do the same.
 */

/* causes: those that a diagnosis of the whole run by this dialect found, of
 * which rule, found and sentence are used; none: what explains the case by
 * itself is looked for. */
void cause_print(enum dialect dialect, const struct test_case *c,
                 const struct observation *observation,
                 const struct cause *causes, size_t count, FILE *out);

#endif
