/* SPDX-License-Identifier: MIT */
/*
 * The slow oracle (reference/slow_mapping_test.h), compiled without the
 * engine's instrumentation: its own coverage is of no interest.
 */

#include "fuzz.h"
#include "reference/slow_mapping_test.h"

bool slow_answer(uint64_t combination, const struct mapping *m, uint64_t pc,
                 uint64_t *at, struct choices *answers)
{
    struct slow_choices choices = slow_combination(combination);
    struct slow_region region = {m->offset, m->size, m->scale, m->width,
                                 m->address_bits};

    slow_set(&choices, answers);
    return slow_place(&choices, &region, pc, at);
}

uint64_t slow_combinations(void)
{
    return SLOW_COMBINATIONS;
}
