/* SPDX-License-Identifier: MIT */
#include "formula.h"

#include <stdio.h>
#include <string.h>

#include "conformance/cases/unknown_rule.h"

static choice_set first_of(choice_set set)
{
    return (choice_set)(set & -set);
}

void formula_begin(struct formula *formula, enum dialect dialect)
{
    *formula = (struct formula){.dialect = dialect};
    for (unsigned r = 0; r < RULES; r++) {
        choice_set set = dialect_choices(dialect, r, DECIDED) |
                         dialect_choices(dialect, r, PERMITTED);

        if (!set)
            set = dialect_choices(dialect, r, UNSPECIFIED);
        if (!set)
            set = rule_choices(r);
        formula->sets.of[r] = first_of(set);
    }
}

enum choice formula_choice(const struct formula *formula, enum rule rule)
{
    unsigned k = 0;

    while (!(formula->sets.of[rule] >> k & 1))
        k++;
    return (enum choice)(rule_table[rule].first + k);
}

bool formula_choose(struct formula *formula, const char *assignment, char *why,
                    size_t why_size)
{
    const char *equals = strchr(assignment, '=');
    char name[64];
    int rule, choice;

    if (!equals || (size_t)(equals - assignment) >= sizeof name) {
        snprintf(why, why_size,
                 "read %.80s, expected rule=choice, as rounding=up",
                 assignment);
        return false;
    }
    snprintf(name, sizeof name, "%.*s", (int)(equals - assignment), assignment);
    rule = rule_by_name(name);
    if (rule < 0) {
        unknown_rule(name, why, why_size);
        return false;
    }
    choice = choice_by_name((enum rule)rule, equals + 1);
    if (choice < 0) {
        unknown_choice((enum rule)rule, equals + 1, why, why_size);
        return false;
    }
    formula->sets.of[rule] = choice_bit((enum choice)choice);
    rule_set_add(&formula->given, rule);
    return true;
}

/* irix.sprofil.8: any pc goes to the overflow bin. */
static void formula_overflow_bin(struct choices *c, const struct mapping *m,
                                 uint64_t pc, struct mapped *mapped)
{
    enum choice choice = choose(c, RULE_OVERFLOW_BIN);

    if (choice == OVERFLOW_BIN_IGNORED || m->size < m->width)
        return;
    if (choice != OVERFLOW_BIN_FORMULA_ONLY)
        mapped->counter = 0;
    if (choice == OVERFLOW_BIN_FIRST_COUNTER)
        return;
    mapping_formula(c, m, pc, &mapped->place);
    if (mapped->place.where == WHERE_COUNTER)
        mapped->counter = mapped->place.at / m->width;
}

void formula_map(struct choices *c, enum dialect dialect,
                 const struct mapping *m, uint64_t pc, struct mapped *mapped)
{
    struct scale_meaning meaning = mapping_scale(c, m->scale, m->width);
    struct mapping region = *m;

    *mapped =
        (struct mapped){.scale = meaning.scale, .counter = FORMULA_NOWHERE};
    mapped->region = meaning.invalid ? REGION_INVALID
                     : meaning.off   ? REGION_OFF
                     : m->size == 0  ? REGION_EMPTY
                                     : REGION_MAPS;
    if (mapped->region != REGION_MAPS)
        return;
    region.scale = meaning.scale;
    if (dialect == DIALECT_IRIX && m->offset == 0 && region.scale == 2) {
        mapped->region = REGION_OVERFLOW_BIN;
        formula_overflow_bin(c, &region, pc, mapped);
        return;
    }
    region.offset = mapping_offset(c, m->offset);
    mapping_place(c, &region, mapping_pc(c, pc), &mapped->place);
    if (mapped->place.where == WHERE_COUNTER)
        mapped->counter = mapped->place.at / m->width;
}
