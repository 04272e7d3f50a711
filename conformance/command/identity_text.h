/* SPDX-License-Identifier: MIT */
/* An identity in words: the behaviour, whom it conforms to, who is like it. */
#ifndef CONFORMANCE_IDENTITY_TEXT_H
#define CONFORMANCE_IDENTITY_TEXT_H

#include <stdio.h>

#include "conformance/judge/identify.h"

/* What was identified, and through what. */
struct identity_subject {
    const char *calls;               /* "profil", "sprofil" */
    unsigned interface;              /* enum system_calls */
    enum dialect prototypes;         /* those it was called by */
    bool returns;                    /* its calls return something */
    const struct choice_sets *known; /* what was known before */
};

void identity_print(const struct identity *identity,
                    const struct identity_subject *subject, FILE *out);

#endif
