/* SPDX-License-Identifier: MIT */
#include "latitude.h"

choice_set latitude_choices(enum dialect dialect, enum rule rule)
{
    if (!dialect_has_rule(dialect, rule))
        return 1;
    return rule_choices(rule) & ~dialect_choices(dialect, rule, FORBIDDEN);
}

struct question latitude_permitted(enum dialect dialect)
{
    struct question question = {.budget = 0, .work = 1000000000};

    for (unsigned r = 0; r < RULES; r++)
        question.allowed.of[r] = latitude_choices(dialect, r);
    return question;
}

struct question latitude_known(enum dialect dialect,
                               const struct choice_sets *possible,
                               unsigned budget)
{
    struct question question = {.budget = budget, .work = 4000000};

    for (unsigned r = 0; r < RULES; r++) {
        choice_set pass = possible->of[r] & latitude_choices(dialect, r);

        question.allowed.of[r] = pass ? pass : possible->of[r];
        if (dialect_has_rule(dialect, r))
            question.extra.of[r] = possible->of[r] & ~question.allowed.of[r];
    }
    return question;
}

unsigned latitude_forbidden(enum dialect dialect, const struct box *box)
{
    unsigned n = 0;

    for (unsigned r = 0; r < RULES; r++)
        n += (box->of[r] & latitude_choices(dialect, r)) == 0;
    return n;
}

bool latitude_specified(enum dialect dialect, const struct box *box)
{
    for (unsigned r = 0; r < RULES; r++)
        if (dialect_has_rule(dialect, r) && box->of[r] != rule_choices(r) &&
            (box->of[r] & (dialect_choices(dialect, r, DECIDED) |
                           dialect_choices(dialect, r, PERMITTED))) == 0)
            return false;
    return true;
}

const struct box *latitude_simplest(enum dialect dialect,
                                    const struct box_list *boxes,
                                    const struct box_list *known)
{
    const struct box *best = NULL;
    unsigned fewest = RULES + 1;

    for (size_t i = 0; i < boxes->count; i++) {
        const struct box *box = &boxes->boxes[i];
        unsigned n = 2 * latitude_forbidden(dialect, box) +
                     !latitude_specified(dialect, box);

        if (n < fewest && (known == NULL || box_list_meets(known, box))) {
            best = box;
            fewest = n;
        }
    }
    return best;
}
