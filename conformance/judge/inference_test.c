/* SPDX-License-Identifier: MIT */
#include "inference.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

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

static void the_box_of_a_run_is_pinned_to_what_was_asked(void **state)
{
    struct choice_sets all = choices_known();
    struct choices choices;
    struct box box;

    (void)state;
    choices_begin(&choices, &all);
    assert_int_equal(choose(&choices, RULE_UNIT), UNIT_BYTE_OFFSET);
    box = box_of_run(&choices);
    assert_int_equal(box.of[RULE_UNIT], choice_bit(UNIT_BYTE_OFFSET));
    assert_int_equal(box.of[RULE_ROUNDING], rule_choices(RULE_ROUNDING));
}

static void boxes_that_differ_in_one_rule_become_one(void **state)
{
    struct box_list list = {0};

    (void)state;
    add(&list, 1, 1);
    add(&list, 2, 1);
    add(&list, 4, 2);
    box_list_merge(&list);
    assert_int_equal(list.count, 2);
    assert_int_equal(list.boxes[0].of[RULE_ROUNDING], 3);
    assert_int_equal(list.boxes[0].of[RULE_UNIT], 1);
    free(list.boxes);
}

static void a_box_inside_another_is_forgotten(void **state)
{
    struct box_list list = {0};

    (void)state;
    add(&list, 1, 1);
    add(&list, 7, 3);
    add(&list, 2, 2);
    box_list_merge(&list);
    assert_int_equal(list.count, 1);
    assert_int_equal(list.boxes[0].of[RULE_ROUNDING], 7);
    free(list.boxes);
}

static void the_larger_takes_the_place_of_the_smaller(void **state)
{
    struct box_list list = {0};

    (void)state;
    add(&list, 1, 1);
    add(&list, 7, 3);
    box_list_merge(&list);
    assert_int_equal(list.count, 1);
    assert_int_equal(list.boxes[0].of[RULE_ROUNDING], 7);
    assert_int_equal(list.boxes[0].of[RULE_UNIT], 3);
    free(list.boxes);
}

/* The box that was joined into another still lies behind the list. */
static void what_was_taken_off_the_list_is_met_no_more(void **state)
{
    struct box_list list = {0};
    struct box gone = box_with(2, 2);

    (void)state;
    add(&list, 1, 1);
    add(&list, 2, 2);
    assert_true(box_list_meets(&list, &gone));
    list.count = 1;
    assert_false(box_list_meets(&list, &gone));
    free(list.boxes);
}

static void joining_goes_on_until_nothing_joins(void **state)
{
    struct box_list list = {0};

    (void)state;
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

static void learning_keeps_what_both_allow(void **state)
{
    struct box_list known = {0}, seen = {0}, both = {0};

    (void)state;
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

static void what_is_learnt_is_told_in_as_few_boxes_as_it_takes(void **state)
{
    struct box_list known = {0}, seen = {0}, both = {0};

    (void)state;
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

static void what_excludes_each_other_leaves_nothing(void **state)
{
    struct box_list known = {0}, seen = {0}, both = {0};
    struct choice_sets hull;

    (void)state;
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
static void a_list_that_is_full_is_looked_at_to_its_end(void **state)
{
    struct box_list known = {0}, seen = {0}, both = {0};
    struct box gone = box_with(2, 2);

    (void)state;
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

static void too_many_boxes_become_the_one_around_them(void **state)
{
    struct box_list both = left_of(INFERENCE_BOXES + 1);

    (void)state;
    assert_int_equal(both.count, 1);
    assert_int_equal(both.boxes[0].of[0], 3);
    assert_int_equal(both.boxes[0].of[20], rule_choices(20));
    free(both.boxes);
    both = left_of(INFERENCE_BOXES);
    assert_int_equal(both.count, INFERENCE_BOXES);
    free(both.boxes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_box_of_a_run_is_pinned_to_what_was_asked),
        cmocka_unit_test(boxes_that_differ_in_one_rule_become_one),
        cmocka_unit_test(a_box_inside_another_is_forgotten),
        cmocka_unit_test(the_larger_takes_the_place_of_the_smaller),
        cmocka_unit_test(what_was_taken_off_the_list_is_met_no_more),
        cmocka_unit_test(joining_goes_on_until_nothing_joins),
        cmocka_unit_test(learning_keeps_what_both_allow),
        cmocka_unit_test(what_is_learnt_is_told_in_as_few_boxes_as_it_takes),
        cmocka_unit_test(what_excludes_each_other_leaves_nothing),
        cmocka_unit_test(a_list_that_is_full_is_looked_at_to_its_end),
        cmocka_unit_test(too_many_boxes_become_the_one_around_them),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
