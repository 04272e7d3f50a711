/* SPDX-License-Identifier: MIT */
#include "latitude.h"

#include <pthread.h>

/* What the tables of a dialect come to, for each rule: worked out once. */
static struct latitude {
    struct rule_set rules, roomy; /* see latitude.h */
    struct question passing;      /* allowed: see latitude_choices */
    struct choice_sets specified; /* what the manual speaks of; all, of a rule
                                     that it does not have */
} latitudes[DIALECTS];
static pthread_once_t worked_out = PTHREAD_ONCE_INIT;

static void work_out_rule(enum dialect dialect, enum rule rule)
{
    struct latitude *l = &latitudes[dialect];
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
        latitudes[d].passing.work = 1000000000;
        latitudes[d].passing.allowed.open = choices_of_dialect(d, true).open;
        for (unsigned r = 0; r < RULES; r++)
            work_out_rule(d, r);
    }
}

static const struct latitude *latitude_of(enum dialect dialect)
{
    pthread_once(&worked_out, work_out);
    return &latitudes[dialect];
}

struct rule_set latitude_rules(enum dialect dialect)
{
    return latitude_of(dialect)->rules;
}

struct rule_set latitude_roomy(enum dialect dialect)
{
    return latitude_of(dialect)->roomy;
}

choice_set latitude_choices(enum dialect dialect, enum rule rule)
{
    return latitude_of(dialect)->passing.allowed.of[rule];
}

const struct question *latitude_permitted(enum dialect dialect)
{
    return &latitude_of(dialect)->passing;
}

struct question latitude_named(enum dialect dialect)
{
    struct question named = *latitude_permitted(dialect);

    named.allowed.open = (struct rule_set){{0}};
    return named;
}

struct question latitude_known(enum dialect dialect,
                               const struct choice_sets *possible,
                               unsigned budget)
{
    struct question question = {.budget = budget, .work = 4000000};

    question.allowed.open = latitude_permitted(dialect)->allowed.open;

    for (unsigned r = 0; r < RULES; r++) {
        choice_set pass = possible->of[r] & latitude_choices(dialect, r);

        question.allowed.of[r] = pass ? pass : possible->of[r];
        if (dialect_has_rule(dialect, r))
            question.extra.of[r] = possible->of[r] & ~question.allowed.of[r];
    }
    return question;
}

static unsigned forbidden_in(const struct latitude *latitude,
                             const struct box *box)
{
    unsigned n = 0;

    for (unsigned r = 0; r < RULES; r++)
        n += (box->of[r] & latitude->passing.allowed.of[r]) == 0;
    return n;
}

unsigned latitude_forbidden(enum dialect dialect, const struct box *box)
{
    return forbidden_in(latitude_of(dialect), box);
}

static bool specified_in(const struct latitude *latitude, const struct box *box)
{
    unsigned silent = 0;

    for (unsigned r = 0; r < RULES; r++)
        silent += (box->of[r] & latitude->specified.of[r]) == 0 &&
                  box->of[r] != rule_choices(r);
    return silent == 0;
}

bool latitude_specified(enum dialect dialect, const struct box *box)
{
    return specified_in(latitude_of(dialect), box);
}

bool latitude_speaks_of(enum dialect dialect, const uint16_t *run)
{
    const struct choice_sets *specified = &latitude_of(dialect)->specified;

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

const struct box *latitude_simplest(enum dialect dialect,
                                    const struct box_list *boxes,
                                    const struct box_list *known)
{
    const struct latitude *latitude = latitude_of(dialect);
    const struct box *best = NULL;
    unsigned fewest = RULES + 1;

    for (size_t i = 0; i < boxes->count && fewest > 0; i++) {
        const struct box *box = &boxes->boxes[i];
        unsigned n =
            2 * forbidden_in(latitude, box) + !specified_in(latitude, box);

        if (n < fewest && (known == NULL || box_list_meets(known, box))) {
            best = box;
            fewest = n;
        }
    }
    return best;
}
