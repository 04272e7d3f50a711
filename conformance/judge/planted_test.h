/* SPDX-License-Identifier: MIT */
/*
 * Implementations with planted departures, and what the diagnosis makes of
 * them: the model run with a random behaviour that its dialect permits but for
 * some random choices, on every case of the quick suite.
 */
#ifndef CONFORMANCE_PLANTED_TEST_H
#define CONFORMANCE_PLANTED_TEST_H

#include <stdlib.h>
#include <string.h>

#include "conformance/diagnosis/evaluate.h"
#include "conformance/diagnosis/permits.h"
#include "conformance/language/suite.h"
#include "judge.h"
#include "judge_state.h"
#include "kept_test.h"
#include "strange_test.h"

enum { PLANTED = 4, STRANGE = 2 }; /* of each, at most */

struct planted {
    enum dialect dialect;
    struct behaviour behaviour;
    uint16_t departures[PLANTED];
    unsigned count;
    unsigned visible[PLANTED]; /* a bit for each interface in which no
                                  permitted choice in its place, all else
                                  being the same, shows the same */
    struct strange_planted strange[STRANGE]; /* of no table, besides */
    unsigned strange_count;
    uint16_t partial; /* a departure where partial_in says; 0: none */
    enum strange_place partial_in;
    struct judge *none;       /* who is shown nothing */
    struct observation *seen; /* of each case */
    const struct test_case **cases;
    size_t n;
    const bool *only;          /* the cases that count; null: all */
    uint16_t permitted[RULES]; /* before the departures */
};

/* A bit generator of our own, so that a seed is the same everywhere. */
static inline unsigned draw(uint64_t *seed, unsigned below)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((*seed >> 33) % below);
}

/* A choice of a rule. */
static inline uint16_t draw_permitted(uint64_t *seed, enum dialect dialect,
                                      enum rule rule)
{
    unsigned k;

    do
        k = draw(seed, rule_table[rule].count);
    while (!(permits_choices(dialect, rule) >> k & 1));
    return (uint16_t)(rule_table[rule].first + k);
}

/* For one run of many; the same everywhere. */
static inline uint64_t planted_seed(uint64_t seed, enum dialect dialect,
                                    unsigned count, unsigned run)
{
    uint64_t own = seed * 1000003 + dialect * 65537u + count * 257u + run;

    for (unsigned k = 0; k < 4; k++)
        draw(&own, 2);
    return own;
}

/* A call that succeeds leaves errno as it was before it. */
static inline void planted_errno(struct outcome *outcome)
{
    for (size_t k = 0; k < outcome->count; k++)
        if (outcome->events[k].error == ERROR_UNSEEN)
            outcome->events[k].error = ERROR_NONE;
}

/* Whether a departure that holds in some calls can be seen in a case: it shows
 * at the first of these, or later, or nowhere; before the first no library
 * knows that it will come. */
static inline bool planted_partly(const struct planted *p,
                                  const struct behaviour *behaviour,
                                  struct workspace *w,
                                  const struct test_case *c)
{
    size_t first = strange_first_in(&c->script, p->partial_in);
    struct observation without, with;
    struct behaviour b = *behaviour;
    const struct outcome *seen = &with.outcome;
    ptrdiff_t at;
    bool shows;

    if (first == c->script.count)
        return false;
    b.choice[choice_table[p->partial].rule] = p->partial;
    simulate_kept(w, c, behaviour, &without);
    simulate_kept(w, c, &b, &with);
    at = outcome_difference(&without.outcome, &with.outcome);
    if (at >= 0 && (size_t)at >= seen->count)
        seen = &without.outcome;
    shows = at < 0 || seen->events[at].op >= first;
    observation_free(&without);
    observation_free(&with);
    return shows;
}

/* What one case shows of it. */
static inline void planted_case(const struct planted *p,
                                const struct behaviour *behaviour,
                                struct workspace *w, const struct test_case *c,
                                struct observation *seen)
{
    struct strange_script s = strange_copy(&c->script);
    struct test_case changed = *c;
    struct behaviour b = *behaviour;
    size_t dies = s.count;

    if (p->partial && planted_partly(p, behaviour, w, c))
        b.choice[choice_table[p->partial].rule] = p->partial;
    for (unsigned k = 0; k < p->strange_count; k++) {
        size_t op = strange_change(&s, &c->script, &p->strange[k]);

        dies = op < dies ? op : dies;
    }
    changed.script.ops = s.ops;
    simulate_kept(w, &changed, &b, seen);
    planted_errno(&seen->outcome);
    for (unsigned k = 0; k < p->strange_count; k++) {
        const struct strange *strange = p->strange[k].strange;

        if (strange->mark)
            strange->mark(&c->script, &seen->outcome);
        if (strange->error)
            strange_errors(&seen->outcome, strange->error);
    }
    /* A stub looks at no argument. */
    if (dies < s.count && b.choice[RULE_TICKS] != TICKS_ENOSYS)
        strange_die(seen, dies);
    arena_free(&s.arena);
}

static inline void planted_observe(struct planted *p, const struct behaviour *b,
                                   struct observation *seen)
{
    struct workspace w = {0};

    for (size_t k = 0; k < p->n; k++)
        planted_case(p, b, &w, p->cases[k], &seen[k]);
    workspace_free(&w);
}

static inline void planted_forget(const struct planted *p,
                                  struct observation *seen)
{
    for (size_t k = 0; k < p->n; k++)
        observation_free(&seen[k]);
}

static inline bool planted_has(const struct planted *p, unsigned rule)
{
    for (unsigned k = 0; k < p->count; k++)
        if (choice_table[p->departures[k]].rule == rule)
            return true;
    return false;
}

/* Whether what is done is permitted by choices of other rules: divide-first of
 * a signed distance is signed-halving. */
static inline bool planted_is_permitted(enum dialect dialect,
                                        enum choice choice)
{
    return choice == ROUNDING_SIGNED_HALVING &&
           dialect_permission(dialect, ROUNDING_DIVIDE_FIRST) != FORBIDDEN &&
           dialect_permission(dialect, JUST_BELOW_SHIFTED) != FORBIDDEN;
}

/* Whether a library of the dialect can do that and is wrong then. */
static inline bool planted_departs(enum dialect dialect, enum choice choice)
{
    struct choice_sets known = choices_known();
    unsigned r = choice_table[choice].rule;

    return known.of[r] & choice_bit(choice) && !rule_table[r].free &&
           dialect_has_rule(dialect, r) &&
           !planted_is_permitted(dialect, choice) &&
           dialect_permission(dialect, choice) == FORBIDDEN;
}

/* A random permitted behaviour with so many random departures. */
static inline void planted_draw(struct planted *p, unsigned count,
                                uint64_t *seed)
{
    p->count = 0;
    for (unsigned r = 0; r < RULES; r++) {
        p->behaviour.choice[r] = draw_permitted(seed, p->dialect, r);
        p->permitted[r] = p->behaviour.choice[r];
    }
    while (p->count < count) {
        unsigned c = draw(seed, CHOICES), r = choice_table[c].rule;

        if (planted_has(p, r) || !planted_departs(p->dialect, c))
            continue;
        p->departures[p->count++] = (uint16_t)c;
        p->behaviour.choice[r] = (uint16_t)c;
    }
}

/* The interfaces in which something else was seen. */
static inline unsigned planted_differs(const struct planted *p,
                                       const struct observation *other)
{
    unsigned differing = 0;

    for (size_t k = 0; k < p->n; k++)
        if ((!p->only || p->only[k]) &&
            (p->seen[k].ended != other[k].ended ||
             outcome_difference(&p->seen[k].outcome, &other[k].outcome) >= 0))
            differing |= 1u << judge_interface_of(p->none, p->cases[k]);
    return differing;
}

static inline void planted_look(struct planted *p)
{
    struct observation *other = calloc(p->n + 1, sizeof *other);

    for (unsigned k = 0; k < p->count; k++) {
        unsigned r = choice_table[p->departures[k]].rule;
        choice_set set = permits_choices(p->dialect, r);

        p->visible[k] = ~0u;
        for (unsigned i = 0; p->visible[k] && i < rule_table[r].count; i++) {
            struct behaviour b = p->behaviour;

            if (!(set >> i & 1))
                continue;
            b.choice[r] = (uint16_t)(rule_table[r].first + i);
            planted_observe(p, &b, other);
            p->visible[k] &= planted_differs(p, other);
            planted_forget(p, other);
        }
    }
    free(other);
}

/* The cases of its dialect, of which nothing was seen yet. */
static inline void planted_begin(struct planted *p,
                                 const struct case_list *suite)
{
    p->none = judge_new(p->dialect);
    p->seen = calloc(suite->count, sizeof *p->seen);
    p->cases = calloc(suite->count, sizeof *p->cases);
    for (size_t k = 0; k < suite->count; k++)
        if (suite->cases[k].dialects >> p->dialect & 1)
            p->cases[p->n++] = &suite->cases[k];
}

static inline struct planted planted_new(enum dialect dialect, unsigned count,
                                         const struct case_list *suite,
                                         uint64_t seed)
{
    struct planted p = {.dialect = dialect};

    planted_begin(&p, suite);
    planted_draw(&p, count, &seed);
    planted_observe(&p, &p.behaviour, p.seen);
    planted_look(&p);
    return p;
}

/* A library that behaves so. */
static inline struct planted planted_of(enum dialect dialect,
                                        const struct case_list *suite,
                                        const struct behaviour *behaviour)
{
    struct planted p = {.dialect = dialect, .behaviour = *behaviour};

    planted_begin(&p, suite);
    planted_observe(&p, &p.behaviour, p.seen);
    return p;
}

static inline void planted_free(struct planted *p)
{
    planted_forget(p, p->seen);
    free(p->seen);
    free(p->cases);
    judge_free(p->none);
}

/* A judge's conclusion from the cases that count, without knowing this rule's
 * departures (RULES: knowing all). */
static inline struct judge *planted_judge(const struct planted *p,
                                          unsigned unknown)
{
    struct judge *judge = judge_new(p->dialect);
    struct rule_set known = {{0}};

    for (unsigned r = 0; r < RULES; r++)
        if (r != unknown)
            rule_set_add(&known, r);
    judge_suspect(judge, &known);
    for (size_t k = 0; k < p->n; k++)
        if (!p->only || p->only[k])
            judge_see(judge, p->cases[k], &p->seen[k]);
    judge_conclude(judge);
    return judge;
}

#endif
