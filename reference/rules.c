/* SPDX-License-Identifier: MIT */
#include "rules.h"

#include <string.h>

#include "each.h"

/* A struct a rule, with a byte a choice: its size is their number. */
struct before_the_first_rule {
    char none;
#define RULE(id, name, question)                                               \
    }                                                                          \
    ;                                                                          \
    struct id##_choices {
#define CHOICE(rule, id, name, ...) char id##_is_one;
#include "rules.def"
#undef RULE
#undef CHOICE
};

const struct rule_row rule_table[RULES] = {
#define RULE(id, name, question)                                               \
    [RULE_##id] = {name, question, id##_FIRST_, sizeof(struct id##_choices),   \
                   RULE_##id == RULE_ERROR_PRECEDENCE},
#define CHOICE(rule, id, name, ...)
#include "rules.def"
#undef RULE
#undef CHOICE
};

const choice_set rule_all[RULES] = {
#define RULE(id, name, question)                                               \
    [RULE_##id] = (1u << sizeof(struct id##_choices)) - 1,
#define CHOICE(rule, id, name, ...)
#include "rules.def"
#undef RULE
#undef CHOICE
};

const struct choice_row choice_table[CHOICES] = {
#define RULE(id, name, question)
#define CHOICE(rule, id, name, text, done, wanted)                             \
    {name, text, done, wanted, RULE_##rule},
#include "rules.def"
#undef RULE
#undef CHOICE
};

enum {
    PROFIL = 1 << CALL_PROFIL,
    SPROFIL = PROFIL | 1 << CALL_SPROFIL,
    MONITOR = 1 << CALL_MONITOR | 1 << CALL_MONITOR_LIST |
              1 << CALL_MONITOR_STOP | 1 << CALL_MONSTARTUP |
              1 << CALL_MONCONTROL,
};

const struct dialect_row dialect_table[DIALECTS] = {
#define DIALECT_ROW(id, name, title, calls)                                    \
    [DIALECT_##id] = {name, title, calls},
#include "dialects.def"
};

const struct clause_row clause_table[] = {
#define CLAUSE(id, section, text) {id, section, text, OWNER_MANUAL},
#define CONVENTION(id, text)      {id, "By convention", text, OWNER_CONVENTION},
#define HOUSE_RULE(id, text)      {id, "House rule", text, OWNER_PROJECT},
#include "clauses.def"
#undef CLAUSE
#undef CONVENTION
#undef HOUSE_RULE
};
const size_t clause_count = sizeof clause_table / sizeof clause_table[0];

struct permit {
    uint8_t permission;
    const char *clause;
};

#define DIALECT_FILE(permits, sentences) permits

/* What no choice has is no choice's. */
#define OPEN(rule, clause)
#define SAYS(permission, rule, choice, clause)                                 \
    [PAGE][rule##_##choice] = {permission, clause},
#define DECIDES(rule, clause, choice)    SAYS(DECIDED, rule, choice, clause)
#define PERMITTED_(rule, clause, choice) SAYS(PERMITTED, rule, choice, clause)
#define LEFT_(rule, clause, choice)      SAYS(UNSPECIFIED, rule, choice, clause)
#define PERMITS(rule, clause, ...)       EACH(PERMITTED_, rule, clause, __VA_ARGS__)
#define LEAVES(rule, clause, ...)        EACH(LEFT_, rule, clause, __VA_ARGS__)

static const struct permit permits[DIALECTS][CHOICES] = {
#include "dialects.def"
};

#undef OPEN
#undef DECIDES
#undef PERMITS
#undef LEAVES
#define OPEN(rule, clause) [PAGE][RULE_##rule] = clause,
#define DECIDES(rule, clause, choice)
#define PERMITS(rule, clause, ...)
#define LEAVES(rule, clause, ...)

static const char *const opens[DIALECTS][RULES] = {
#include "dialects.def"
};

enum permission dialect_permission(enum dialect dialect, enum choice choice)
{
    return permits[dialect][choice].permission;
}

const char *dialect_clause(enum dialect dialect, enum choice choice)
{
    const char *clause = permits[dialect][choice].clause;

    return clause ? clause : "";
}

bool dialect_is_open(enum dialect dialect, enum rule rule)
{
    return opens[dialect][rule] != NULL;
}

const char *dialect_open_clause(enum dialect dialect, enum rule rule)
{
    return dialect_is_open(dialect, rule) ? opens[dialect][rule] : "";
}

bool dialect_has_call(enum dialect dialect, enum call_kind call)
{
    return dialect_table[dialect].calls >> call & 1;
}

bool dialect_has_lists(enum dialect dialect)
{
    return dialect_has_call(dialect, CALL_PROFIL_LIST) ||
           dialect_has_call(dialect, CALL_SPROFIL) ||
           dialect_has_call(dialect, CALL_MONITOR_LIST);
}

bool dialect_has_rule(enum dialect dialect, enum rule rule)
{
    const struct permit *row = &permits[dialect][rule_table[rule].first];

    for (unsigned k = 0; k < rule_table[rule].count; k++)
        if (row[k].permission != FORBIDDEN)
            return true;
    return false;
}

choice_set dialect_choices(enum dialect dialect, enum rule rule,
                           enum permission permission)
{
    choice_set set = 0;

    for (unsigned k = 0; k < rule_table[rule].count; k++)
        if (permits[dialect][rule_table[rule].first + k].permission ==
            permission)
            set |= (choice_set)(1u << k);
    return set;
}

enum choice dialect_first_choice(enum dialect dialect, enum rule rule)
{
    static const enum permission order[] = {DECIDED, PERMITTED, UNSPECIFIED,
                                            FORBIDDEN};
    unsigned i = 0;

    while (dialect_choices(dialect, rule, order[i]) == 0)
        i++;
    return rule_table[rule].first +
           (unsigned)__builtin_ctz(dialect_choices(dialect, rule, order[i]));
}

int rule_by_name(const char *name)
{
    for (int r = 0; r < RULES; r++)
        if (strcmp(rule_table[r].name, name) == 0)
            return r;
    return -1;
}

int choice_by_name(enum rule rule, const char *name)
{
    for (int k = 0; k < rule_table[rule].count; k++)
        if (strcmp(choice_table[rule_table[rule].first + k].name, name) == 0)
            return rule_table[rule].first + k;
    return -1;
}

int dialect_by_name(const char *name)
{
    for (int d = 0; d < DIALECTS; d++)
        if (strcmp(dialect_table[d].name, name) == 0)
            return d;
    return -1;
}

const struct clause_row *clause_by_id(const char *id)
{
    for (size_t i = 0; i < clause_count; i++)
        if (strcmp(clause_table[i].id, id) == 0)
            return &clause_table[i];
    return NULL;
}
