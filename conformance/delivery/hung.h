/* SPDX-License-Identifier: MIT */
/*
 * An implementation that hangs, or takes too much of the machine, in one of its
 * calls or in a tick is not waited for in every case that does the same: after
 * HUNG_ROW such cases in a row later ones are not run, and time out by that.
 * Where nothing at all was heard of a process, as of one that stops who watches
 * it, no further case is.  What is in a row is a matter of the cases' order
 * alone, so that it does not depend on how many are run at a time.
 */
#ifndef CONFORMANCE_HUNG_H
#define CONFORMANCE_HUNG_H

#include "observation.h"

enum { HUNG_ROW = 2 }; /* a count that came to it stays so */

/* What it hung in, besides the calls. */
enum { HUNG_TICK = CALL_KINDS, HUNG_WHOLE, HUNG_KINDS };

/* Cases in a row that hung in one call, so far. All zero before the first. */
struct hung {
    unsigned count;
    uint8_t call; /* enum call_kind, or one of those */
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
