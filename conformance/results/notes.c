/* SPDX-License-Identifier: MIT */
#include "notes.h"

#include <stdio.h>

#include "reference/sentences.h"

static const struct clause_note clauses[] = {
#define CLAUSE(id, section, text) {id, section, text},
#include "reference/clauses.def"
#undef CLAUSE
};

static const struct notes notes = {
    clauses,
    sizeof clauses / sizeof *clauses,
};

const struct notes *notes_of_manuals(void)
{
    return &notes;
}

void notes_place(const char *clause, char *text, size_t size)
{
    const struct sentence_row *sentence = sentence_of_clause(clause);
    char place[SENTENCE_CITED];

    if (!sentence) {
        snprintf(text, size, "%s", "");
        return;
    }
    sentence_place(sentence, place, sizeof place);
    snprintf(text, size, "sentence %u (%s): %s", sentence->number,
             sentence_force_word(sentence->force), place);
}
