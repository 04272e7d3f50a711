/* SPDX-License-Identifier: MIT */
#include "asked.h"

#include <string.h>

/* What a sentence decides or narrows by its own words. */
static struct rule_set decided(const struct sentence_row *sentence)
{
    struct rule_set rules = {{0}};

    for (unsigned r = 0; r < RULES; r++)
        if (sentence_has_rule(sentence, r))
            rule_set_add(&rules, r);
    return rules;
}

struct rule_set asked_by_clause(enum dialect dialect, const char *clause)
{
    struct rule_set rules = {{0}};

    for (unsigned k = 0; k < CHOICES; k++)
        if (strcmp(dialect_clause(dialect, (enum choice)k), clause) == 0)
            rule_set_add(&rules, choice_table[k].rule);
    for (size_t k = 0; k < sentence_count; k++)
        if (sentence_table[k].dialect == dialect &&
            sentence_has_clause(&sentence_table[k], clause))
            rules = rule_set_join(rules, decided(&sentence_table[k]));
    return rules;
}

struct rule_set asked_by_sentence(enum dialect dialect,
                                  const struct sentence_row *sentence)
{
    struct rule_set cited = {{0}};

    if (sentence->force == SENTENCE_MUST && sentence->dialect == dialect)
        return decided(sentence);
    for (size_t k = 0; k < clause_count; k++)
        if (sentence_has_clause(sentence, clause_table[k].id))
            cited = rule_set_join(cited,
                                  asked_by_clause(dialect, clause_table[k].id));
    return sentence->force == SENTENCE_MUST
               ? rule_set_without(cited,
                                  rule_set_without(cited, decided(sentence)))
               : cited;
}
