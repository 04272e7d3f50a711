/* SPDX-License-Identifier: MIT */
#include "simulate.h"

#include <signal.h>

struct behaviour behaviour_default(enum dialect dialect)
{
    static const enum permission order[] = {DECIDED, PERMITTED, UNSPECIFIED,
                                            FORBIDDEN};
    struct behaviour behaviour;

    for (unsigned r = 0; r < RULES; r++) {
        unsigned i = 0, k = 0;

        while (dialect_choices(dialect, r, order[i]) == 0)
            i++;
        while (!(dialect_choices(dialect, r, order[i]) >> k & 1))
            k++;
        behaviour.choice[r] = (uint16_t)(rule_table[r].first + k);
    }
    return behaviour;
}

struct choice_sets behaviour_sets(const struct behaviour *behaviour)
{
    struct choice_sets sets = {0};

    for (unsigned r = 0; r < RULES; r++)
        sets.of[r] = rule_table[r].free
                         ? rule_choices(r)
                         : choice_bit((enum choice)behaviour->choice[r]);
    return sets;
}

/* Whether ticks reach an implementation that behaves so. */
static bool is_reached(const struct test_case *c,
                       const struct behaviour *behaviour)
{
    uint16_t ticks = behaviour->choice[RULE_TICKS];

    return case_has_ticks(c) && (ticks == TICKS_COUNTED || ticks == TICKS_LOST);
}

bool simulate(struct workspace *w, const struct test_case *c,
              const struct behaviour *behaviour,
              struct observation *observation)
{
    struct choice_sets sets = behaviour_sets(behaviour);

    if (!workspace_fit(w, c))
        return false;
    choices_begin(&w->choices, &sets);
    model_run(&w->model, &c->script, &w->choices, &w->outcome, w->arena,
              w->arena_size);
    *observation = (struct observation){
        .outcome = w->outcome,
        .delivered = is_reached(c, behaviour) ? DELIVERED_STUB : 0};
    if (w->outcome.count > 0) {
        const struct event *last = &w->outcome.events[w->outcome.count - 1];

        if (last->kind == EVENT_CRASH) {
            observation->ended = ENDED_SIGNAL;
            observation->status = SIGSEGV;
            observation->op = last->op;
        }
    }
    return true;
}
