/* SPDX-License-Identifier: MIT */
/*
 * C programs that show what failed.  One counts only where it was compiled
 * and run here, and showed the defect.
 */
#ifndef CONFORMANCE_PROGRAMS_H
#define CONFORMANCE_PROGRAMS_H

#include "conformance/export/reason.h"
#include "impl_run.h"

enum { PROGRAMS_USUAL = 3, PROGRAMS_LIMIT = 1000 };

/* What a loaded run judges; its judge is the caller's to make and free. */
void subject_of(const struct impl_run *run, struct subject *subject);

/* The program of a case and what was found of it, which free releases; null:
 * why there is none. */
char *program_verified(const struct subject *subject, const struct test_case *c,
                       const struct finding *finding, const char **why);

/* The last line of an output that has any text in it, cut off there: what a
 * program says of itself, behind calls that failed. */
const char *programs_last_line(char *output);

/* After a run was run: add to its results the programs of its so many worst
 * findings, of cases as small as were found in a limited time each; where
 * there is none, nothing. */
void programs_add(struct impl_run *run, unsigned findings);

#endif
