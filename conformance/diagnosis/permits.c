/* SPDX-License-Identifier: MIT */
#include "permits.h"

#include <pthread.h>

/* What the tables of a dialect come to, for each rule: worked out once. */
static struct permits {
    struct rule_set rules, roomy; /* see permits.h */
    struct question passing;      /* allowed: see permits_choices */
    struct choice_sets specified; /* what the manual speaks of; all, of a rule
                                     that it does not have */
} permits_of_dialect[DIALECTS];
static pthread_once_t worked_out = PTHREAD_ONCE_INIT;

static void work_out_rule(enum dialect dialect, enum rule rule)
{
    struct permits *l = &permits_of_dialect[dialect];
    choice_set all = rule_choices(rule);

    l->passing.allowed.of[rule] = 1;
    l->specified.of[rule] = all;
    if (!dialect_has_rule(dialect, rule))
        return;
    l->passing.allowed.of[rule] =
        all & ~dialect_choices(dialect, rule, FORBIDDEN);
    l->specified.of[rule] = dialect_choices(dialect, rule, DECIDED) |
                            dialect_choices(dialect, rule, PERMITTED);
    rule_set_add(&l->rules, rule);
    if (l->passing.allowed.of[rule] & (l->passing.allowed.of[rule] - 1))
        rule_set_add(&l->roomy, rule);
}

static void work_out(void)
{
    for (unsigned d = 0; d < DIALECTS; d++) {
        permits_of_dialect[d].passing.work = 1000000000;
        permits_of_dialect[d].passing.allowed.open =
            choices_of_dialect(d, true).open;
        for (unsigned r = 0; r < RULES; r++)
            work_out_rule(d, r);
    }
}

static const struct permits *permits_of(enum dialect dialect)
{
    pthread_once(&worked_out, work_out);
    return &permits_of_dialect[dialect];
}

struct rule_set permits_rules(enum dialect dialect)
{
    return permits_of(dialect)->rules;
}

struct rule_set permits_roomy(enum dialect dialect)
{
    return permits_of(dialect)->roomy;
}

choice_set permits_choices(enum dialect dialect, enum rule rule)
{
    return permits_of(dialect)->passing.allowed.of[rule];
}

const struct question *permits_question(enum dialect dialect)
{
    return &permits_of(dialect)->passing;
}

struct question permits_named(enum dialect dialect)
{
    struct question named = *permits_question(dialect);

    named.allowed.open = (struct rule_set){{0}};
    return named;
}

struct question permits_specified(enum dialect dialect)
{
    struct question specified = permits_named(dialect);

    for (unsigned r = 0; r < RULES; r++) {
        choice_set set =
            specified.allowed.of[r] & permits_of(dialect)->specified.of[r];

        if (set)
            specified.allowed.of[r] = set;
    }
    return specified;
}

struct question permits_known(enum dialect dialect,
                              const struct choice_sets *possible,
                              unsigned budget)
{
    struct question question = {.budget = budget, .work = 4000000};

    question.allowed.open = permits_question(dialect)->allowed.open;

    for (unsigned r = 0; r < RULES; r++) {
        choice_set pass = possible->of[r] & permits_choices(dialect, r);

        question.allowed.of[r] = pass ? pass : possible->of[r];
        if (dialect_has_rule(dialect, r))
            question.extra.of[r] = possible->of[r] & ~question.allowed.of[r];
    }
    return question;
}

static unsigned forbidden_in(const struct permits *permits,
                             const struct box *box)
{
    unsigned n = 0;

    for (unsigned r = 0; r < RULES; r++)
        n += (box->of[r] & permits->passing.allowed.of[r]) == 0;
    return n;
}

unsigned permits_forbidden(enum dialect dialect, const struct box *box)
{
    return forbidden_in(permits_of(dialect), box);
}

/* Whether a box needs no choice on which the manual is silent. */
static bool specified_in(const struct permits *permits, const struct box *box)
{
    unsigned silent = 0;

    for (unsigned r = 0; r < RULES; r++)
        silent += (box->of[r] & permits->specified.of[r]) == 0 &&
                  box->of[r] != rule_choices(r);
    return silent == 0;
}

bool permits_speaks_of(enum dialect dialect, const uint16_t *run)
{
    const struct choice_sets *specified = &permits_of(dialect)->specified;

    if (run_is_open(run))
        return false;
    for (unsigned k = 1; k <= run_length(run); k++) {
        enum rule rule = (enum rule)choice_table[run[k]].rule;

        if (rule_table[rule].count > 1 &&
            (specified->of[rule] & choice_bit((enum choice)run[k])) == 0)
            return false;
    }
    return true;
}

const struct box *permits_simplest(enum dialect dialect,
                                   const struct box_list *boxes)
{
    const struct permits *permits = permits_of(dialect);
    const struct box *best = NULL;
    unsigned fewest = RULES + 1;

    for (size_t i = 0; i < boxes->count && fewest > 0; i++) {
        const struct box *box = &boxes->boxes[i];
        unsigned n =
            2 * forbidden_in(permits, box) + !specified_in(permits, box);

        if (n < fewest) {
            best = box;
            fewest = n;
        }
    }
    return best;
}
