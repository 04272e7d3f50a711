/* SPDX-License-Identifier: MIT */
/*
 * Judging: (case, observation, dialect) -> verdict.  No implementation is in
 * reach, so a recorded observation is judged the same tomorrow.
 *
 * Whether a case passes, fails or died takes its own observation only: is
 * there a behaviour that the dialect permits and that leads to it?  What it
 * comes from takes all that was seen of the implementation.  So a judge is
 * first shown everything (judge_see), comes to one diagnosis (judge_conclude;
 * see diagnosis.h), and then judges each case in its light (judge_case).  The
 * order of what it was shown does not matter.
 *
 * The light of all turns a pass into something else in two cases only: where
 * no one behaviour leads to this and to what most others showed
 * (inconsistent), and where the only one that does has a departure that no
 * case shows by itself (fail).
 */
#ifndef CONFORMANCE_JUDGE_H
#define CONFORMANCE_JUDGE_H

#include "conformance/cases/case.h"
#include "conformance/delivery/observation.h"
#include "conformance/results/results.h"
#include "diagnose.h"
#include "judgement.h"
#include "reference/choices.h"

struct judge;

/* Null only where memory ran out. */
struct judge *judge_new(enum dialect dialect);
void judge_free(struct judge *judge);

/* Show it what was seen of a case; both must stay until judge_forget.  False
 * where memory ran out. */
bool judge_see(struct judge *judge, const struct test_case *c,
               const struct observation *observation);

/* Once, after all was seen.  False where memory ran out. */
bool judge_conclude(struct judge *judge);

/* What was seen may be released: the judge knows all that it needs. */
void judge_forget(struct judge *judge);

void judge_case(struct judge *judge, const struct test_case *c,
                const struct observation *observation,
                struct judgement *judgement);

/* The same by a judge who sees nothing else. */
void judge_alone(enum dialect dialect, const struct test_case *c,
                 const struct observation *observation,
                 struct judgement *judgement);

/*
 * Where a dialect has profil and sprofil as calls of their own (glibc), each
 * is an implementation by itself and is diagnosed by itself: two interfaces,
 * 0 "profil" and 1 "sprofil".  Else there is one.
 */
unsigned judge_interfaces(const struct judge *judge);
const char *judge_interface_name(unsigned interface);

/* Which one a case tells about. */
unsigned judge_interface_of(const struct judge *judge,
                            const struct test_case *c);

const struct diagnosis *judge_diagnosis(const struct judge *judge,
                                        unsigned interface);

/* After all cases: for every rule that an interface's cases consulted (in the
 * returned set) the choices that some behaviour explaining the run makes; an
 * empty set where no single behaviour does. */
struct rule_set judge_behaviour(const struct judge *judge, unsigned interface,
                                struct choice_sets *left);

/* The choices that fail nobody in a dialect, those on which its manual is
 * silent too; of a function that may return void, where only what can be seen
 * is asked for, that alone. */
struct choice_sets judge_allowed(enum dialect dialect, bool seen_only);

/*
 * Everything the dialect permits on a case, for `profilcheck case`: calls
 * back once for every different permitted outcome, with the choices that
 * lead to it; of a function that may return void, where only what can be seen
 * is asked for, once whatever value it has.  Stops after limit outcomes;
 * returns how many there were.
 */
size_t judge_envelope(enum dialect dialect, const struct test_case *c,
                      bool seen_only, size_t limit,
                      void (*outcome)(void *context,
                                      const struct outcome *outcome,
                                      const struct choices *choices),
                      void *context);

#endif
