/* SPDX-License-Identifier: MIT */
/*
 * A report in memory that the process which judges shares with the one that
 * asked: filled in there, and read here, at the same addresses.
 */
#ifndef CONFORMANCE_SHARED_REPORT_H
#define CONFORMANCE_SHARED_REPORT_H

#include <stdbool.h>

#include "conformance/results/results.h"
#include "profilcheck.h"

struct profilcheck_report {
    size_t used; /* bytes of the memory that begins with it */
    bool whole;  /* all of it was filled in */
    int outcome;
    const char *summary, *text;
    struct profilcheck_cause *causes;
    size_t cause_count;
    struct profilcheck_case *cases;
    size_t case_count;
};

/* An empty one, for this process and those it forks; null: there is no
 * memory. */
struct profilcheck_report *shared_report_new(void);
void shared_report_free(struct profilcheck_report *report);

/* Of the processes that this one forks from now on, none has it. */
void shared_report_keep(struct profilcheck_report *report);

/* Of results, in the process that judges. */
void shared_report_put(struct profilcheck_report *report,
                       const struct results *results, int outcome);

/* Of an error, whatever was there before. */
void shared_report_put_error(struct profilcheck_report *report, int outcome,
                             const char *sentence);

#endif
