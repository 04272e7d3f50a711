/* SPDX-License-Identifier: MIT */
/*
 * The verdict of one case, and its words: of what explains the observation,
 * what the dialect permits, and what earlier cases have shown.
 */
#ifndef CONFORMANCE_VERDICT_H
#define CONFORMANCE_VERDICT_H

#include "diagnose.h"
#include "evaluate.h"
#include "judge.h"

/* What one interface's cases have shown. */
struct knowledge {
    struct box_list boxes;
    struct rule_set asked;      /* rules its cases consulted */
    struct rule_set conflicted; /* rules that no single choice explains */
};

/* One case being judged. */
struct hearing {
    enum dialect dialect;
    const struct test_case *c;
    const struct observation *observation;
    struct workspace *workspace;
    struct knowledge *knowledge;
    bool learns;                   /* what the case shows is kept */
    struct explanations seen;      /* within what is still possible */
    struct explanations permitted; /* within what the dialect lets pass */
    struct box_list both;          /* seen, and known before */
    struct divergence divergence;
};

/* latitude_known, of what was observed: that no tick ever reaches an
 * implementation explains nothing where some were delivered to it. */
struct question hearing_known(const struct hearing *h,
                              const struct choice_sets *possible,
                              unsigned budget);

/* Sets the verdict, detail and why, and keeps in knowledge what the case has
 * shown. */
void verdict_reach(struct hearing *h, struct judgement *judgement);

#endif
