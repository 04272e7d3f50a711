/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "inference.h"
#include "reference/unit_test.h"

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

    box_list_add(list, &box);
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
    box_list_intersect(&known, &seen, &both);
    assert_int_equal(both.count, 1);
    assert_int_equal(both.boxes[0].of[RULE_ROUNDING], 2);
    assert_int_equal(both.boxes[0].of[RULE_UNIT], 1);
    free(known.boxes);
    free(seen.boxes);
    free(both.boxes);
}

TEST(what_is_learnt_is_reported_in_as_few_boxes_as_it_takes)
{
    struct box_list known = {0}, seen = {0}, both = {0};

    add(&known, 3, 7);
    add(&seen, 1, 7);
    add(&seen, 2, 7);
    add(&both, 4, 4); /* of before: forgotten */
    box_list_intersect(&known, &seen, &both);
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
    box_list_intersect(&known, &seen, &both);
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

    box_list_add(&known, &everything);
    for (unsigned i = 0; i < count; i++) {
        struct box box = box_everything();

        for (unsigned k = 0; k < 10; k++) {
            unsigned side = i >> k & 1 ? 2 : 1;

            box.of[2 * k] = (choice_set)side;
            box.of[2 * k + 1] = (choice_set)side;
        }
        box_list_add(&seen, &box);
    }
    box_list_intersect(&known, &seen, &both);
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
    box_list_intersect(&known, &seen, &both);
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

/* A run that asked for rounding, and for a unit if there is one. */
static void add_run(struct run_list *list, enum choice rounding, int unit)
{
    struct choices run = {.consulted = {{0}}};

    run.made[RULE_ROUNDING] = (uint16_t)rounding;
    rule_set_add(&run.consulted, RULE_ROUNDING);
    if (unit >= 0) {
        run.made[RULE_UNIT] = (uint16_t)unit;
        rule_set_add(&run.consulted, RULE_UNIT);
    }
    run_list_add(list, &run);
}

/* A run that asked for a unit alone. */
static void add_other(struct run_list *list)
{
    struct choices run = {.consulted = {{0}}};

    run.made[RULE_UNIT] = UNIT_INDEX;
    rule_set_add(&run.consulted, RULE_UNIT);
    run_list_add(list, &run);
}

TEST(a_run_is_what_it_made_of_what_it_asked)
{
    struct run_list list = {0};
    size_t runs = 0;

    add_run(&list, ROUNDING_UP, UNIT_INDEX);
    add_run(&list, ROUNDING_DOWN, -1);
    assert_int_equal(list.count, 2);
    assert_int_equal(list.words[0], 2);
    assert_true((list.words[1] == ROUNDING_UP && list.words[2] == UNIT_INDEX) ||
                (list.words[2] == ROUNDING_UP && list.words[1] == UNIT_INDEX));
    assert_int_equal(list.words[3], 1);
    assert_int_equal(list.words[4], ROUNDING_DOWN);
    RUN_LIST_EACH(at, &list)
    assert_int_equal(at, runs++ == 0 ? 0 : 3);
    assert_int_equal(runs, 2);
    free(list.words);
}

TEST(a_list_is_filled_anew_in_the_same_memory)
{
    struct run_list list = {0};
    const uint16_t *words;

    run_list_fit(&list);
    assert_null(list.words);
    add_run(&list, ROUNDING_UP, UNIT_INDEX);
    words = list.words;
    run_list_clear(&list);
    assert_int_equal(list.count, 0);
    run_list_fit(&list);
    assert_ptr_equal(list.words, words);
    add_run(&list, ROUNDING_DOWN, -1);
    assert_ptr_equal(list.words, words);
    assert_int_equal(list.used, 2);
    assert_int_equal(list.count, 1);
    free(list.words);
}

TEST(a_list_that_is_fitted_keeps_its_runs_and_may_grow)
{
    struct run_list list = {0};

    add_run(&list, ROUNDING_UP, UNIT_INDEX);
    run_list_fit(&list);
    assert_int_equal(list.capacity, 3);
    assert_int_equal(list.words[0], 2);
    for (unsigned i = 0; i < 100; i++)
        add_run(&list, ROUNDING_DOWN, -1);
    assert_int_equal(list.count, 101);
    assert_int_equal(list.used, 3 + 2 * 100);
    assert_true(list.capacity >= list.used);
    assert_int_equal(list.words[list.used - 1], ROUNDING_DOWN);
    free(list.words);
}

TEST(what_sets_have_of_a_list_is_all_that_they_have)
{
    struct run_list list = {0}, left = {0};
    struct choice_sets sets = choices_known();

    add_run(&list, ROUNDING_UP, UNIT_INDEX);
    add_run(&list, ROUNDING_DOWN, UNIT_BYTE_OFFSET);
    add_run(&list, ROUNDING_DOWN, UNIT_INDEX);
    add_run(&list, ROUNDING_DOWN, -1);
    sets.of[RULE_ROUNDING] = choice_bit(ROUNDING_DOWN);
    sets.of[RULE_UNIT] = choice_bit(UNIT_INDEX);
    assert_false(run_is_within(list.words, sets.of));
    run_list_filter(&list, &sets, &left);
    assert_int_equal(left.count, 2);
    assert_int_equal(left.used, 3 + 2);
    assert_memory_equal(left.words, list.words + 6, 5 * sizeof *left.words);
    free(list.words);
    free(left.words);
}

TEST(a_run_is_of_a_box_that_has_all_its_choices)
{
    struct run_list list = {0};
    struct box boxes[] = {box_everything(), box_everything()};
    struct box_list first = {boxes, 1, 2}, both = {boxes, 2, 2}, none = {0};

    add_run(&list, ROUNDING_UP, UNIT_INDEX);
    add_run(&list, ROUNDING_DOWN, UNIT_BYTE_OFFSET);
    boxes[0].of[RULE_ROUNDING] = choice_bit(ROUNDING_UP);
    boxes[0].of[RULE_UNIT] = choice_bit(UNIT_BYTE_OFFSET);
    boxes[1].of[RULE_ROUNDING] = choice_bit(ROUNDING_DOWN);
    assert_false(run_list_meets(&list, &first));
    assert_true(run_list_meets(&list, &both));
    assert_false(run_list_meets(&list, &none));
    run_list_clear(&list);
    assert_false(run_list_meets(&list, &both));
    free(list.words);
}

TEST(settled_is_what_every_run_asked)
{
    struct run_list list = {0};
    struct choice_sets made;
    struct rule_set settled = run_list_settled(&list, &made);

    assert_true(rule_set_empty(settled));
    assert_int_equal(made.of[RULE_ROUNDING], 0);
    add_run(&list, ROUNDING_UP, UNIT_INDEX);
    settled = run_list_settled(&list, &made);
    assert_true(rule_set_has(settled, RULE_UNIT));
    assert_int_equal(made.of[RULE_UNIT], choice_bit(UNIT_INDEX));
    add_run(&list, ROUNDING_DOWN, -1);
    settled = run_list_settled(&list, &made);
    assert_false(rule_set_has(settled, RULE_UNIT));
    assert_true(rule_set_has(settled, RULE_ROUNDING));
    assert_int_equal(made.of[RULE_ROUNDING],
                     choice_bit(ROUNDING_UP) | choice_bit(ROUNDING_DOWN));
    run_list_clear(&list);
    add_other(&list);
    settled = run_list_settled(&list, &made);
    assert_true(rule_set_has(settled, RULE_UNIT));
    for (unsigned r = 0; r < RULES; r++)
        assert_true(r == RULE_UNIT || !rule_set_has(settled, r));
    free(list.words);
}

TEST(each_run_is_a_box)
{
    struct run_list list = {0};
    struct box_list boxes = {0};

    add_run(&list, ROUNDING_UP, UNIT_INDEX);
    add_run(&list, ROUNDING_DOWN, -1);
    run_list_boxes(&list, false, &boxes);
    assert_int_equal(boxes.count, 2);
    assert_int_equal(boxes.boxes[0].of[RULE_UNIT], choice_bit(UNIT_INDEX));
    assert_int_equal(boxes.boxes[0].of[RULE_ROUNDING], choice_bit(ROUNDING_UP));
    assert_int_equal(boxes.boxes[1].of[RULE_ROUNDING],
                     choice_bit(ROUNDING_DOWN));
    assert_int_equal(boxes.boxes[1].of[RULE_UNIT], rule_choices(RULE_UNIT));
    free(list.words);
    free(boxes.boxes);
}

TESTS(NULL, NULL)
