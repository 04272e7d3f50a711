/* SPDX-License-Identifier: MIT */
/*
 * The slow oracle (reference/slow_mapping_test.h), compiled by itself: what
 * judges need not be watched, and is slow enough without.
 */
#ifndef FUZZ_SLOW_H
#define FUZZ_SLOW_H

#include <stdbool.h>

#include "reference/mapping.h"

/* Whether a tick at pc is counted under the combination of choices of that
 * number, and then at which byte; and the answers with which the reference is
 * to do the same. */
bool slow_answer(uint64_t combination, const struct mapping *m, uint64_t pc,
                 uint64_t *at, struct choices *answers);
uint64_t slow_combinations(void);

#endif
