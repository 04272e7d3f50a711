/* SPDX-License-Identifier: MIT */
/* What a judge says of one case. */
#ifndef CONFORMANCE_JUDGEMENT_H
#define CONFORMANCE_JUDGEMENT_H

#include "conformance/results/results.h"
#include "diagnose.h"
#include "diagnosis.h"

enum { JUDGE_WORDS = 400, JUDGE_WHY = 600, JUDGE_OTHER = UNKNOWN_NAME };

struct judgement {
    uint8_t verdict;            /* enum verdict */
    bool finding;               /* see results.h */
    struct rule_set rules;      /* those that the model consulted */
    unsigned interface;         /* see judge_interfaces */
    uint8_t causes[DEPARTURES]; /* blames of the interface's diagnosis */
    unsigned cause_count;
    char other[JUDGE_OTHER]; /* it fails, and no blame is behind it: what was
                             seen, in so few words that the like have the
                             same; else "" */
    char input[JUDGE_WORDS]; /* the case in one line, where it does not pass */
    struct difference seen;  /* what was got, and what is permitted */
    char why[JUDGE_WHY];     /* the causes in words */
    char detail[2048];       /* all of it as one line; see results.h */
};

#endif
