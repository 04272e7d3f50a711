/* SPDX-License-Identifier: MIT */
/*
 * C programs that show what failed.  One counts only where it was compiled
 * and run here, and showed the defect.
 */
#ifndef CONFORMANCE_PROGRAMS_H
#define CONFORMANCE_PROGRAMS_H

#include "conformance/base/output.h"
#include "conformance/shrink/reason.h"
#include "trial.h"

enum { PROGRAMS_USUAL = 3, PROGRAMS_LIMIT = 1000 };

/* What a loaded trial judges; its judge is the caller's to make and free. */
void subject_of(const struct trial *trial, struct subject *subject);

/* The program of a case and what was found of it: to text, which the caller
 * drops where it has a stream.  False: why there is none. */
bool program_verified(const struct subject *subject, const struct test_case *c,
                      const struct finding *finding, struct output *text,
                      char *why, size_t why_size);

/* After a trial was run: add to its results the programs of its so many worst
 * findings, of cases as small as were found in a limited time each; where
 * there is none, nothing.  False where memory ran out. */
bool programs_add(struct trial *trial, unsigned findings);

#endif
