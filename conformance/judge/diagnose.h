/* SPDX-License-Identifier: MIT */
/*
 * Saying why: an observation that no permitted choice explains, as one line
 * with the input, what was got, what is permitted, and the rule.
 */
#ifndef CONFORMANCE_DIAGNOSE_H
#define CONFORMANCE_DIAGNOSE_H

#include "conformance/cases/case.h"
#include "conformance/delivery/observation.h"
#include "conformance/inference/inference.h"

/* How many ticks were counted in all, beside a permitted outcome. */
enum counted {
    COUNTED_FEWER = 1,
    COUNTED_MORE = 2,
    COUNTED_AS_MANY = 4,
    COUNTED_UNKNOWN = 8
};

/* The permitted outcomes seen from one observation: where they first differ
 * from it, and what they have there. */
struct divergence {
    const struct test_case *c;
    const struct outcome *observed;
    size_t event;    /* the furthest any permitted outcome agreed */
    size_t position; /* within a buffer event: the byte */
    bool started;
    unsigned counted;      /* enum counted, or-ed: beside each of them */
    unsigned count;        /* different permitted values found there */
    char permitted[4][96]; /* the first of them, in words */
};

/* Take note of one permitted outcome. */
void divergence_add(struct divergence *d, const struct outcome *permitted);

/* The case in one line: its operations, cut where too long. */
void diagnose_input(const struct test_case *c, char *text, size_t size);

/* Two halves of a line: "b[1] is 0", and "1 or 2". */
struct difference {
    char got[400], permitted[400];
};

void diagnose_difference(const struct divergence *d, struct difference *words);

/* The same of any observation: how it ended, where it did not go on. */
void diagnose_seen(const struct test_case *c, const struct observation *o,
                   const struct divergence *d, struct difference *words);

/* What was wrong, in so few words that the like have the same: "unexplained: too
 * few, profil", "killed: a tick", "timeout: profil". */
void diagnose_like(const struct test_case *c, const struct observation *o,
                   const struct divergence *d, char *text, size_t size);

/* "killed by SIGSEGV in sprofil [ ... ]" */
void diagnose_end(const struct test_case *c, const struct observation *o,
                  char *text, size_t size);

#endif
