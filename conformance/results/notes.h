/* SPDX-License-Identifier: MIT */
/*
 * What reports tell of the manuals beside results: words and numbers only.
 * All of it is constant, and the same for all runs.
 */
#ifndef CONFORMANCE_NOTES_H
#define CONFORMANCE_NOTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A numbered statement of a manual, in our words; or what no manual states:
 * a convention, or a house rule. */
struct clause_note {
    const char *id, *section, *text;
    enum { NOTE_OF_MANUAL, NOTE_OF_CONVENTION, NOTE_OF_PROJECT } owner;
};

struct notes {
    const struct clause_note *clauses;
    size_t clause_count;
};

const struct notes *notes_of_manuals(void);

/* The clause of that many bytes of an id, or null. */
const struct clause_note *notes_clause(const char *id, size_t length);

/* Whether what a dialect requires is by convention, and on no page. */
bool notes_by_convention(const char *dialect);

/* The page of a dialect, by its own title. */
const char *notes_manual(const char *dialect);

/* A sentence of a manual, in our words. */
struct sentence_note {
    const char *dialect;
    unsigned number;
    const char *force; /* "must", "may", ... */
    const char *text;
    const char *clauses; /* that rest on it: ids with blanks between */
    bool behaviour;      /* it states any */
};

/* False where there are no more than k of them; a dialect's are side by side,
 * in their order. */
bool notes_sentence(size_t k, struct sentence_note *note);

/* Where it stands: "Description, paragraph 4, sentence 2".  Cut to size. */
void notes_sentence_place(size_t k, char *text, size_t size);

/* The rules that the k-th sentence decides, or where it must nothing those that
 * its clauses are cited for.  Returns their number. */
enum { NOTES_RULES = 128 };
size_t notes_sentence_rules(size_t k, const char *rules[NOTES_RULES]);

/* Whether the k-th sentence must, and leaves none of these choices of a rule; no
 * choices: no single one explains what was seen, so that it leaves none. */
bool notes_sentence_rules_out(size_t k, const char *rule,
                              const char *const *choices, size_t count);

/* Where a clause stands on its page, and with what force: "sentence 19 (may):
 * Errors, paragraph 1".  Empty where no page has it.  Cut to size. */
void notes_place(const char *clause, char *text, size_t size);

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
