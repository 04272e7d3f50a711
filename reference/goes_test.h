/* SPDX-License-Identifier: MIT */
/* Where a pc goes, for the tests of the mapping. */
#ifndef REFERENCE_GOES_TEST_H
#define REFERENCE_GOES_TEST_H

#include "behaviour_test.h"
#include "mapping.h"
#include "unit_test.h"

/* Where a pc goes: the counter's index, or minus its enum where. */
static inline int64_t goes(enum dialect dialect, const enum choice *made,
                           struct mapping m, uint64_t pc)
{
    struct choices c = behave(dialect, made);
    struct place place;

    if (m.width == 0)
        m.width = 2;
    if (m.address_bits == 0)
        m.address_bits = 64;
    mapping_place(&c, &m, pc, &place);
    assert_false(c.stuck);
    return place.where == WHERE_COUNTER ? (int64_t)(place.at / m.width)
                                        : -place.where;
}

#define AIX(m, pc, ...) goes(DIALECT_AIX, CHOICES_ARE(__VA_ARGS__), m, pc)

#endif
