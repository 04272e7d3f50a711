/* SPDX-License-Identifier: MIT */
#include "systems.h"

#include <string.h>

const struct system_row system_table[SYSTEMS] = {
#define SYSTEM(id, name, dialect, calls, bits, source, beyond)                 \
    [SYSTEM_##id] = {                                                          \
        name, source, beyond, DIALECT_##dialect, SYSTEM_CALLS_##calls, bits},
#include "systems.def"
};

static const struct {
    uint16_t taken[RULES]; /* a choice plus 1; 0: not named here */
    bool lacks[RULES];
    uint8_t like; /* a system plus 1 */
} rows[SYSTEMS + 1] = {
    [SYSTEMS] =
        {
#define SYSTEM(id, name, dialect, calls, bits, source, beyond)                 \
    }                                                                          \
    , [SYSTEM_##id] = {
#define TAKES(rule, choice) .taken[RULE_##rule] = rule##_##choice + 1,
#define LACKS(rule)         .lacks[RULE_##rule] = true,
#define LIKE(id)            .like = SYSTEM_##id + 1,
#include "systems.def"
        },
};

static uint16_t taken_by(enum system system, enum rule rule)
{
    while (rows[system].taken[rule] == 0 && rows[system].like)
        system = rows[system].like - 1;
    return rows[system].taken[rule];
}

bool system_names(enum system system, enum rule rule)
{
    return taken_by(system, rule) != 0;
}

enum choice system_choice(enum system system, enum rule rule)
{
    uint16_t taken = taken_by(system, rule);

    return taken ? taken - 1
                 : dialect_first_choice(system_table[system].dialect, rule);
}

bool system_lacks(enum system system, enum rule rule)
{
    return rows[system].lacks[rule];
}

int system_by_name(const char *name)
{
    for (int s = 0; s < SYSTEMS; s++)
        if (strcmp(system_table[s].name, name) == 0)
            return s;
    return -1;
}
