/* SPDX-License-Identifier: MIT */
/* The way from a pc to a counter, as arithmetic to redo by hand. */
#ifndef CONFORMANCE_EXPLAIN_H
#define CONFORMANCE_EXPLAIN_H

#include <stdio.h>

#include "formula.h"

/* Write the steps for one pc, each with the rule and clause that makes it,
 * under a line with the result.  Returns the rules consulted, a bit each. */
struct rule_set explain_pc(const struct formula *formula,
                           const struct mapping *m, uint64_t pc, FILE *out);

/* "rule=choice, clause": the choice of a rule in force, and by which clause
 * the dialect stands to it. */
void explain_choice(const struct formula *formula, enum rule rule, FILE *out);

/* A product in decimal.  Returns text. */
enum { EXPLAIN_DIGITS = 40 };
const char *explain_wide(struct wide value, char text[EXPLAIN_DIGITS]);

#endif
