/* SPDX-License-Identifier: MIT */
/* Counts past the end of an element, where a rule lets them be. */
#include "computed_test.h"
#include "unit_test.h"

/* d = 16 is where the buffer ends, by a unit that lets that in, too: then no
 * scale loses it. */
TEST(a_place_past_the_buffer_is_one_by_some_units)
{
    begin();
    computed.unit = UNIT_INDEX_TO_END;
    tick(0x1000, 1);
    tick(0x1010, 1);
    found[0] = 1;
    assert_false(explained());
    found[COUNTERS] = 1;
    assert_true(explained());
}

/* The bytes that an element of that size may take. */
static uint64_t reach(enum choice unit, enum choice odd_tail, uint64_t size)
{
    struct mapping mapping = part_at(0, 0, size).mapping;

    computed.unit = unit;
    computed.odd_tail = odd_tail;
    return computed_reach(&computed, &mapping);
}

TEST(an_element_s_reach_is_as_what_its_number_is_compared_with)
{
    begin();
    for (uint64_t odd = 0; odd < 2; odd++) {
        uint64_t size = 8 + odd;

        assert_int_equal(reach(UNIT_BYTE_OFFSET, ODD_TAIL_WHOLE_COUNTERS, size),
                         8);
        assert_int_equal(reach(UNIT_BYTE_OFFSET, ODD_TAIL_FIRST_BYTE, size),
                         8 + 2 * odd);
        assert_int_equal(reach(UNIT_BYTE_OFFSET, ODD_TAIL_END_INCLUSIVE, size),
                         10);
        assert_int_equal(reach(UNIT_INDEX, ODD_TAIL_END_INCLUSIVE, size), 8);
        assert_int_equal(
            reach(UNIT_BYTE_OFFSET_HALF, ODD_TAIL_END_INCLUSIVE, size), 8);
        assert_int_equal(
            reach(UNIT_INDEX_TO_END, ODD_TAIL_WHOLE_COUNTERS, size), 10);
        assert_int_equal(
            reach(UNIT_INDEX_OF_BYTES, ODD_TAIL_WHOLE_COUNTERS, size),
            2 * size);
        assert_int_equal(
            reach(UNIT_COUNTER_OF_BYTES, ODD_TAIL_WHOLE_COUNTERS, size),
            2 * size);
        assert_int_equal(
            reach(UNIT_COUNTER_TO_BYTES, ODD_TAIL_WHOLE_COUNTERS, size),
            2 * size + 2);
    }
}

TEST(counts_past_an_element_s_end_are_explained)
{
    struct computed_part part = part_at(0x1000, 0, 8);

    for (unsigned to_bytes = 0; to_bytes < 2; to_bytes++) {
        begin();
        if (to_bytes)
            computed.unit = UNIT_COUNTER_OF_BYTES;
        part.reach = computed_reach(&computed, &part.mapping);
        assert_true(computed_tick(&computed, &part, 0x100a));
        found[5] = 1;
        assert_int_equal(explained(), to_bytes);
        found[5] = 0;
        found[3] = 1;
        assert_true(explained());
        found[3] = 0;
    }
}

TESTS(NULL, NULL)
