/* SPDX-License-Identifier: MIT */
#include "counts.h"

#include "reference/unit_test.h"

/* A file as seen: counters of 4 bytes each from 0x1000 to 0x2000. */
static struct gmon_counts seen(uint64_t ticks)
{
    struct gmon_counts c = {.low = 0x1000, .high = 0x2000};

    if (ticks > 0)
        assert_true(
            gmon_add_ticks(&c, (struct gmon_place){0x1100, 0x1104, ticks}));
    return c;
}

/* What the model has, of ticks at that pc. */
static struct gmon_counts meant(uint64_t pc, uint64_t ticks)
{
    struct gmon_counts c = {.low = 0x1000, .high = 0x2000};

    assert_true(gmon_add_ticks(&c, (struct gmon_place){pc, pc + 1, ticks}));
    return c;
}

/* The same as it was asked for. */
static struct gmon_counts given(uint64_t ticks)
{
    struct gmon_counts c = ticks > 0 ? meant(0x1100, ticks) : seen(0);

    c.requested = 1;
    return c;
}

static bool agree(struct gmon_counts a, struct gmon_counts b)
{
    bool same = gmon_counts_agree(&a, &b);

    assert_int_equal(gmon_counts_agree(&b, &a), same);
    return same;
}

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

TEST(ticks_agree_where_one_has_the_places_of_the_other)
{
    struct gmon_counts two = meant(0x1100, 1), more = seen(3);

    assert_true(agree(meant(0x1100, 3), seen(3)));
    assert_true(agree(meant(0x1103, 3), seen(3)));
    assert_false(agree(meant(0x1104, 3), seen(3)));
    assert_false(agree(meant(0x10ff, 3), seen(3)));
    assert_false(agree(meant(0x1100, 2), seen(3)));
    assert_false(agree(meant(0x1100, 3), seen(0)));
    assert_true(gmon_add_ticks(&two, (struct gmon_place){0x1103, 0x1104, 2}));
    assert_true(agree(two, seen(3)));
    assert_true(gmon_add_ticks(&two, (struct gmon_place){0x1800, 0x1801, 1}));
    assert_false(agree(two, seen(3)));
    more.more_ticks = 1;
    assert_false(agree(meant(0x1100, 3), more));
}

TEST(a_place_that_reaches_beyond_its_counter_is_not_in_it)
{
    struct gmon_counts wide = {.low = 0x1000, .high = 0x2000};

    assert_true(gmon_add_ticks(&wide, (struct gmon_place){0x1102, 0x1106, 3}));
    assert_false(agree(wide, seen(3)));
}

TEST(ticks_in_other_counters_are_as_many_and_elsewhere)
{
    struct gmon_counts other = meant(0x1100, 3), far = seen(0);

    other.other = 1;
    assert_false(agree(other, seen(3)));
    assert_false(agree(other, seen(2)));
    assert_true(gmon_add_ticks(&far, (struct gmon_place){0x1200, 0x1204, 3}));
    assert_true(agree(other, far));
    far.place[0].ticks = 2;
    assert_false(agree(other, far));
    far.more_ticks = 1;
    assert_true(agree(other, far));
}

TEST(a_range_may_be_wider_and_not_narrower)
{
    static const struct {
        int64_t low, high; /* further out than it was asked for */
        bool right;
    } rows[] = {{0, 0, true},   {63, 0, true}, {0x1000, 0, true},
                {0, 63, true},  {0, 64, true}, {0, 0x7fff0000, true},
                {3, -1, false}, {-1, 3, false}};

    for (unsigned k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct gmon_counts c = {.low = 0x1000 - (uint64_t)rows[k].low,
                                .high = 0x2000 + (uint64_t)rows[k].high};

        assert_int_equal(agree(c, given(0)), rows[k].right);
    }
}

/* All of those, or none: never some. */
TEST(ticks_outside_may_be_in_a_range_that_is_wider)
{
    struct gmon_counts model = given(3), wide = {.low = 0xff0, .high = 0x2800};

    assert_true(gmon_add_outside(&model, (struct gmon_place){0xff0, 0xff1, 2}));
    assert_true(gmon_add_outside(&model, (struct gmon_place){0xfef, 0xff0, 8}));
    assert_true(
        gmon_add_outside(&model, (struct gmon_place){0x2000, 0x2001, 1}));
    assert_true(
        gmon_add_outside(&model, (struct gmon_place){0x2800, 0x2801, 4}));
    assert_true(gmon_add_ticks(&wide, (struct gmon_place){0x1100, 0x1104, 3}));
    assert_true(agree(model, wide)); /* none of them */
    assert_true(gmon_add_ticks(&wide, (struct gmon_place){0xff0, 0xff4, 2}));
    assert_false(agree(model, wide));
    assert_true(gmon_add_ticks(&wide, (struct gmon_place){0x2000, 0x2004, 1}));
    assert_true(agree(model, wide));
    assert_true(gmon_add_ticks(&wide, (struct gmon_place){0x27fc, 0x2800, 4}));
    assert_false(agree(model, wide)); /* that pc is not in it */
}

TEST(a_range_that_was_asked_for_is_not_rounded_inwards)
{
    struct gmon_counts requested = {
        .low = 0x1003, .high = 0x1ffd, .requested = 1};
    struct gmon_counts inwards = {.low = 0x1004, .high = 0x1ffc};
    struct gmon_counts outwards = {.low = 0x1000, .high = 0x2000};
    struct gmon_counts any = {.low = 1, .high = 0, .requested = 1};

    assert_false(agree(requested, inwards));
    assert_true(agree(requested, outwards));
    assert_true(agree(requested, requested));
    assert_true(agree(any, outwards));
    outwards.requested = 1;
    outwards.low = requested.low;
    assert_false(agree(requested, outwards)); /* the same but for its end */
    outwards.low--;
    assert_false(agree(requested, outwards));
    outwards = (struct gmon_counts){.low = 0x1000, .high = 0x2000};
    assert_true(agree(inwards, outwards)); /* neither was asked for */
}

TEST(a_range_that_is_cut_is_shorter_where_its_end_is_not_round)
{
    struct gmon_counts requested = {.low = 0x1000, .high = 0x1ffd, .cut = 1};
    struct gmon_counts c = {.low = 0x1000, .high = 0x1ffc};

    assert_true(agree(requested, c));
    c.high = 0x1ffd;
    assert_false(agree(requested, c));
    c.high = 0x2000;
    assert_false(agree(requested, c));
    requested.high = 0x2000;
    assert_true(agree(requested, c));
    assert_true(agree(requested, requested));
}

static struct gmon_counts with_arc(uint64_t from, uint64_t calls)
{
    struct gmon_counts c = seen(0);

    assert_true(gmon_add_calls(&c, (struct gmon_call){from, 0x1200, calls}));
    return c;
}

TEST(arcs_agree_to_the_last_call)
{
    struct gmon_counts c = with_arc(0x1100, 2);

    assert_true(agree(c, c));
    assert_false(agree(c, with_arc(0x1100, 3)));
    assert_false(agree(c, with_arc(0x1101, 2)));
    assert_false(agree(c, seen(0)));
    c.more_calls = 1;
    assert_false(agree(c, with_arc(0x1100, 2)));
    c = with_arc(0x1100, 2);
    c.several = 1;
    assert_false(agree(c, with_arc(0x1100, 2)));
}

TEST(of_a_row_there_may_be_fewer_where_that_is_stated)
{
    struct gmon_counts all = {.row = 100}, some = {.row = 100, .at_most = 1};
    struct gmon_counts few = {.row = 99};

    assert_true(agree(all, all));
    assert_true(agree(some, some));
    assert_false(agree(all, few));
    assert_true(agree(some, few));
    assert_false(agree(some, all));
}

TEST(calls_beside_others_are_so_many_or_fewer)
{
    struct gmon_counts requested = seen(0), file = seen(0);

    requested.beside = 4;
    for (file.beside = 3; file.beside <= 5; file.beside++) {
        requested.fewer = 0;
        assert_int_equal(agree(requested, file), file.beside == 4);
        requested.fewer = 1;
        assert_int_equal(agree(requested, file), file.beside == 3);
    }
}

TEST(arcs_that_were_disturbed_are_not_as_they_were_called)
{
    struct gmon_counts requested = seen(0), file = seen(0);

    assert_true(gmon_add_calls(&requested, (struct gmon_call){8, 2, 4}));
    requested.beside = 4;
    file = requested;
    requested.disturbed = 1;
    assert_false(agree(requested, file));
    file.beside = 1;
    assert_false(agree(requested, file));
    file.arc[0].calls = 3;
    assert_true(agree(requested, file));
    requested.disturbed = 0;
    assert_false(agree(requested, file));
}

TESTS(NULL, NULL)
