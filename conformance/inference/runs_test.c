/* SPDX-License-Identifier: MIT */
#include "runs.h"

#include <stdlib.h>

#include "reference/unit_test.h"

/* A run that asked for rounding, and for a unit if there is one. */
static void add_run(struct run_list *list, enum choice rounding, int unit)
{
    struct choices run = {.asked = {{0}}};

    run.made[RULE_ROUNDING] = (uint16_t)rounding;
    rule_set_add(&run.asked, RULE_ROUNDING);
    if (unit >= 0) {
        run.made[RULE_UNIT] = (uint16_t)unit;
        rule_set_add(&run.asked, RULE_UNIT);
    }
    assert_true(run_list_add(list, &run));
}

/* A run that asked for a unit alone. */
static void add_other(struct run_list *list)
{
    struct choices run = {.asked = {{0}}};

    run.made[RULE_UNIT] = UNIT_INDEX;
    rule_set_add(&run.asked, RULE_UNIT);
    assert_true(run_list_add(list, &run));
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
    assert_true(run_list_filter(&list, &sets, &left));
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
    assert_true(run_list_boxes(&list, false, &boxes));
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
