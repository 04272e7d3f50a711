/* SPDX-License-Identifier: MIT */
/* A profil judged by a plain program, in C or in C++; what is behind a failure,
 * one thing a line.  -DROUND=1 makes it a wrong one. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <profilcheck.h>
#include <stdio.h>

#include "subject.h"

#ifndef ROUND
#define ROUND 0
#endif

PROFIL(my_profil, ROUND)

int main(void)
{
    struct profilcheck_subject subject;
    struct profilcheck_report *report;
    size_t k;
    int outcome;

    memset(&subject, 0, sizeof subject);
    subject.profil = PROFILCHECK_FUNCTION(my_profil);
    outcome = profilcheck_judge(&subject, "freebsd", "quick", &report);
    puts(profilcheck_summary(report));
    for (k = 0; k < profilcheck_causes(report); k++) {
        const struct profilcheck_cause *cause = profilcheck_cause(report, k);

        printf("%s\n    %s: %s\n", cause->sentence, cause->shortest,
               cause->input);
    }
    profilcheck_free(report);
    return outcome;
}
