/* SPDX-License-Identifier: MIT */
/* Findings as sentences.  Their words are made here and nowhere else. */
#ifndef CONFORMANCE_SENTENCE_H
#define CONFORMANCE_SENTENCE_H

#include "judge.h"

#define SENTENCE_UNEXPLAINED "no known defect explains this"

/* The choices that a requirement is about, and its clause, "" if there is
 * none. */
choice_set sentence_wanted(enum dialect dialect, enum rule rule);
const char *sentence_clause(enum dialect dialect, enum rule rule,
                            choice_set found);

/* "where a list is given and a size is odd", of one feature or two; "" of
 * none. */
void sentence_where(const int features[2], char *text, size_t size);

/* Append a blame: "An invalid buffer was accepted; freebsd.profil.8 permits
 * EFAULT".  After another one, a full stop comes first. */
void sentence_add(enum dialect dialect, const struct blame *blame, char *text,
                  size_t size);

/* The same for each rule of which a box has forbidden choices only. */
void sentence_box(enum dialect dialect, const struct box *box, char *text,
                  size_t size);

/* Two cases that no one behaviour explains: rule is RULES where they differ in
 * several; other is null where it takes more than two. */
void sentence_inconsistent(unsigned rule, choice_set here, choice_set there,
                           const char *other, char *text, size_t size);

/* What cases without a blame have in common, from judgement.other: "A call
 * returned what it should not". */
void sentence_of_other(const char *other, char *text, size_t size);

/* Puts input, got, permitted and why together as the detail. */
void sentence_detail(struct judgement *judgement);

#endif
