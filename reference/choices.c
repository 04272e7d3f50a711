/* SPDX-License-Identifier: MIT */
#include "choices.h"

#include <stddef.h>

struct choice_sets choices_of_dialect(enum dialect dialect, bool unspecified)
{
    struct choice_sets sets = {0};

    for (unsigned r = 0; r < RULES; r++) {
        sets.of[r] = dialect_choices(dialect, r, DECIDED) |
                     dialect_choices(dialect, r, PERMITTED);
        if (unspecified)
            sets.of[r] |= dialect_choices(dialect, r, UNSPECIFIED);
        if (unspecified && dialect_is_open(dialect, r))
            rule_set_add(&sets.open, r);
        if (!dialect_has_rule(dialect, r))
            sets.of[r] = 1;
    }
    return sets;
}

struct choice_sets choices_known(void)
{
    struct choice_sets sets = {0};

    for (unsigned r = 0; r < RULES; r++)
        sets.of[r] = rule_choices(r);
    return sets;
}

void choices_begin(struct choices *c, const struct choice_sets *allowed)
{
    c->allowed = *allowed;
    c->budget = 0;
    c->length = 0;
    c->overflow = false;
    c->stuck = false;
    c->observed = NULL;
    c->until_odds = false;
    choices_run(c);
}

void choices_depart(struct choices *c, const struct choice_sets *extra,
                    unsigned budget)
{
    c->extra = *extra;
    c->budget = budget;
}

void choices_run(struct choices *c)
{
    c->consulted = c->opened = (struct rule_set){{0}};
    c->next = 0;
    c->lost = false;
}

/* The first choice of a set, which then has one less. */
static enum choice take_choice(enum rule rule, choice_set *set)
{
    unsigned k = (unsigned)__builtin_ctz(*set);

    *set &= (choice_set) ~(1u << k);
    return rule_table[rule].first + k;
}

bool choices_next(struct choices *c)
{
    while (c->length > 0 && c->trail[c->length - 1].left == 0)
        c->length--;
    if (c->length == 0)
        return false;

    struct decision *last = &c->trail[c->length - 1];
    if (last->open) {
        last->made = 1;
        last->left = 0;
        return true;
    }
    last->made = (uint16_t)take_choice(last->rule, &last->left);
    return true;
}

/* How many choices from extra this run has made so far. */
static unsigned departures(const struct choices *c)
{
    unsigned n = 0;

    for (unsigned i = 0; i < c->next; i++)
        n += !c->trail[i].open && (c->extra.of[c->trail[i].rule] &
                                   choice_bit(c->trail[i].made)) != 0;
    return n;
}

bool choices_either(struct choices *c, enum rule rule)
{
    struct decision *decision = &c->trail[c->next];

    if (c->next == CHOICES_TRAIL) {
        c->overflow = true;
        return false;
    }
    if (c->next == c->length) {
        *decision = (struct decision){(uint8_t)rule, true, 0, 1};
        c->length++;
    }
    c->next++;
    return decision->made;
}

bool choices_open(struct choices *c, enum rule rule)
{
    if (!rule_set_has(c->allowed.open, rule) || !choices_either(c, rule))
        return false;
    rule_set_add(&c->opened, rule);
    return true;
}

enum choice choices_decide(struct choices *c, enum rule rule, choice_set among)
{
    struct decision *decision = &c->trail[c->next];

    if (c->next == CHOICES_TRAIL) {
        c->overflow = true;
        return rule_table[rule].first;
    }
    if (c->next == c->length) {
        decision->rule = (uint8_t)rule;
        decision->open = false;
        decision->left = c->allowed.of[rule] & among;
        if (c->budget > 0 && departures(c) < c->budget)
            decision->left |= c->extra.of[rule] & among;
        if (decision->left == 0) {
            c->stuck = true;
            decision->left = 1;
        }
        decision->made = (uint16_t)take_choice(rule, &decision->left);
        c->length++;
    }
    c->next++;
    c->made[rule] = decision->made;
    if (!rule_table[rule].free)
        rule_set_add(&c->consulted, rule);
    return decision->made;
}
