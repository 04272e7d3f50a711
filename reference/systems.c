/* SPDX-License-Identifier: MIT */
#include "systems.h"

#include <string.h>

const struct system_row system_table[SYSTEMS] = {
#define SYSTEM(id, name, dialect, calls, bits, source, beyond)                 \
    [SYSTEM_##id] = {                                                          \
        name, source, beyond, DIALECT_##dialect, SYSTEM_CALLS_##calls, bits},
#define TAKES(rule, choice)
#include "systems.def"
#undef SYSTEM
#undef TAKES
};

/* A choice plus 1; 0: the row does not name that rule. */
static const uint16_t taken[SYSTEMS + 1][RULES + 1] = {
    [SYSTEMS] =
        {
#define SYSTEM(id, name, dialect, calls, bits, source, beyond)                 \
    }                                                                          \
    , [SYSTEM_##id] = {
#define TAKES(rule, choice) [RULE_##rule] = rule##_##choice + 1,
#include "systems.def"
#undef SYSTEM
#undef TAKES
        },
};

bool system_names(enum system system, enum rule rule)
{
    return taken[system][rule] != 0;
}

enum choice system_choice(enum system system, enum rule rule)
{
    return system_names(system, rule)
               ? taken[system][rule] - 1
               : dialect_first_choice(system_table[system].dialect, rule);
}

int system_by_name(const char *name)
{
    for (int s = 0; s < SYSTEMS; s++)
        if (strcmp(system_table[s].name, name) == 0)
            return s;
    return -1;
}

/* A row with RULES for each system, and after it those of the rules that it
 * lacks; in the order of the table. */
static const struct {
    enum system system;
    enum rule rule;
} lacking[] = {
#define SYSTEM(id, name, dialect, calls, bits, source, beyond)                 \
    {SYSTEM_##id, RULES},
#define TAKES(rule, choice)
#define LACKS(rule) {SYSTEMS, RULE_##rule},
#include "systems.def"
#undef SYSTEM
#undef TAKES
};

bool system_lacks(enum system system, enum rule rule)
{
    enum system of = SYSTEMS;

    for (size_t k = 0; k < sizeof lacking / sizeof *lacking; k++)
        if (lacking[k].rule == RULES)
            of = lacking[k].system;
        else if (of == system && lacking[k].rule == rule)
            return true;
    return false;
}
