/* SPDX-License-Identifier: MIT */
/*
 * Judging: (case, observation, dialect) -> verdict.  No implementation is in
 * reach, so a recorded observation is judged the same tomorrow.
 *
 * A judge sees the cases of one run in order.  For each it asks whether a
 * behaviour that the dialect permits explains the observation, and keeps
 * what the answer says of the implementation's behaviour: the next answer
 * must agree with it.
 */
#ifndef CONFORMANCE_JUDGE_H
#define CONFORMANCE_JUDGE_H

#include "conformance/cases/case.h"
#include "conformance/delivery/observe.h"
#include "conformance/results.h"
#include "reference/choices.h"

struct judge;

/* Null only where memory ran out. */
struct judge *judge_new(enum dialect dialect);
void judge_free(struct judge *judge);

enum { JUDGE_WHY = 300 };

/* What stands in why where no rule is to be named. */
#define JUDGE_UNEXPLAINED "no known choice explains it"

struct judgement {
    uint8_t verdict;       /* enum verdict */
    bool finding;          /* see results.h */
    struct rule_set rules; /* bit r: the model consulted rule r */
    char detail[1024];     /* one line; see results.h */
    char why[JUDGE_WHY];   /* unless it passes: the rules, where known */
};

void judge_case(struct judge *judge, const struct test_case *c,
                const struct observation *observation,
                struct judgement *judgement);

/* The same again, for a case that was judged before, in the light of all that
 * was learnt since: of several defects that explain it, those that other cases
 * rule out are not named any more.  The verdict stays. */
void judge_again(struct judge *judge, const struct test_case *c,
                 const struct observation *observation,
                 struct judgement *judgement);

/* The same for any case, without learning from it. */
void judge_aside(struct judge *judge, const struct test_case *c,
                 const struct observation *observation,
                 struct judgement *judgement);

/*
 * Where a dialect has profil and sprofil as calls of their own (glibc), each
 * is an implementation by itself and is inferred by itself: two interfaces,
 * 0 "profil" and 1 "sprofil".  Else there is one.
 */
unsigned judge_interfaces(const struct judge *judge);
const char *judge_interface_name(unsigned interface);

/* After all cases: for every rule that an interface's cases consulted (a bit
 * in the returned mask) the choices that some behaviour explaining the run
 * makes; an empty set where no single behaviour does. */
struct rule_set judge_behaviour(const struct judge *judge, unsigned interface,
                                struct choice_sets *left);

/*
 * Everything the dialect permits on a case, for `profilcheck case`: calls
 * back once for every different permitted outcome, with the choices that
 * lead to it.  Stops after limit outcomes; returns how many there were.
 */
size_t
judge_envelope(enum dialect dialect, const struct test_case *c, size_t limit,
               void (*outcome)(void *context, const struct outcome *outcome,
                               const struct choices *choices),
               void *context);

#endif
