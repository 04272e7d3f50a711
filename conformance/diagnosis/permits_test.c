/* SPDX-License-Identifier: MIT */
#include "permits.h"
#include "reference/unit_test.h"

#include <stdlib.h>

TEST(what_is_not_forbidden_fails_nobody)
{
    assert_int_equal(permits_choices(DIALECT_AIX, RULE_ROUNDING),
                     choice_bit(ROUNDING_UP));
    assert_int_equal(permits_choices(DIALECT_FREEBSD, RULE_ROUNDING),
                     choice_bit(ROUNDING_DOWN) |
                         choice_bit(ROUNDING_DIVIDE_FIRST));
    /* freebsd's manual is silent on fork. */
    assert_int_equal(permits_choices(DIALECT_FREEBSD, RULE_FORK),
                     rule_choices(RULE_FORK));
}

TEST(a_rule_of_another_dialect_has_one_answer)
{
    assert_false(dialect_has_rule(DIALECT_AIX, RULE_COUNT_RANGE));
    assert_int_equal(permits_choices(DIALECT_AIX, RULE_COUNT_RANGE), 1);
}

TEST(the_permitted_question_leaves_nothing_out)
{
    for (int d = 0; d < DIALECTS; d++) {
        struct question q = *permits_question((enum dialect)d);

        assert_int_equal(q.budget, 0);
        assert_true(q.work > 0);
        for (unsigned r = 0; r < RULES; r++) {
            assert_int_equal(q.allowed.of[r],
                             permits_choices((enum dialect)d, r));
            assert_int_equal(q.extra.of[r], 0);
        }
    }
}

TEST(what_is_known_is_tried_freely_defects_on_a_budget)
{
    struct choice_sets possible = choices_known();
    struct question q;

    possible.of[RULE_ROUNDING] =
        choice_bit(ROUNDING_UP) | choice_bit(ROUNDING_DOWN);
    possible.of[RULE_SCALE_OFF] = choice_bit(SCALE_OFF_NEVER);
    q = permits_known(DIALECT_AIX, &possible, 2);
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

TEST(forbidden_are_the_rules_without_a_permitted_choice)
{
    struct box box = box_everything();

    assert_int_equal(permits_forbidden(DIALECT_AIX, &box), 0);
    box.of[RULE_ROUNDING] = choice_bit(ROUNDING_DOWN);
    assert_int_equal(permits_forbidden(DIALECT_AIX, &box), 1);
    box.of[RULE_SCALE_OFF] = choice_bit(SCALE_OFF_NEVER);
    assert_int_equal(permits_forbidden(DIALECT_AIX, &box), 2);
    box.of[RULE_ROUNDING] |= choice_bit(ROUNDING_UP);
    assert_int_equal(permits_forbidden(DIALECT_AIX, &box), 1);
}

TEST(simplest_is_fewest_defects_then_the_most_specified)
{
    struct box boxes[] = {pinned(ROUNDING_UP), pinned(FORK_CHILD_OFF),
                          pinned(ROUNDING_DOWN)};
    struct box_list list = {boxes, 3, 3}, none = {0};

    assert_ptr_equal(permits_simplest(DIALECT_FREEBSD, &list), &boxes[2]);
    list.count = 2;
    assert_ptr_equal(permits_simplest(DIALECT_FREEBSD, &list), &boxes[1]);
    list.count = 1;
    assert_ptr_equal(permits_simplest(DIALECT_FREEBSD, &list), &boxes[0]);
    assert_null(permits_simplest(DIALECT_FREEBSD, &none));
}

/* Of those that are as simple the first, wherever a worse one stands. */
TEST(the_first_of_the_simplest_is_taken)
{
    struct box boxes[] = {pinned(ROUNDING_DOWN), pinned(ROUNDING_DIVIDE_FIRST),
                          pinned(ROUNDING_UP)};
    struct box_list list = {boxes, 3, 3};

    assert_ptr_equal(permits_simplest(DIALECT_FREEBSD, &list), &boxes[0]);
    boxes[0] = pinned(ROUNDING_NEXT_EVEN); /* as wrong as rounding up */
    boxes[1] = pinned(ROUNDING_UP);
    assert_ptr_equal(permits_simplest(DIALECT_FREEBSD, &list), &boxes[0]);
}

TESTS(NULL, NULL)
