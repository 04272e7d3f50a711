/* SPDX-License-Identifier: MIT */
/*
 * What reports tell of the manuals beside results: words and numbers only.
 * All of it is constant, and the same for all runs.
 */
#ifndef CONFORMANCE_NOTES_H
#define CONFORMANCE_NOTES_H

#include <stddef.h>

/* A numbered statement of a manual, in our words. */
struct clause_note {
    const char *id, *section, *text;
};

struct notes {
    const struct clause_note *clauses;
    size_t clause_count;
};

const struct notes *notes_of_manuals(void);

#endif
