/* SPDX-License-Identifier: MIT */
#include "permits.h"
#include "reference/unit_test.h"

#include <stdlib.h>

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
