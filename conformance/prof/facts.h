/* SPDX-License-Identifier: MIT */
/* Sets of what is in facts.def: F(MISSING) | F(PROGRAM). */
#ifndef CONFORMANCE_PROF_FACTS_H
#define CONFORMANCE_PROF_FACTS_H

#include <stdint.h>

enum {
#define FACT(name) FACT_##name,
#include "facts.def"
#undef FACT
    FACTS
};

typedef uint64_t facts;

_Static_assert(FACTS <= 64, "a set has 64 bits");

#define F(name) (UINT64_C(1) << FACT_##name)

#endif
