/* SPDX-License-Identifier: MIT */
/*
 * Cases as inputs: each is run on the implementation under test, in every
 * dialect that it is meant for, and one permitted behaviour must explain all
 * that was observed.  Under test is our own implementation on signals, or
 * $FUZZ_SO, a shared object; or somebody's own mapping (probes.h); or, with
 * $FUZZ_PLANTED, the model with a defect.  $FUZZ_DIALECT selects one dialect.
 * A case that fails is shrunk, and printed below a line that says what is
 * wrong.
 *
 * The implementation runs in this process: its handler is called with a context
 * that was made up.  That reaches any pc, a hundred times as fast as signals
 * do, but shows nothing of masks, stacks and flags.  If a shared object dies of
 * a signal, the process continues as well as it can.
 */
#ifndef FUZZ_SCRIPTS_H
#define FUZZ_SCRIPTS_H

#include "conformance/language/observation.h"
#include "fuzz/fuzz.h"
#include "reference/choices.h"

/* The dialect that was asked for, or -1. */
int script_dialect(void);

/* Check all cases of a text; what is no case is ignored. */
void script_check(const char *text, size_t length);

/* Whether the implementation has the calls of a case, and whether it has only
 * calls and ticks, and not too many ticks. */
bool direct_can(enum dialect dialect, const struct test_case *c);

/* If the model with a planted defect, or somebody's own mapping, is under test:
 * what it shows.  The outcome is not the caller's to free. */
bool direct_made_up(enum dialect dialect, const struct test_case *c,
                    struct observation *observation);

/* What rules a mapping by somebody can break; NULL: it is more than that. */
const struct rule_set *direct_rules(void);

/* Run it, and turn profiling off.  observation_free releases what was seen. */
void direct_observe(enum dialect dialect, const struct test_case *c,
                    struct observation *observation);

/*
 * With $FUZZ_GO_ON fuzzing continues after a finding: each cause is printed
 * once and is permitted from then on, so that the next finding has another
 * cause; if several choices explain one, all of them are permitted.  What
 * $FUZZ_WAIVERS, a file as run --waivers has it, waives for every case is
 * permitted from the beginning.
 *
 * $FUZZ_PLANTED, "rule=choice", is a defect: the model that has it, and does
 * all else as the dialect requires, is under test.  That is how targets are
 * measured.
 *
 * With $FUZZ_SHOW an input that ended the process is printed and not run.
 */

/* What is permitted, was found before, or is waived. */
struct choice_sets *findings_allowed(enum dialect dialect);

/* Permit these from now on; an empty set: nothing of that rule.  With stray,
 * writing far outside the buffers, too. */
void findings_add(enum dialect dialect, const struct choice_sets *found,
                  bool stray);
bool findings_has_stray(enum dialect dialect);

/* Whether a finding is the first with these words, which are the same for all
 * findings of one cause; false when so many were printed that no more are. */
bool findings_is_first(enum dialect dialect, const char *like);

/* Whether a defect is planted: then its choices in that dialect. */
bool planted_sets(enum dialect dialect, struct choice_sets *sets);

#endif
