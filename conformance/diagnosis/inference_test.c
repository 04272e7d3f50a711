/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "inference.h"
#include "reference/unit_test.h"
#include "text.h"

/* "1 3; 2 2": boxes of all behaviours that make these choices of two rules, as
 * bits in octal. */
static struct box_list boxes_of(const char *text)
{
    struct box_list list = {0};
    struct box box = box_everything();

    for (int n; sscanf(text, "%ho %ho%n", &box.of[RULE_ROUNDING],
                       &box.of[RULE_UNIT], &n) == 2;
         text += strspn(text, "; ")) {
        box_list_add(&list, &box);
        text += n;
    }
    return list;
}

/* In their order, and of nothing else. */
static void check_boxes(const struct box_list *list, const char *why,
                        const char *expected)
{
    char text[200] = "";

    for (size_t k = 0; k < list->count; k++)
        text_add(text, sizeof text, "%s%ho %ho", k ? "; " : "",
                 list->boxes[k].of[RULE_ROUNDING],
                 list->boxes[k].of[RULE_UNIT]);
    if (strcmp(text, expected) != 0)
        fail_msg("%s: %s", why, text);
}

TEST(boxes_are_merged_into_as_few_as_it_takes)
{
    static const char *const rows[][3] = {
        {"those that differ in one rule become one", "1 1; 2 1; 4 2",
         "3 1; 4 2"},
        {"a box inside another is forgotten", "1 1; 7 3; 2 2", "7 3"},
        {"the larger takes the place of the smaller", "1 1; 7 3", "7 3"},
        {"joining goes on until nothing joins", "1 1; 2 2; 1 2; 2 1", "3 3"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct box_list list = boxes_of(rows[k][1]);

        box_list_merge(&list);
        check_boxes(&list, rows[k][0], rows[k][2]);
        free(list.boxes);
    }
}

/* The box that was joined into another still lies behind the list. */
TEST(what_was_taken_off_the_list_is_met_no_more)
{
    struct box_list list = boxes_of("1 1; 2 2");

    assert_true(box_list_meets(&list, &list.boxes[1]));
    list.count = 1;
    assert_false(box_list_meets(&list, &list.boxes[1]));
    free(list.boxes);
}

TEST(learning_keeps_what_both_allow)
{
    static const char *const rows[][4] = {
        {"what both allow", "3 7", "6 1; 4 2", "2 1"},
        {"in as few boxes as it takes", "3 7", "1 7; 2 7", "3 7"},
        {"what excludes each other leaves nothing", "1 7", "2 7", ""},
        {"a list that is full is looked at to its end",
         "1 1; 1 2; 1 3; 1 4; 1 5; 1 6; 1 7; 1 10; 1 11; 1 12; 1 13; 1 14; "
         "1 15; 1 16; 1 17; 1 20",
         "2 7", ""},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct box_list known = boxes_of(rows[k][1]);
        struct box_list seen = boxes_of(rows[k][2]);
        struct box_list both = boxes_of("4 4"); /* of before: forgotten */

        assert_true(known.count < 16 || known.count == known.capacity);
        assert_int_equal(box_list_meets(&known, &seen.boxes[0]),
                         *rows[k][3] != '\0');
        box_list_intersect(&known, &seen, &both);
        check_boxes(&both, rows[k][0], rows[k][3]);
        assert_int_equal(box_list_hull(&both).of[RULE_ROUNDING] == 0,
                         both.count == 0);
        free(known.boxes);
        free(seen.boxes);
        free(both.boxes);
    }
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

TEST(a_list_that_is_fitted_keeps_its_runs_and_may_grow)
{
    struct run_list list = {0};

    run_list_fit(&list);
    assert_null(list.words);
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

TESTS(NULL, NULL)
