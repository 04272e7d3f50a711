/* SPDX-License-Identifier: MIT */
/* Recorded runs: what they observed, read back and judged again. */
#ifndef CONFORMANCE_RECORDED_H
#define CONFORMANCE_RECORDED_H

#include "conformance/judge/assess.h"
#include "conformance/results/results_file.h"
#include "environment.h"

struct recorded {
    enum dialect dialect;
    struct case_list list;
    struct assessed *cases; /* one a case of the run, in its order */
    size_t count;
};

/* Read it from the results of a file, which must outlive it.  Null, or what
 * is wrong with them, with the case; recorded_free in both cases. */
const char *recorded_parse(struct recorded *recorded,
                           const struct results *results);

void recorded_free(struct recorded *recorded);

/* A hash of all that the verdicts depend on besides the observations: rules,
 * choices, and what the dialects permit by which clause. */
const char *rederive_tables(void);

/*
 * Judge a recorded run again, if it is not of the live suite, of which only
 * figures are recorded, and not the samples that they are of.  results_free
 * releases fresh's parts, which are in the order of the recorded ones.  Null,
 * or what is wrong with the record, with the case.  delivery: how its ticks
 * came, by the observations.
 */
const char *rederive(const struct results *results, struct results *fresh,
                     char delivery[ENVIRONMENT_DELIVERY]);

/* Give what was observed the verdicts that it has by itself, and the run two
 * rows of environment, "delivery" and "partial".  Null, or what is wrong. */
const char *results_file_judge(struct results_file *file, const char *name);

/* Read it by its name, and do that; - is standard input. */
const char *results_file_open(struct results_file *file, const char *name);

/* The same of a file of results or of a report in JSON; and of its text. */
const char *recorded_open(struct results_file *file, const char *name);
const char *recorded_read(struct results_file *file, const char *name,
                          const char *text, size_t length);

/* results_file_open for a verb, which says on standard error what is wrong, or
 * which of its runs were not over.  STATUS_PASS, or STATUS_USAGE. */
int results_file_take(struct results_file *file, const char *verb,
                      const char *name);

/* Say which. */
void results_file_warn(const struct results_file *file, const char *verb,
                       const char *name);

/* Are the verdicts of a file those of its observations?  Judge them again, and
 * report where that differs, and how many there are; with waivers, which cases
 * are waived too.  STATUS_PASS or STATUS_FAIL; else the exit status after a
 * complaint. */
struct waivers;
int verify_file(const char *name, struct waivers *waivers, FILE *out);

#endif
