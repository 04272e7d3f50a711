/* SPDX-License-Identifier: MIT */
/* An implementation that is the model with a system's choices, asked what it
 * does. */
#ifndef CONFORMANCE_IDENTIFIED_TEST_H
#define CONFORMANCE_IDENTIFIED_TEST_H

#include "reference/unit_test.h"

#include "identify.h"
#include "kept_test.h"

struct asked {
    struct behaviour behaviour;
    struct workspace workspace;
    const char *odd; /* a case on which it does what nothing explains */
    const char *hangs, *absent; /* that it hangs on; that can't be put */
    struct identity identity;
};

static inline struct asked asked_begin(enum system system)
{
    struct asked a = {.odd = NULL};

    for (unsigned r = 0; r < RULES; r++)
        a.behaviour.choice[r] = (uint16_t)system_choice(system, r);
    return a;
}

static inline void asked_end(struct asked *a)
{
    identity_free(&a->identity);
    workspace_free(&a->workspace);
}

static inline bool is(const char *name, const struct test_case *c)
{
    return name && strcmp(name, c->slug) == 0;
}

static inline bool ask(void *context, const struct test_case *c,
                       struct observation *o)
{
    struct asked *a = context;

    if (is(a->absent, c))
        return false;
    simulate_kept(&a->workspace, c, &a->behaviour, o);
    if (is(a->odd, c))
        o->arena[SCRIPT_ZONE + 12] = 77;
    if (is(a->hangs, c))
        o->ended = ENDED_TIMEOUT;
    return true;
}

/* No choice of its own is struck out of those of a dialect's rules. */
static inline void asked_has_its_own(const struct asked *a,
                                     enum dialect dialect)
{
    for (unsigned r = 0; r < RULES; r++)
        if (dialect_has_rule(dialect, r))
            assert_true(a->identity.left.of[r] &
                        choice_bit(a->behaviour.choice[r]));
}

/* What the combinations of what is left come to on a case: whether any, and
 * whether all, are what the implementation does; with the choices of those that
 * are, and what they consult. */
static inline void try_all(struct asked *a, const struct test_case *c,
                           bool *any, bool *all, struct choice_sets *used,
                           struct rule_set *rules)
{
    struct workspace w = {0};
    struct observation o;

    *any = false;
    *all = true;
    *used = (struct choice_sets){0};
    simulate(&a->workspace, c, &a->behaviour, &o);
    workspace_fit(&w, c);
    choices_begin(&w.choices, &a->identity.left);
    do {
        model_run(&w.model, &c->script, &w.choices, &w.outcome, w.arena,
                  w.arena_size);
        *rules = rule_set_join(*rules, w.choices.consulted);
        if (outcome_difference(&w.outcome, &o.outcome) >= 0) {
            *all = false;
            continue;
        }
        *any = true;
        for (unsigned r = 0; r < RULES; r++)
            used->of[r] |= rule_set_has(w.choices.consulted, r)
                               ? choice_bit(w.choices.made[r])
                               : a->identity.left.of[r];
    } while (choices_next(&w.choices));
    workspace_free(&w);
}

#endif
