/* SPDX-License-Identifier: MIT */
/* What is kept of a gmon.out; when two say the same is in tests/events.txt. */
#include "counts.h"

#include "reference/unit_test.h"

TEST(places_are_kept_in_their_order_and_add_up)
{
    static const uint64_t lows[] = {0x30, 0x10, 0x20, 0x10};
    struct gmon_counts c = {.low = 0};

    for (unsigned k = 0; k < 4; k++)
        assert_true(gmon_add_ticks(
            &c, (struct gmon_place){lows[k], lows[k] + 4, k + 1}));
    assert_int_equal(c.places, 3);
    assert_int_equal(c.place[0].low, 0x10);
    assert_int_equal(c.place[0].ticks, 2 + 4);
    assert_int_equal(c.place[1].low, 0x20);
    assert_int_equal(c.place[2].ticks, 1);
}

TEST(arcs_are_kept_by_self_and_then_by_from)
{
    static const struct gmon_call calls[] = {{8, 2, 1}, {8, 1, 2}, {9, 1, 3},
                                             {7, 1, 4}, {9, 1, 5}, {7, 2, 6}};
    struct gmon_counts c = {.low = 0};

    for (unsigned k = 0; k < 6; k++)
        assert_true(gmon_add_calls(&c, calls[k]));
    assert_int_equal(c.arcs, 5);
    assert_int_equal(c.arc[0].from, 7);
    assert_int_equal(c.arc[1].calls, 2);
    assert_int_equal(c.arc[2].calls, 3 + 5);
    assert_int_equal(c.arc[3].calls, 6);
    assert_int_equal(c.arc[4].self, 2);
}

TEST(there_is_room_for_so_many_and_no_more)
{
    struct gmon_counts c = {.low = 0};

    for (uint64_t k = 0; k < GMON_PLACES; k++) {
        assert_true(gmon_add_ticks(&c, (struct gmon_place){k, k + 1, 1}));
        assert_true(gmon_add_calls(&c, (struct gmon_call){k, 1, 1}));
    }
    assert_false(gmon_add_ticks(&c, (struct gmon_place){100, 101, 1}));
    assert_true(gmon_add_outside(&c, (struct gmon_place){100, 101, 1}));
    assert_false(gmon_add_calls(&c, (struct gmon_call){100, 1, 1}));
    assert_true(gmon_add_ticks(&c, (struct gmon_place){3, 4, 1}));
    assert_true(gmon_add_calls(&c, (struct gmon_call){3, 1, 1}));
    assert_int_equal(c.place[3].ticks, 2);
    assert_int_equal(c.arc[3].calls, 2);
}

TESTS(NULL, NULL)
