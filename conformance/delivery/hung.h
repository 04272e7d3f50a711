/* SPDX-License-Identifier: MIT */
/*
 * An implementation that hangs in one of its calls is not waited for in every
 * case that makes it: when HUNG_ROW cases in a row were still running in the
 * same call, later cases that make that call are not run, and time out by that.
 * What is in a row is a matter of the cases' order alone, so that it does not
 * depend on how many are run at a time.
 */
#ifndef CONFORMANCE_HUNG_H
#define CONFORMANCE_HUNG_H

#include "observation.h"

enum { HUNG_ROW = 5 }; /* a count that came to it stays so */

/* Cases in a row that hung in one call, so far. All zero before the first. */
struct hung {
    unsigned count;
    uint8_t call; /* enum call_kind */
};

/* After a case that was run. */
void hung_note(struct hung *hung, const struct test_case *c,
               const struct observation *observation);

/* Whether a case is not to be run; then the observation says so. */
bool hung_spares(const struct hung *hung, const struct test_case *c,
                 struct observation *observation);

/* Go through all cases, and put in its place what should not have been run. */
void hung_apply(const struct test_case *const *cases, size_t count,
                struct observation *observations);

#endif
