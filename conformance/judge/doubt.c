/* SPDX-License-Identifier: MIT */
#include "doubt.h"

#include <string.h>

/* One choice a rule, of behaviours that are left. */
static struct choice_sets one_of(const struct hypothesis *h)
{
    struct choice_sets sets;

    memcpy(sets.of, h->boxes.boxes[0].of, sizeof sets.of);
    for (unsigned r = 0; r < RULES; r++)
        if (!rule_table[r].free)
            sets.of[r] &= (choice_set)-sets.of[r];
    return sets;
}

enum { KIND_CRASH_IN_TICK = EVENT_CRASH + 1 };

/* The kind of event in which a row differs from what h leads to; -1: none. */
static int kind_of_difference(struct evidence *e, const struct hypothesis *h,
                              const struct sighting *row)
{
    const struct outcome *seen = &row->observation->outcome;
    struct workspace *w = &e->workspace;
    struct choice_sets sets = one_of(h);
    ptrdiff_t at;

    if (!workspace_fit(w, row->c))
        return -1;
    choices_begin(&w->choices, &sets);
    model_run(&w->model, &row->c->script, &w->choices, &w->outcome, w->arena,
              w->arena_size);
    at = outcome_difference(&w->outcome, seen);
    if (at < 0 || (size_t)at >= seen->count)
        return -1;
    if (seen->events[at].kind == EVENT_CRASH &&
        seen->events[at].op < row->c->script.count &&
        row->c->script.ops[seen->events[at].op].kind == OP_TICKS)
        return KIND_CRASH_IN_TICK;
    return seen->events[at].kind;
}

/* Whether another answer to the rule would change the event in which a row
 * differs from what h leads to. */
static bool influences(struct evidence *e, const struct hypothesis *h,
                       const struct sighting *row, unsigned rule)
{
    struct workspace *w = &e->workspace, other = {0};
    struct choice_sets sets = one_of(h);
    bool changed = false;
    ptrdiff_t at;

    if (!workspace_fit(w, row->c) || !workspace_fit(&other, row->c))
        return true;
    choices_begin(&w->choices, &sets);
    model_run(&w->model, &row->c->script, &w->choices, &w->outcome, w->arena,
              w->arena_size);
    at = outcome_difference(&w->outcome, &row->observation->outcome);
    sets.of[rule] = e->known.of[rule];
    choices_begin(&other.choices, &sets);
    do {
        model_run(&other.model, &row->c->script, &other.choices, &other.outcome,
                  other.arena, other.arena_size);
        changed = at >= 0 && ((size_t)at >= other.outcome.count) !=
                                 ((size_t)at >= w->outcome.count);
        if (at >= 0 && (size_t)at < other.outcome.count &&
            (size_t)at < w->outcome.count)
            changed = !event_agrees(&other.outcome.events[at],
                                    &w->outcome.events[at]);
    } while (!changed && choices_next(&other.choices));
    workspace_free(&other);
    return changed;
}

bool doubt(struct evidence *e, const struct hypothesis *h,
           const struct hypothesis *without, unsigned rule)
{
    size_t support = 0, against = 0;
    unsigned kinds = 0;

    for (size_t k = 0; k < e->count; k++)
        if (h->explains[k] && !without->explains[k]) {
            support++;
            kinds |= 1u << (kind_of_difference(e, without, &e->rows[k]) + 1);
        }
    for (size_t k = 0; k < e->count; k++) {
        if (h->explains[k])
            continue;
        if (influences(e, h, &e->rows[k], rule))
            return true;
        against += kinds >> (kind_of_difference(e, h, &e->rows[k]) + 1) & 1;
    }
    return against > support;
}
