/* SPDX-License-Identifier: MIT */
/* An identity in words: the behaviour, whom it conforms to, who is like it. */
#ifndef CONFORMANCE_IDENTITY_TEXT_H
#define CONFORMANCE_IDENTITY_TEXT_H

#include <stdio.h>

#include "identify_match.h"

/* What was identified, and through what. */
struct identity_subject {
    const char *calls;               /* "profil", "sprofil" */
    unsigned interface;              /* enum system_calls */
    enum dialect prototypes;         /* those it was called by */
    bool returns;                    /* its calls return something */
    bool first;                      /* nothing was printed of it yet */
    const struct choice_sets *known; /* what was known before */
    const struct identity_matches *matches;
};

void identity_print(const struct identity *identity,
                    const struct identity_subject *subject, FILE *out);

/* The same for programs: one object. */
void identity_json(const struct identity *identity,
                   const struct identity_subject *subject, FILE *out);

/* Whether the dialect permits all that it does, and is about such calls. */
bool identity_conforms(const struct identity *identity,
                       const struct identity_subject *subject,
                       enum dialect dialect);

#endif
