/* SPDX-License-Identifier: MIT */
/*
 * Observations as lines of text, by which they go from process to process: how
 * long each took, where that is known, as "took MICROSECONDS ", and then its
 * text (observed.h).
 *
 * What comes from the process of a case is believed only if it is possible.
 * The implementation shares a process, and memory, with what notes the
 * observation: it may write there what it likes.  It can of course make the
 * harness see what a right implementation shows, by being one; but not what no
 * run of the script leads to.
 */
#ifndef CONFORMANCE_RECORD_H
#define CONFORMANCE_RECORD_H

#include "conformance/language/observation.h"
#include "conformance/language/observed.h"
#include "conformance/machine/sandbox.h"

/* Write the line of an observation. */
void record_print(const struct observation *observation, FILE *out);

/* Read the line that begins at *at, and move *at behind it.  False: it is no
 * such line, and error says why. */
bool record_parse(const char **at, const char *limit,
                  struct observation *observation,
                  struct observed_error *error);

/* Why it cannot be an observation of that case; null where it can. */
const char *record_wrong(const struct test_case *c,
                         const struct observation *observation);

/*
 * Fill the observations of the first cases of those that were run in one
 * process from the lines that its sandbox gave; returns how many, at least one.
 * Whose line is none, or is wrong, is ENDED_FORGED.
 */
size_t record_read(const struct observe_options *options,
                   const struct test_case *const *cases, size_t count,
                   const struct sandbox_end *end,
                   struct observation *observations);

#endif
