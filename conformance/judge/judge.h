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

#include "conformance/diagnosis/describe.h"
#include "conformance/diagnosis/diagnosis.h"
#include "conformance/language/case.h"
#include "conformance/language/observation.h"
#include "conformance/results/results.h"
#include "reference/choices.h"

enum { JUDGE_WORDS = 400, JUDGE_WHY = 1000, JUDGE_OTHER = UNKNOWN_NAME };

/* What a judge says of one case. */
struct judgement {
    uint8_t verdict;            /* enum verdict */
    bool finding;               /* see results.h */
    struct rule_set rules;      /* those that the model consulted */
    unsigned interface;         /* see judge_interfaces */
    uint8_t causes[DEPARTURES]; /* blames of the interface's diagnosis */
    unsigned cause_count;
    char other[JUDGE_OTHER]; /* it fails, and no blame is behind it: what was
                             seen, in so few words that the like have the
                             same; else "" */
    char input[JUDGE_WORDS]; /* the case in one line, where it does not pass */
    struct difference seen;  /* what was got, and what is permitted */
    char why[JUDGE_WHY];     /* the causes in words */
    char detail[3000];       /* all of it as one line; see results.h */
};

struct judge;

struct judge *judge_new(enum dialect dialect);
void judge_free(struct judge *judge);

/* Before it is shown anything: no departure from another rule than these can be
 * behind it. */
void judge_suspect(struct judge *judge, const struct rule_set *rules);

/* Show it what was seen of a case; both must stay until judge_forget.  False:
 * the dialect does not permit it, whatever other cases show. */
bool judge_see(struct judge *judge, const struct test_case *c,
               const struct observation *observation);

/* Once, after all was seen. */
void judge_conclude(struct judge *judge);

/* What was seen may be released: the judge knows all that it needs of it, to
 * judge any case.  What it found out about one of those that it was shown, and
 * no other, goes with it: which unknown defect is behind it, or which departure
 * that holds in some cases only, and that it need not agree with others. */
void judge_forget(struct judge *judge);

void judge_case(struct judge *judge, const struct test_case *c,
                const struct observation *observation,
                struct judgement *judgement);

/* Whether what it found leaves something of a case to the next one of its
 * process: profiling that was turned off goes on, or what was set stays. */
bool judge_leaves(const struct judge *judge);

/* Of a case with several causes: what one of them, a blame of its interface,
 * alone explains of what was seen, and what is permitted in its place; no words
 * where that is not known. */
void judge_evidence(struct judge *judge, const struct test_case *c,
                    const struct observation *observation, unsigned cause,
                    struct difference *words);

/* A case, by a judge who sees nothing else. */
void judge_alone(enum dialect dialect, const struct test_case *c,
                 const struct observation *observation,
                 struct judgement *judgement);

/*
 * Where a dialect has profil and sprofil as calls of their own (glibc), each
 * is an implementation by itself and is diagnosed by itself: two interfaces,
 * 0 "profil" and 1 "sprofil".  Else there is one.  Cases of both are the
 * second one's; what they show does not speak against what it does alone.
 */
unsigned judge_interfaces(const struct judge *judge);
const char *judge_interface_name(unsigned interface);

/* Which one a case is about. */
unsigned judge_interface_of(const struct judge *judge,
                            const struct test_case *c);

const struct diagnosis *judge_diagnosis(const struct judge *judge,
                                        unsigned interface);

/* After all cases: for every rule that an interface's cases consulted (in the
 * returned set) the choices that some behaviour explaining the run makes; an
 * empty set where no single behaviour does. */
struct rule_set judge_behaviour(const struct judge *judge, unsigned interface,
                                struct choice_sets *left);

#endif
