/* SPDX-License-Identifier: MIT */
#include "evaluate.h"

#include <stdlib.h>

/* What running the model costs apart from its ticks, in ticks: each run, and
 * so many bytes of buffer. */
enum { RUN_COST = 100, BYTES_A_TICK = 16 };

bool workspace_fit(struct workspace *w, const struct test_case *c)
{
    size_t arena = model_arena_size(&c->script) + 1;
    size_t events = model_event_limit(&c->script);

    if (arena > w->arena_size) {
        unsigned char *bytes = realloc(w->arena, arena);

        if (bytes == NULL)
            return false;
        w->arena = bytes;
        w->arena_size = arena;
    }
    if (events > w->outcome.capacity) {
        struct event *grown =
            realloc(w->outcome.events, events * sizeof *grown);

        if (grown == NULL)
            return false;
        w->outcome.events = grown;
        w->outcome.capacity = events;
    }
    return true;
}

void workspace_free(struct workspace *w)
{
    free(w->arena);
    free(w->outcome.events);
}

size_t evaluate_cost(const struct script *script)
{
    size_t ticks = RUN_COST;

    for (size_t i = 0; i < script->count; i++) {
        const struct op *op = &script->ops[i];

        if (op->kind == OP_BUFFER)
            ticks += op->size / BYTES_A_TICK;
        for (size_t k = 0; k < op->tick_count; k++)
            ticks += op->ticks[k].count;
    }
    return ticks;
}

/* How many of a run's answers are from extra. */
static unsigned departures_of_run(const struct choices *run,
                                  const struct choice_sets *extra)
{
    unsigned n = 0;

    RULE_SET_EACH (r, run->asked)
        n += (extra->of[r] & choice_bit((enum choice)run->made[r])) != 0;
    return n;
}

/* A run that agrees. */
static bool note_agreeing(struct explanations *found, const struct choices *run,
                          unsigned departures, unsigned *fewest)
{
    found->opened = rule_set_join(found->opened, run->opened);
    if (departures < *fewest)
        found->explaining = (struct rule_set){{0}};
    if (departures <= *fewest) {
        found->explaining = rule_set_join(found->explaining, run->asked);
        *fewest = departures;
    }
    return run_list_add(&found->agreed, run);
}

bool evaluate_runs(struct workspace *w, const struct test_case *c,
                   const struct outcome *observed,
                   const struct question *question, struct explanations *found,
                   void (*near)(void *context, const struct outcome *outcome),
                   void *context)
{
    size_t limit = question->work / evaluate_cost(&c->script);
    unsigned fewest = RULES;

    run_list_clear(&found->agreed);
    *found = (struct explanations){.agreed = found->agreed};
    choices_begin(&w->choices, &question->allowed);
    w->choices.observed = observed;
    if (question->budget > 0)
        choices_depart(&w->choices, &question->extra, question->budget);
    do {
        unsigned n = 0;

        if (found->runs++ == limit + 1) {
            found->exhausted = true;
            break;
        }
        model_run(&w->model, &c->script, &w->choices, &w->outcome, w->arena,
                  w->arena_size);
        found->asked = rule_set_join(found->asked, w->choices.asked);
        if (near != NULL)
            near(context, &w->outcome);
        if (outcome_difference(&w->outcome, observed) >= 0)
            continue;
        if (question->budget > 0)
            n = departures_of_run(&w->choices, &question->extra);
        if (!note_agreeing(found, &w->choices, n, &fewest))
            return false;
    } while (choices_next(&w->choices));
    return true;
}

bool evaluate(struct workspace *w, const struct test_case *c,
              const struct outcome *observed, const struct question *question,
              struct explanations *found,
              void (*near)(void *context, const struct outcome *outcome),
              void *context)
{
    bool good;

    *found = (struct explanations){0};
    good = evaluate_runs(w, c, observed, question, found, near, context) &&
           run_list_boxes(&found->agreed, false, &found->boxes);
    free(found->agreed.words);
    found->agreed = (struct run_list){0};
    return good;
}
