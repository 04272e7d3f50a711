/* SPDX-License-Identifier: MIT */
#include "latitude.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static void what_is_not_forbidden_fails_nobody(void **state)
{
    (void)state;
    assert_int_equal(latitude_choices(DIALECT_AIX, RULE_ROUNDING),
                     choice_bit(ROUNDING_UP));
    assert_int_equal(latitude_choices(DIALECT_FREEBSD, RULE_ROUNDING),
                     choice_bit(ROUNDING_DOWN) |
                         choice_bit(ROUNDING_DIVIDE_FIRST));
    /* freebsd's manual is silent on fork. */
    assert_int_equal(latitude_choices(DIALECT_FREEBSD, RULE_FORK),
                     rule_choices(RULE_FORK));
}

static void a_rule_of_another_dialect_has_one_answer(void **state)
{
    (void)state;
    assert_false(dialect_has_rule(DIALECT_AIX, RULE_COUNT_RANGE));
    assert_int_equal(latitude_choices(DIALECT_AIX, RULE_COUNT_RANGE), 1);
}

static void the_permitted_question_leaves_nothing_out(void **state)
{
    (void)state;
    for (int d = 0; d < DIALECTS; d++) {
        struct question q = latitude_permitted((enum dialect)d);

        assert_int_equal(q.budget, 0);
        assert_true(q.work > 0);
        for (unsigned r = 0; r < RULES; r++) {
            assert_int_equal(q.allowed.of[r],
                             latitude_choices((enum dialect)d, r));
            assert_int_equal(q.extra.of[r], 0);
        }
    }
}

static void what_is_known_is_tried_freely_defects_on_a_budget(void **state)
{
    struct choice_sets possible = choices_known();
    struct question q;

    (void)state;
    possible.of[RULE_ROUNDING] =
        choice_bit(ROUNDING_UP) | choice_bit(ROUNDING_DOWN);
    possible.of[RULE_SCALE_OFF] = choice_bit(SCALE_OFF_NEVER);
    q = latitude_known(DIALECT_AIX, &possible, 2);
    assert_int_equal(q.budget, 2);
    assert_int_equal(q.allowed.of[RULE_ROUNDING], choice_bit(ROUNDING_UP));
    assert_int_equal(q.extra.of[RULE_ROUNDING], choice_bit(ROUNDING_DOWN));
    /* A defect that has been shown is no longer a departure. */
    assert_int_equal(q.allowed.of[RULE_SCALE_OFF], choice_bit(SCALE_OFF_NEVER));
    assert_int_equal(q.extra.of[RULE_SCALE_OFF], 0);
    /* Nobody departs in a rule that the dialect does not have. */
    assert_int_equal(q.extra.of[RULE_COUNT_RANGE], 0);
}

static struct box pinned(enum choice choice)
{
    struct box box = box_everything();

    box.of[choice_table[choice].rule] = choice_bit(choice);
    return box;
}

static void forbidden_are_the_rules_without_a_permitted_choice(void **state)
{
    struct box box = box_everything();

    (void)state;
    assert_int_equal(latitude_forbidden(DIALECT_AIX, &box), 0);
    box.of[RULE_ROUNDING] = choice_bit(ROUNDING_DOWN);
    assert_int_equal(latitude_forbidden(DIALECT_AIX, &box), 1);
    box.of[RULE_SCALE_OFF] = choice_bit(SCALE_OFF_NEVER);
    assert_int_equal(latitude_forbidden(DIALECT_AIX, &box), 2);
    box.of[RULE_ROUNDING] |= choice_bit(ROUNDING_UP);
    assert_int_equal(latitude_forbidden(DIALECT_AIX, &box), 1);
}

static void a_box_on_which_the_manual_is_silent_is_not_specified(void **state)
{
    struct box down = pinned(ROUNDING_DOWN), off = pinned(FORK_CHILD_OFF);
    struct box all = box_everything();

    (void)state;
    assert_true(latitude_specified(DIALECT_FREEBSD, &all));
    assert_true(latitude_specified(DIALECT_FREEBSD, &down));
    assert_false(latitude_specified(DIALECT_FREEBSD, &off));
}

static void simplest_is_fewest_defects_then_the_most_specified(void **state)
{
    struct box boxes[] = {pinned(ROUNDING_UP), pinned(FORK_CHILD_OFF),
                          pinned(ROUNDING_DOWN)};
    struct box_list list = {boxes, 3, 3}, none = {0};

    (void)state;
    assert_ptr_equal(latitude_simplest(DIALECT_FREEBSD, &list, NULL),
                     &boxes[2]);
    list.count = 2;
    assert_ptr_equal(latitude_simplest(DIALECT_FREEBSD, &list, NULL),
                     &boxes[1]);
    list.count = 1;
    assert_ptr_equal(latitude_simplest(DIALECT_FREEBSD, &list, NULL),
                     &boxes[0]);
    assert_null(latitude_simplest(DIALECT_FREEBSD, &none, NULL));
}

/* Of those that are as simple the first, wherever a worse one stands. */
static void the_first_of_the_simplest_is_taken(void **state)
{
    struct box boxes[] = {pinned(ROUNDING_DOWN), pinned(ROUNDING_DIVIDE_FIRST),
                          pinned(ROUNDING_UP)};
    struct box_list list = {boxes, 3, 3};

    (void)state;
    assert_ptr_equal(latitude_simplest(DIALECT_FREEBSD, &list, NULL),
                     &boxes[0]);
    assert_false(latitude_specified(DIALECT_FREEBSD, &boxes[2]));
}

static void simplest_shares_a_behaviour_with_what_is_known(void **state)
{
    struct box boxes[] = {pinned(ROUNDING_DOWN), pinned(ROUNDING_UP)};
    struct box up = pinned(ROUNDING_UP), other = pinned(ROUNDING_NEXT_EVEN);
    struct box_list list = {boxes, 2, 2}, known = {&up, 1, 1};

    (void)state;
    assert_ptr_equal(latitude_simplest(DIALECT_FREEBSD, &list, &known),
                     &boxes[1]);
    known.boxes = &other;
    assert_null(latitude_simplest(DIALECT_FREEBSD, &list, &known));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_forbidden_fails_nobody),
        cmocka_unit_test(a_rule_of_another_dialect_has_one_answer),
        cmocka_unit_test(the_permitted_question_leaves_nothing_out),
        cmocka_unit_test(what_is_known_is_tried_freely_defects_on_a_budget),
        cmocka_unit_test(forbidden_are_the_rules_without_a_permitted_choice),
        cmocka_unit_test(a_box_on_which_the_manual_is_silent_is_not_specified),
        cmocka_unit_test(simplest_is_fewest_defects_then_the_most_specified),
        cmocka_unit_test(the_first_of_the_simplest_is_taken),
        cmocka_unit_test(simplest_shares_a_behaviour_with_what_is_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
