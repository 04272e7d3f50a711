/* SPDX-License-Identifier: MIT */
/*
 * One region's formula under one behaviour, for `profilcheck map`: the
 * reference's mapping with every rule answered beforehand; and the way from the
 * samples of a case to a counter, as arithmetic.
 */
#ifndef CONFORMANCE_EXPLAIN_H
#define CONFORMANCE_EXPLAIN_H

#include <stdio.h>

#include "conformance/language/case.h"
#include "reference/mapping.h"

struct formula {
    enum dialect dialect;
    struct choice_sets sets; /* one choice a rule */
    struct rule_set given;   /* bit r: rule r's choice was asked for */
};

#define FORMULA_NOWHERE UINT64_MAX

/* The greatest size for which the mapping is exact, whatever is chosen:
 * 2^61 - 1. */
#define FORMULA_SIZE (UINT64_MAX / 8)

enum verdict_of_region {
    REGION_MAPS,         /* place says where */
    REGION_OFF,          /* its scale turns profiling off */
    REGION_INVALID,      /* its scale is an error */
    REGION_EMPTY,        /* its size is 0 */
    REGION_OVERFLOW_BIN, /* offset 0, scale 2 in irix: everything */
};

struct mapped {
    uint8_t region;     /* enum verdict_of_region */
    struct place place; /* REGION_MAPS; REGION_OVERFLOW_BIN, if by formula */
    uint64_t scale;     /* as the formula takes it */
    uint64_t counter;   /* or FORMULA_NOWHERE */
};

/* For every rule the dialect's first choice. */
void formula_begin(struct formula *formula, enum dialect dialect);

/* Take "rule=choice", forbidden choices too.  Null, or what is wrong. */
const char *formula_choose(struct formula *formula, const char *assignment);

/* The choice of a rule in force. */
enum choice formula_choice(const struct formula *formula, enum rule rule);

/* Where a pc is counted.  m->scale is the scale as passed in the call. */
void formula_map(struct choices *c, enum dialect dialect,
                 const struct mapping *m, uint64_t pc, struct mapped *mapped);

/* The way from a pc to a counter, as arithmetic to redo by hand. */

/* Write the steps for one pc, each with the rule and clause that makes it,
 * under a line with the result.  Returns the rules consulted, a bit each. */
struct rule_set explain_pc(const struct formula *formula,
                           const struct mapping *m, uint64_t pc, FILE *out);

/* "rule=choice, clause": the choice of a rule in force, and the clause by which
 * the dialect permits it, or forbids it. */
void explain_choice(const struct formula *formula, enum rule rule, FILE *out);

/*
 * The samples that reach a counter under a behaviour, with their arithmetic.
 * Returns how many there are.
 */
size_t explain_samples(enum dialect dialect, const struct test_case *c,
                       const struct event *event, size_t position,
                       const struct choice_sets *sets, FILE *out);

/* "unknown rule X; ..." of a name that no rule has. */
const char *unknown_rule(const char *name);

/* The same of a name that no choice of the rule has. */
const char *unknown_choice(enum rule rule, const char *name);

#endif
