/* SPDX-License-Identifier: MIT */
/*
 * What came up from the process of a case, held against what can be so.
 *
 * The implementation shares a process, and memory, with what notes the
 * observation: it may write there what it likes.  It can of course make the
 * harness see what a right implementation shows, by being one; but what no
 * run of the script leads to is not believed.
 */
#ifndef CONFORMANCE_TOLD_H
#define CONFORMANCE_TOLD_H

#include "conformance/contain/sandbox.h"
#include "observation.h"

/* Why it cannot be an observation of that case; null where it can. */
const char *told_wrong(const struct test_case *c,
                       const struct observation *observation);

/*
 * Fill the observations of the first cases of those that were run in one
 * process from what its sandbox told; returns of how many, at least one.
 * Whose text is none, or is wrong, is ENDED_FORGED.
 */
size_t told_read(const struct observe_options *options,
                 const struct test_case *const *cases, size_t count,
                 const struct sandbox_end *end,
                 struct observation *observations);

#endif
