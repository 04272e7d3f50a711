/* SPDX-License-Identifier: MIT */
#include "doubt.h"

#include <string.h>

/* What is unexplained weighs so much against what a departure explains. */
enum { ANSWERED = 8, ALIKE = 2, SILENT = 4 };

/* A case that something explained that was in doubt weighs less than one that
 * nothing did. */
enum { DOUBTED = 1, UNEXPLAINED = 4 };

/* One choice a rule, of behaviours that are left. */
static struct choice_sets one_of(const struct hypothesis *h)
{
    struct choice_sets sets = {0};

    memcpy(sets.of, h->boxes.boxes[0].of, sizeof sets.of);
    for (unsigned r = 0; r < RULES; r++)
        if (!rule_table[r].free)
            sets.of[r] &= (choice_set)-sets.of[r];
    return sets;
}

static void run_for_doubt(struct workspace *w, const struct sighting *row)
{
    model_run(&w->model, &row->c->script, &w->choices, &w->outcome, w->arena,
              w->arena_size);
}

/* The event in which a row differs from what these lead to; -1: in none. */
static ptrdiff_t difference(struct workspace *w, const struct sighting *row,
                            const struct choice_sets *sets)
{
    choices_begin(&w->choices, sets);
    run_for_doubt(w, row);
    return outcome_difference(&w->outcome, &row->observation->outcome);
}

/* What an observation can differ in, as bits: what is alike may have one
 * reason. */
enum {
    IN_COUNTS = 1,
    IN_CHILDS_COUNTS = 2,
    IN_SILENCE = 4, /* in what it would be if no tick were counted */
    IN_TICK = 8,    /* it died there */
    IN_OTHERS = 16,
};

static unsigned kind_of(const struct event *event, const struct script *script)
{
    switch (event->kind) {
    case EVENT_BUFFER:
    case EVENT_SWEEP:
    case EVENT_SLEEP:
    case EVENT_FILE:
    case EVENT_PROFILE: return event->process ? IN_CHILDS_COUNTS : IN_COUNTS;
    case EVENT_CRASH:
        if (event->op < script->count &&
            script->ops[event->op].kind == OP_TICKS)
            return IN_TICK;
        break;
    default: break;
    }
    return (unsigned)IN_OTHERS << event->kind;
}

/* Whether a row, up to this event and with it, is what it would be if no tick
 * were counted. */
static bool is_silent(struct evidence *e, const struct sighting *row,
                      struct choice_sets sets, ptrdiff_t at)
{
    ptrdiff_t other;

    sets.of[RULE_TICKS] = choice_bit(TICKS_LOST);
    other = difference(&e->workspace, row, &sets);
    return other < 0 || other > at;
}

/* In what a row differs from what h leads to; 0: in nothing that came. */
static unsigned kind_of_difference(struct evidence *e,
                                   const struct hypothesis *h,
                                   const struct sighting *row)
{
    const struct outcome *seen = &row->observation->outcome;
    struct choice_sets sets = one_of(h);
    ptrdiff_t at;

    if (!workspace_fit(&e->workspace, row->c))
        return 0;
    at = difference(&e->workspace, row, &sets);
    if ((size_t)at >= seen->count)
        return 0;
    return kind_of(&seen->events[at], &row->c->script) |
           (is_silent(e, row, sets, at) ? IN_SILENCE : 0);
}

/* What another answer to a rule changes of what h leads to in a row. */
struct doubt_change {
    bool something;
    bool differing; /* the event in which the row differs from it */
};

/* at: the event in which the row differs; past all, where it does in none. */
static void compare_for_doubt(const struct outcome *a, const struct outcome *b,
                              size_t at, struct doubt_change *change)
{
    bool in_a = at < a->count, in_b = at < b->count;

    change->something |= outcome_difference(a, b) >= 0;
    change->differing |=
        in_a != in_b || (in_a && !event_agrees(&a->events[at], &b->events[at]));
}

static struct doubt_change changes(struct evidence *e,
                                   const struct hypothesis *h,
                                   const struct sighting *row, unsigned rule)
{
    struct workspace *w = &e->workspace, other = {0};
    struct choice_sets sets = one_of(h);
    struct doubt_change change = {true, true};

    if (workspace_fit(w, row->c) && workspace_fit(&other, row->c)) {
        size_t at = (size_t)difference(w, row, &sets);

        change = (struct doubt_change){false, false};
        sets.of[rule] = e->known.of[rule];
        choices_begin(&other.choices, &sets);
        do {
            run_for_doubt(&other, row);
            compare_for_doubt(&w->outcome, &other.outcome, at, &change);
        } while (!change.differing && choices_next(&other.choices));
    }
    workspace_free(&other);
    return change;
}

/* What a departure explains, and what stays unexplained with it. */
struct balance {
    size_t support;
    size_t answered; /* another answer shows where they differ */
    size_t touched;  /* another answer shows somewhere */
    size_t alike;    /* they differ in the same kind of event */
};

static void weigh_doubt(struct evidence *e, const struct hypothesis *h,
                        const struct hypothesis *without, unsigned rule,
                        const bool *explained, struct balance *b)
{
    unsigned kinds = 0;

    for (size_t k = 0; k < e->count; k++)
        if (h->explains[k] && !without->explains[k]) {
            b->support += UNEXPLAINED;
            kinds |= kind_of_difference(e, without, &e->rows[k]);
        }
    for (size_t k = 0; k < e->count; k++) {
        unsigned common, weight = explained[k] ? DOUBTED : UNEXPLAINED;
        struct doubt_change change;

        if (h->explains[k])
            continue;
        change = changes(e, h, &e->rows[k], rule);
        b->answered += change.differing * weight;
        b->touched += change.something * weight;
        common = kinds & (kind_of_difference(e, h, &e->rows[k]) |
                          kind_of_difference(e, without, &e->rows[k]));
        b->alike += (common & IN_SILENCE ? SILENT : common != 0) * weight;
    }
}

bool doubt(struct evidence *e, const struct hypothesis *h,
           const struct hypothesis *without, unsigned rule,
           const bool *explained)
{
    struct balance b = {0};

    weigh_doubt(e, h, without, rule, explained, &b);
    return ANSWERED * b.answered >= b.support || b.touched >= b.support ||
           ALIKE * b.alike > b.support;
}
