/* SPDX-License-Identifier: MIT */
#include "inference.h"
#include "reference/unit_test.h"

#include <stdlib.h>

/* All behaviours that make these choices of two rules. */
static struct box box_with(choice_set rounding, choice_set unit)
{
    struct box box = box_everything();

    box.of[RULE_ROUNDING] = rounding;
    box.of[RULE_UNIT] = unit;
    return box;
}

static void add(struct box_list *list, choice_set rounding, choice_set unit)
{
    struct box box = box_with(rounding, unit);

    assert_true(box_list_add(list, &box));
}

TEST(the_box_of_a_run_is_pinned_to_what_was_asked)
{
    struct choice_sets all = choices_known();
    struct choices choices;
    struct box box;

    choices_begin(&choices, &all);
    assert_int_equal(choose(&choices, RULE_UNIT), UNIT_BYTE_OFFSET);
    box = box_of_run(&choices);
    assert_int_equal(box.of[RULE_UNIT], choice_bit(UNIT_BYTE_OFFSET));
    assert_int_equal(box.of[RULE_ROUNDING], rule_choices(RULE_ROUNDING));
}

TEST(boxes_that_differ_in_one_rule_become_one)
{
    struct box_list list = {0};

    add(&list, 1, 1);
    add(&list, 2, 1);
    add(&list, 4, 2);
    box_list_merge(&list);
    assert_int_equal(list.count, 2);
    assert_int_equal(list.boxes[0].of[RULE_ROUNDING], 3);
    assert_int_equal(list.boxes[0].of[RULE_UNIT], 1);
    free(list.boxes);
}

TEST(a_box_inside_another_is_forgotten)
{
    struct box_list list = {0};

    add(&list, 1, 1);
    add(&list, 7, 3);
    add(&list, 2, 2);
    box_list_merge(&list);
    assert_int_equal(list.count, 1);
    assert_int_equal(list.boxes[0].of[RULE_ROUNDING], 7);
    free(list.boxes);
}

TEST(the_larger_takes_the_place_of_the_smaller)
{
    struct box_list list = {0};

    add(&list, 1, 1);
    add(&list, 7, 3);
    box_list_merge(&list);
    assert_int_equal(list.count, 1);
    assert_int_equal(list.boxes[0].of[RULE_ROUNDING], 7);
    assert_int_equal(list.boxes[0].of[RULE_UNIT], 3);
    free(list.boxes);
}

/* The box that was joined into another still lies behind the list. */
TEST(what_was_taken_off_the_list_is_met_no_more)
{
    struct box_list list = {0};
    struct box gone = box_with(2, 2);

    add(&list, 1, 1);
    add(&list, 2, 2);
    assert_true(box_list_meets(&list, &gone));
    list.count = 1;
    assert_false(box_list_meets(&list, &gone));
    free(list.boxes);
}

TEST(joining_goes_on_until_nothing_joins)
{
    struct box_list list = {0};

    add(&list, 1, 1);
    add(&list, 2, 2);
    add(&list, 1, 2);
    add(&list, 2, 1);
    box_list_merge(&list);
    assert_int_equal(list.count, 1);
    assert_int_equal(list.boxes[0].of[RULE_ROUNDING], 3);
    assert_int_equal(list.boxes[0].of[RULE_UNIT], 3);
    free(list.boxes);
}

TEST(learning_keeps_what_both_allow)
{
    struct box_list known = {0}, seen = {0}, both = {0};

    add(&known, 3, 7);
    add(&seen, 6, 1);
    add(&seen, 4, 2);
    assert_true(box_list_intersect(&known, &seen, &both));
    assert_int_equal(both.count, 1);
    assert_int_equal(both.boxes[0].of[RULE_ROUNDING], 2);
    assert_int_equal(both.boxes[0].of[RULE_UNIT], 1);
    free(known.boxes);
    free(seen.boxes);
    free(both.boxes);
}

TEST(what_is_learnt_is_told_in_as_few_boxes_as_it_takes)
{
    struct box_list known = {0}, seen = {0}, both = {0};

    add(&known, 3, 7);
    add(&seen, 1, 7);
    add(&seen, 2, 7);
    add(&both, 4, 4); /* of before: forgotten */
    assert_true(box_list_intersect(&known, &seen, &both));
    assert_int_equal(both.count, 1);
    assert_int_equal(both.boxes[0].of[RULE_ROUNDING], 3);
    assert_int_equal(both.boxes[0].of[RULE_UNIT], 7);
    free(known.boxes);
    free(seen.boxes);
    free(both.boxes);
}

TEST(what_excludes_each_other_leaves_nothing)
{
    struct box_list known = {0}, seen = {0}, both = {0};
    struct choice_sets hull;

    add(&known, 1, 7);
    add(&seen, 2, 7);
    assert_true(box_list_intersect(&known, &seen, &both));
    assert_int_equal(both.count, 0);
    assert_false(box_list_meets(&known, &seen.boxes[0]));
    hull = box_list_hull(&both);
    assert_int_equal(hull.of[RULE_ROUNDING], 0);
    free(known.boxes);
    free(seen.boxes);
    free(both.boxes);
}

/* What is left of so many boxes of which no two join: pairs of rules agree in
 * each. */
static struct box_list left_of(unsigned count)
{
    struct box everything = box_everything();
    struct box_list known = {0}, seen = {0}, both = {0};

    assert_true(box_list_add(&known, &everything));
    for (unsigned i = 0; i < count; i++) {
        struct box box = box_everything();

        for (unsigned k = 0; k < 9; k++) {
            unsigned side = i >> k & 1 ? 2 : 1;

            box.of[2 * k] = (choice_set)side;
            box.of[2 * k + 1] = (choice_set)side;
        }
        assert_true(box_list_add(&seen, &box));
    }
    assert_true(box_list_intersect(&known, &seen, &both));
    free(known.boxes);
    free(seen.boxes);
    return both;
}

/* As many as there is room for: none beyond them is looked at. */
TEST(a_list_that_is_full_is_looked_at_to_its_end)
{
    struct box_list known = {0}, seen = {0}, both = {0};
    struct box gone = box_with(2, 2);

    for (unsigned k = 0; k < 16; k++)
        add(&known, 1, (choice_set)(1 + k));
    assert_int_equal(known.count, known.capacity);
    add(&seen, 2, 7);
    assert_true(box_list_intersect(&known, &seen, &both));
    assert_int_equal(both.count, 0);
    assert_false(box_list_meets(&known, &gone));
    free(known.boxes);
    free(seen.boxes);
    free(both.boxes);
}

TEST(too_many_boxes_become_the_one_around_them)
{
    struct box_list both = left_of(INFERENCE_BOXES + 1);

    assert_int_equal(both.count, 1);
    assert_int_equal(both.boxes[0].of[0], 3);
    assert_int_equal(both.boxes[0].of[20], rule_choices(20));
    free(both.boxes);
    both = left_of(INFERENCE_BOXES);
    assert_int_equal(both.count, INFERENCE_BOXES);
    free(both.boxes);
}

TESTS(NULL, NULL)
