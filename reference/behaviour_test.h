/* SPDX-License-Identifier: MIT */
/* Behaviours for tests: one choice for every rule. */
#ifndef REFERENCE_BEHAVIOUR_TEST_H
#define REFERENCE_BEHAVIOUR_TEST_H

#include "choices.h"

/* A dialect's first permitted choice of every rule, but these choices.  The
 * first choice of rules that the dialect does not have. */
static inline struct choice_sets behaviour_of(enum dialect dialect,
                                              const enum choice *choices)
{
    struct choice_sets sets = choices_of_dialect(dialect, false);
    struct choice_sets all = choices_of_dialect(dialect, true);

    for (unsigned r = 0; r < RULES; r++) {
        if (sets.of[r] == 0)
            sets.of[r] = all.of[r];
        if (!rule_table[r].free)
            sets.of[r] &= (choice_set)-sets.of[r];
    }
    for (; *choices != NO_CHOICE; choices++)
        sets.of[choice_table[*choices].rule] = choice_bit(*choices);
    return sets;
}

#define CHOICES_ARE(...) ((const enum choice[]){__VA_ARGS__, NO_CHOICE})

#define AS_PERMITTED CHOICES_ARE(NO_CHOICE)

/* The same, ready for a run. */
static inline struct choices behave(enum dialect dialect,
                                    const enum choice *choices)
{
    struct choice_sets sets = behaviour_of(dialect, choices);
    struct choices c;

    choices_begin(&c, &sets);
    return c;
}

#endif
