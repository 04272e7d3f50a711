/* SPDX-License-Identifier: MIT */
/*
 * The choices of a known system, -DTAKEN_SYSTEM=SYSTEM_HURD with its dialect: those
 * of its row in reference/systems.def, and for other rules the first that the
 * dialect decides for, else permits, else leaves open.
 */
#ifndef MUTANTS_SYSTEM_H
#define MUTANTS_SYSTEM_H

enum {
#define SYSTEM(id, name, dialect, calls, bits, source, beyond) SYSTEM_##id,
#define TAKES(rule, choice)
#include "reference/systems.def"
#undef SYSTEM
#undef TAKES
    SYSTEMS
};

/* A choice plus 1; 0: the row does not name that rule. */
static const uint16_t named[SYSTEMS + 1][RULES + 1] = {
    [SYSTEMS] =
        {
#define SYSTEM(id, name, dialect, calls, bits, source, beyond)                 \
    }                                                                          \
    , [SYSTEM_##id] = {
#define TAKES(rule, choice) [RULE_##rule] = rule##_##choice + 1,
#include "reference/systems.def"
#undef SYSTEM
#undef TAKES
        },
};

static const uint8_t rule_of[CHOICES] = {
#define RULE(id, name, question)
#define CHOICE(rule, id, name, text) RULE_##rule,
#include "reference/rules.def"
#undef RULE
#undef CHOICE
};

/* How strongly the dialect speaks for a choice. */
static const uint8_t standing[CHOICES] = {
#define DECIDES(rule, choice, clause) [rule##_##choice] = 3,
#define PERMITS(rule, choice, clause) [rule##_##choice] = 2,
#define LEAVES(rule, choice, clause)  [rule##_##choice] = 1,
#define OPEN(rule, clause)            /* its first choice, where nothing else is said */
#if AIX
#include "reference/dialects/aix.def"
#elif IRIX
#include "reference/dialects/irix.def"
#elif HPUX
#include "reference/dialects/hpux.def"
#elif FREEBSD
#include "reference/dialects/freebsd.def"
#else
#include "reference/dialects/glibc.def"
#endif
#undef DECIDES
#undef PERMITS
#undef LEAVES
#undef OPEN
};

static uint16_t chosen[RULES];

__attribute__((constructor)) static void choose_all(void)
{
    for (unsigned k = CHOICES; k-- > 0;)
        if (rule_of[k] != rule_of[chosen[rule_of[k]]] ||
            standing[k] >= standing[chosen[rule_of[k]]])
            chosen[rule_of[k]] = (uint16_t)k;
    for (unsigned r = 0; r < RULES; r++)
        if (named[TAKEN_SYSTEM][r])
            chosen[r] = named[TAKEN_SYSTEM][r] - 1;
}

static inline enum choice taken(enum rule rule)
{
    return (enum choice)chosen[rule];
}

#endif
