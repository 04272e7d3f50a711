/* SPDX-License-Identifier: MIT */
#include "notes.h"

#include <stdio.h>
#include <string.h>

#include "asked.h"

static const struct clause_note clauses[] = {
#define CLAUSE(id, section, text) {id, section, text, NOTE_OF_MANUAL},
#define CONVENTION(id, text)      {id, "By convention", text, NOTE_OF_CONVENTION},
#define HOUSE_RULE(id, text)      {id, "House rule", text, NOTE_OF_PROJECT},
#include "reference/clauses.def"
#undef CLAUSE
#undef CONVENTION
#undef HOUSE_RULE
};

static const struct notes notes = {
    clauses,
    sizeof clauses / sizeof *clauses,
};

const struct notes *notes_of_manuals(void)
{
    return &notes;
}

const struct clause_note *notes_clause(const char *id, size_t length)
{
    for (size_t k = 0; k < notes.clause_count; k++)
        if (strlen(clauses[k].id) == length &&
            memcmp(clauses[k].id, id, length) == 0)
            return &clauses[k];
    return NULL;
}

bool notes_by_convention(const char *name)
{
    int dialect = dialect_by_name(name);
    bool any = false;

    for (unsigned k = 0; dialect >= 0 && k < CHOICES; k++) {
        enum choice choice = (enum choice)k;
        const struct clause_row *row =
            clause_by_id(dialect_clause((enum dialect)dialect, choice));

        if (dialect_permission((enum dialect)dialect, choice) != DECIDED)
            continue;
        if (row && row->owner == OWNER_MANUAL)
            return false;
        any = true;
    }
    return any;
}

const char *notes_manual(const char *name)
{
    int dialect = dialect_by_name(name);

    return dialect < 0 ? name : dialect_table[dialect].manual;
}

void notes_place(const char *clause, char *text, size_t size)
{
    sentence_where(clause, text, size);
}

bool notes_sentence(size_t k, struct sentence_note *note)
{
    const struct sentence_row *row = &sentence_table[k];

    if (k >= sentence_count)
        return false;
    *note = (struct sentence_note){
        .dialect = dialect_table[row->dialect].name,
        .number = row->number,
        .force = sentence_force_word(row->force),
        .text = row->text,
        .clauses = row->clauses,
        .behaviour = row->force != SENTENCE_NOTHING,
    };
    return true;
}

void notes_sentence_place(size_t k, char *text, size_t size)
{
    sentence_place(&sentence_table[k], text, size);
}

size_t notes_sentence_rules(size_t k, const char *rules[NOTES_RULES])
{
    const struct sentence_row *row = &sentence_table[k];
    struct rule_set asked = asked_by_sentence(row->dialect, row);
    size_t count = 0;

    for (unsigned r = 0; r < RULES; r++)
        if (rule_set_has(asked, r))
            rules[count++] = rule_table[r].name;
    return count;
}

_Static_assert((int)RULES <= (int)NOTES_RULES, "there is room for every rule");

bool notes_sentence_rules_out(size_t k, const char *rule,
                              const char *const *choices, size_t count)
{
    const struct sentence_row *row = &sentence_table[k];
    int r = rule_by_name(rule);

    if (r < 0 || !sentence_has_rule(row, (enum rule)r))
        return false;
    for (size_t i = 0; i < count; i++) {
        int choice = choice_by_name((enum rule)r, choices[i]);

        if (choice >= 0 && (sentence_choices(row, (enum rule)r) &
                            choice_bit((enum choice)choice)))
            return false;
    }
    return true;
}
