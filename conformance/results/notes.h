/* SPDX-License-Identifier: MIT */
/*
 * What the tables of the manuals say together, for reports of results: which
 * rules a clause or a sentence is about, and where readings part.  All of it is
 * constant, and the same for all runs.
 */
#ifndef CONFORMANCE_NOTES_H
#define CONFORMANCE_NOTES_H

#include "reference/sentences.h"

/* Whether what a dialect requires is by convention, and on no page. */
bool notes_by_convention(const char *dialect);

/* The page of a dialect, by its own title. */
const char *notes_manual(const char *dialect);

/* The place of a clause on its page, and its force: "sentence 19 (may):
 * Errors, paragraph 1"; where no page has it, its section.  It lasts until the
 * next one. */
const char *notes_place(const struct clause_row *clause);

/* The rules of a dialect that a clause is cited for, and those that its
 * sentences decide there. */
struct rule_set rules_of_clause(enum dialect dialect, const char *clause);

/* The rules that a sentence decides or narrows in a dialect; where it must
 * nothing, those that its clauses are cited for. */
struct rule_set rules_of_sentence(enum dialect dialect,
                                  const struct sentence_row *sentence);

/* Whether a sentence must, and leaves none of these choices of a rule; no
 * choices: no single one explains what was seen, so that it leaves none. */
bool notes_rules_out(const struct sentence_row *sentence, enum rule rule,
                     const char *const *choices, size_t count);

/*
 * Where the readings that a manual permits part: for a scale and a pc's
 * distance from the offset, 0 to ATLAS_DISTANCES - 1, every counter that some
 * permitted reading counts it in; ascending.  Counters have 16 bits, the
 * buffer ATLAS_SIZE bytes, addresses 64 bits.
 */
enum {
    ATLAS_SCALES = 9,
    ATLAS_DISTANCES = 12,
    ATLAS_READINGS = 6,
    ATLAS_SIZE = 64,
};

#define ATLAS_NOWHERE UINT32_MAX
#define ATLAS_ERROR   (UINT32_MAX - 1)

struct atlas_cell {
    uint32_t counters[ATLAS_READINGS];
    unsigned count;
};

struct atlas {
    uint32_t scales[ATLAS_SCALES];
    struct atlas_cell cells[ATLAS_SCALES][ATLAS_DISTANCES];
};

/* False where there is no dialect of that name. */
bool notes_atlas(const char *dialect, struct atlas *atlas);

#endif
