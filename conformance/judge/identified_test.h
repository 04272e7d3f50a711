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
                        choice_bit((enum choice)a->behaviour.choice[r]));
}

#endif
