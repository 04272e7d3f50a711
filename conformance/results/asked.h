/* SPDX-License-Identifier: MIT */
/* Which rules a clause or a sentence of a manual is about. */
#ifndef CONFORMANCE_ASKED_H
#define CONFORMANCE_ASKED_H

#include "reference/sentences.h"

/* The rules of a dialect that a clause is cited for, and those that its
 * sentences decide there. */
struct rule_set asked_by_clause(enum dialect dialect, const char *clause);

/* The rules that a sentence decides or narrows in a dialect; where it must
 * nothing, those that its clauses are cited for. */
struct rule_set asked_by_sentence(enum dialect dialect,
                                  const struct sentence_row *sentence);

#endif
