/* SPDX-License-Identifier: MIT */
/*
 * Features of cases: what distinguishes those that show a defect from those
 * that do not.  A feature is a property of the calls and ticks of a script,
 * or of what is expected of it ("a call fails with E2BIG"), never of what was
 * seen.
 */
#ifndef CONFORMANCE_FEATURES_H
#define CONFORMANCE_FEATURES_H

#include "conformance/language/case.h"
#include "reference/outcome.h"

enum feature {
#define FEATURE(id, words) FEATURE_##id,
#include "features.def"
#undef FEATURE
    FEATURES
};

struct feature_set {
    uint64_t bits[(FEATURES + 63) / 64];
};

static inline bool feature_has(const struct feature_set *set, unsigned feature)
{
    return set->bits[feature / 64] >> feature % 64 & 1;
}

/* Of the operations up to the last-th, that one included, and of the part of
 * an outcome that they lead to. */
struct feature_set features_of(const struct script *script, size_t last,
                               const struct outcome *expected);

/* Whether a call begins profiling, by its arguments. */
bool call_turns_on(const struct call *call);

/* "a buffer's size is odd" */
const char *feature_words(unsigned feature);

#endif
