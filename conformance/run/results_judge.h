/* SPDX-License-Identifier: MIT */
/* A file of results, with verdicts also where its run was killed. */
#ifndef CONFORMANCE_RESULTS_JUDGE_H
#define CONFORMANCE_RESULTS_JUDGE_H

#include "conformance/results/results_file.h"

/* Give what was observed the verdicts that it has by itself, and the run two
 * rows of environment, "delivery" and "partial".  Null, or what is wrong. */
const char *results_file_judge(struct results_file *file, const char *name);

/* Read it by its name, and do that; - is standard input. */
const char *results_file_open(struct results_file *file, const char *name);

/* Say on standard error which of its runs were not over. */
void results_file_warn(const struct results_file *file, const char *verb,
                       const char *name);

#endif
