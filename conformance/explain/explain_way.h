/* SPDX-License-Identifier: MIT */
/* One pc on its way to a counter: what the steps of an explanation share. */
#ifndef CONFORMANCE_EXPLAIN_WAY_H
#define CONFORMANCE_EXPLAIN_WAY_H

#include "explain.h"

struct way {
    const struct formula *formula;
    const struct mapping *m;
    const struct mapped *mapped;
    uint64_t pc;
    struct rule_set asked; /* the rules consulted */
    FILE *out;
};

static inline bool way_asked(const struct way *w, enum rule rule)
{
    return rule_set_has(w->asked, rule);
}

static inline enum choice way_choice(const struct way *w, enum rule rule)
{
    return formula_choice(w->formula, rule);
}

/* Close a step's line with the rule that made it. */
void way_by_rule(const struct way *w, enum rule rule);

/* The steps from the pc to the number that is held against the buffer.
 * False: there is none to hold against it. */
bool way_number(const struct way *w);

#endif
