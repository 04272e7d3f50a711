/* SPDX-License-Identifier: MIT */
/*
 * Which behaviours explain an observation: the model is run for every
 * combination of choices that a case asks about, and each outcome compared
 * with what was observed.
 */
#ifndef CONFORMANCE_EVALUATE_H
#define CONFORMANCE_EVALUATE_H

#include "conformance/cases/case.h"
#include "reference/model.h"
#include "runs.h"

/* Memory for running the model on one case. */
struct workspace {
    struct model model;
    struct choices choices;
    struct outcome outcome;
    unsigned char *arena;
    size_t arena_size;
};

/* False where memory ran out.  May be called again for another case. */
bool workspace_fit(struct workspace *w, const struct test_case *c);
void workspace_free(struct workspace *w);

/* What one run of the model on a script costs, in ticks. */
size_t evaluate_cost(const struct script *script);

/* Which combinations to try. */
struct question {
    struct choice_sets allowed; /* none empty */
    struct choice_sets extra;   /* at most `budget` answers from these */
    unsigned budget;
    size_t work; /* ticks to run the model for, all combinations together */
};

struct explanations {
    struct box_list boxes;      /* one for each combination that agrees */
    struct run_list agreed;     /* the same as runs */
    struct rule_set asked;      /* rules consulted in any run */
    struct rule_set opened;     /* rules that agreeing runs answered by
                                   something without a name */
    struct rule_set explaining; /* ... in the runs that agree with the fewest
                              answers from extra */
    size_t runs;
    bool exhausted; /* too many combinations: not all were tried */
};

/*
 * Try them all.  Where none agrees, outcomes that agreed longest come to the
 * fore: `near`, if given, is called for every outcome tried.  False where
 * memory ran out.  Of what was found, the boxes alone are kept as memory; free
 * them.
 */
bool evaluate(struct workspace *w, const struct test_case *c,
              const struct outcome *observed, const struct question *question,
              struct explanations *found,
              void (*near)(void *context, const struct outcome *outcome),
              void *context);

/* The same as runs alone; there are no boxes.  The memory of those that stood
 * there is used again. */
bool evaluate_runs(struct workspace *w, const struct test_case *c,
                   const struct outcome *observed,
                   const struct question *question, struct explanations *found,
                   void (*near)(void *context, const struct outcome *outcome),
                   void *context);

#endif
