/* SPDX-License-Identifier: MIT */
#include "notes.h"

static const struct clause_note clauses[] = {
#define CLAUSE(id, section, text) {id, section, text},
#include "reference/clauses.def"
#undef CLAUSE
};

static const struct notes notes = {
    clauses, sizeof clauses / sizeof *clauses,
};

const struct notes *notes_of_manuals(void)
{
    return &notes;
}
