/* SPDX-License-Identifier: MIT */
/*
 * Which behaviours explain an observation: the model is run for every
 * combination of choices that a case consults, and each outcome compared
 * with what was observed.
 */
#ifndef CONFORMANCE_EVALUATE_H
#define CONFORMANCE_EVALUATE_H

#include "conformance/language/case.h"
#include "conformance/language/observation.h"
#include "inference.h"
#include "reference/model.h"
#include "reference/outcome.h"

/* Memory for running the model on one case. */
struct workspace {
    struct model model;
    struct choices choices;
    struct outcome outcome;
    unsigned char *arena;
    size_t arena_size;
};

/* May be called again for another case. */
void workspace_fit(struct workspace *w, const struct test_case *c);
void workspace_free(struct workspace *w);

/* Run the model on a case, by the first of these choices; and by the next of
 * them, until none is left.  The outcome is the workspace's. */
void workspace_first(struct workspace *w, const struct test_case *c,
                     const struct choice_sets *sets);
bool workspace_next(struct workspace *w, const struct test_case *c);
/* By its choices as they are. */
void workspace_run(struct workspace *w, const struct test_case *c);

/* What one run of the model on a script costs, in ticks. */
size_t evaluate_cost(const struct script *script);

/* Which combinations to try. */
struct question {
    struct choice_sets allowed; /* none empty */
    struct choice_sets extra;   /* at most `budget` answers from these */
    unsigned budget;
    size_t work; /* ticks to run the model for, all combinations together */
    bool errno_tells; /* a call that left an error and did not return 0 failed:
                         that it succeeded, and errno was whatever it was
                         before, does not agree */
    bool one;         /* the first that agrees is enough */
    bool until_odds;  /* of runs at odds at one event, one is made: what they
                         would do and consult afterwards is of no interest */
};

struct explanations {
    struct box_list boxes;      /* one for each combination that agrees */
    struct run_list agreed;     /* the same as runs */
    struct rule_set consulted;  /* rules consulted in any run */
    struct rule_set opened;     /* rules that agreeing runs answered by
                                   something without a name */
    struct rule_set explaining; /* ... in the runs that agree with the fewest
                              answers from extra */
    size_t runs;
    bool exhausted; /* too many combinations: not all were tried */
};

/*
 * Try them all.  `near`, if given, is called for every outcome tried; where
 * none agrees it may keep those that agree longest.  Of what was found, the
 * boxes alone are kept as memory; free them.
 */
void evaluate(struct workspace *w, const struct test_case *c,
              const struct outcome *observed, const struct question *question,
              struct explanations *found,
              void (*near)(void *context, const struct outcome *outcome),
              void *context);

/* The same as runs alone; there are no boxes.  The memory of runs that were in
 * found is used again. */
void evaluate_runs(struct workspace *w, const struct test_case *c,
                   const struct outcome *observed,
                   const struct question *question, struct explanations *found,
                   void (*near)(void *context, const struct outcome *outcome),
                   void *context);

/* Whether some of a question's outcomes agrees: the first that does is enough,
 * and of the others no more is run than shows that they do not. */
bool evaluate_agrees(struct workspace *w, const struct test_case *c,
                     const struct outcome *observed,
                     const struct question *question);

/*
 * The model as an implementation: what a case would show of an
 * implementation with a given behaviour.
 */

/* A behaviour: one choice for every rule. */
struct behaviour {
    uint16_t choice[RULES];
};

/* The dialect's first choice of each rule. */
struct behaviour behaviour_default(enum dialect dialect);

/* As sets of one choice each. */
struct choice_sets behaviour_sets(const struct behaviour *behaviour);

/* Fill in the observation.  Its outcome points into the workspace, until that
 * is used again: observation_free is not for it. */
void simulate(struct workspace *w, const struct test_case *c,
              const struct behaviour *behaviour,
              struct observation *observation);

/* The choices that fail nobody in a dialect, those on which its manual is
 * silent too.  seen_only: of a function that may return void, that alone, as no
 * value can be seen. */
struct choice_sets evaluate_allowed(enum dialect dialect, bool seen_only);

/*
 * Everything the dialect permits on a case: calls back once for every different
 * permitted outcome, with the choices that lead to it; seen_only: see
 * evaluate_allowed.  Stops after limit outcomes; returns how many there were.
 */
size_t evaluate_permitted(enum dialect dialect, const struct test_case *c,
                          bool seen_only, size_t limit,
                          void (*outcome)(void *context,
                                          const struct outcome *outcome,
                                          const struct choices *choices),
                          void *context);

/* Outcomes of the model that outlive the next run of it. */

/* A copy that owns all that it points to. */
void outcome_copy(struct outcome *copy, const struct outcome *outcome);
void outcome_copy_free(struct outcome *copy);

#endif
