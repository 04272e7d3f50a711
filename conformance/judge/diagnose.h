/* SPDX-License-Identifier: MIT */
/*
 * Saying why: an observation that no permitted choice explains, as one line
 * with the input, what was got, what is permitted, and the rule.
 */
#ifndef CONFORMANCE_DIAGNOSE_H
#define CONFORMANCE_DIAGNOSE_H

#include "conformance/cases/case.h"
#include "inference.h"
#include "conformance/delivery/observe.h"

/* The permitted outcomes seen from one observation: where they first differ
 * from it, and what they have there. */
struct divergence {
    const struct test_case *c;
    const struct outcome *observed;
    size_t event;          /* the furthest any permitted outcome agreed */
    size_t position;       /* within a buffer event: the byte */
    bool started;
    unsigned count;        /* different permitted values found there */
    char permitted[4][96]; /* the first of them, in words */
};

/* Take note of one permitted outcome. */
void divergence_add(struct divergence *d, const struct outcome *permitted);

/* The case in one line: its operations, cut where too long. */
void diagnose_input(const struct test_case *c, char *text, size_t size);

/* "b[1] is 0, permitted 1" */
void diagnose_difference(const struct divergence *d, char *text, size_t size);

/* "rounding is down; aix.profil.2 requires up", for each choice of the box
 * that the dialect forbids. */
void diagnose_choices(enum dialect dialect, const struct box *box, char *text,
                      size_t size);

/* "killed by SIGSEGV in sprofil [ ... ]" */
void diagnose_end(const struct test_case *c, const struct observation *o,
                  char *text, size_t size);

#endif
