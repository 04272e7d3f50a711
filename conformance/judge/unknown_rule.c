/* SPDX-License-Identifier: MIT */
#include "unknown_rule.h"

#include <stdio.h>

#include "conformance/base/nearest.h"

void unknown_rule(const char *name, char *why, size_t size)
{
    struct nearest nearest;

    nearest_begin(&nearest, name);
    for (unsigned r = 0; r < RULES; r++)
        nearest_try(&nearest, rule_table[r].name);
    nearest_describe(&nearest, "rule", "see profilcheck list rules", why, size);
}

void unknown_choice(enum rule rule, const char *name, char *why, size_t size)
{
    const struct rule_row *row = &rule_table[rule];
    const char *names[CHOICES + 1] = {NULL};
    char kind[80];

    for (unsigned k = 0; k < row->count; k++)
        names[k] = choice_table[row->first + k].name;
    snprintf(kind, sizeof kind, "choice of %s", row->name);
    nearest_of(name, kind, names, why, size);
}
