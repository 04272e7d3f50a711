/* SPDX-License-Identifier: MIT */
/*
 * House rules: what profilcheck asks of an implementation though no manual
 * does, as that one program's profile must not kill another.  The verdict is by
 * the manual; whether a broken house rule fails too is for the user to say.
 */
#ifndef CONFORMANCE_HOUSE_H
#define CONFORMANCE_HOUSE_H

#include "results.h"

/* The words of --house-rules, ended by a null. */
extern const char *const house_policies[];

/* The house rule that a cause breaks; null: it is of a manual, or by
 * convention. */
const char *house_of_cause(const struct cause *cause);

/* Set what each case is by that policy, whatever was set before.  A case that
 * breaks house rules alone is unspecified by the manual; where house rules
 * fail, it fails.  Waivers come after it. */
void house_apply(struct results *results, enum house_policy policy);

/* The house rules that a run breaks, each once: at most limit of them into
 * rules.  Returns how many there are; none where the policy is off. */
size_t house_broken(const struct results *results, const char **rules,
                    size_t limit);

/* How many cases break house rules and nothing else. */
size_t house_cases(const struct results *results);

/* The verdict without house rules and waivers: as the judge has it. */
uint8_t result_judged(const struct result *result);

#endif
