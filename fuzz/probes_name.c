/* SPDX-License-Identifier: MIT */
#include "conformance/judge/sentence.h"
#include "findings.h"
#include "probes.h"

bool probes_name(const struct probes *p, struct choice_sets *found)
{
    const struct choice_sets *allowed = findings_allowed(p->dialect);
    bool any = false;

    *found = (struct choice_sets){0};
    for (unsigned c = 0; c < CHOICES; c++) {
        struct choice_sets with = *allowed;
        unsigned r = choice_table[c].rule;

        if (rule_table[r].free || !dialect_has_rule(p->dialect, r) ||
            (allowed->of[r] & choice_bit((enum choice)c)))
            continue;
        with.of[r] |= choice_bit((enum choice)c);
        if (!probes_explained_by(p, &with))
            continue;
        found->of[r] |= choice_bit((enum choice)c);
        any = true;
    }
    return any;
}

void probes_say(const struct choice_sets *found, FILE *out)
{
    const char *before = "it is explained by: ";

    for (unsigned c = 0; c < CHOICES; c++) {
        unsigned r = choice_table[c].rule;
        const char *words = sentence_done((enum choice)c);

        if (!(found->of[r] & choice_bit((enum choice)c)))
            continue;
        if (words)
            fprintf(out, "%s%s\n", before, words);
        else
            fprintf(out, "%s%s was %s\n", before, rule_table[r].name,
                    choice_table[c].name);
        before = "or by: ";
    }
}
