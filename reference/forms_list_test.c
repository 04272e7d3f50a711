/* SPDX-License-Identifier: MIT */
/* The list form: its order, its buffers, its end. */
#include "model_test.h"
#include "unit_test.h"

#define BUFFERS BUFFER(0, 8), BUFFER(1, 8)

/* Elements with these p_high; returns the error. */
static int order(enum choice choice, uint64_t first, uint64_t second)
{
    run(DIALECT_AIX, CHOICES_ARE(choice),
        SCRIPT(BUFFERS, LIST(ELEMENT(0, 4, 0x1000, first, 0xffff),
                             ELEMENT(0, 4, 0x2000, second, 0xffff))));
    return error_of(event_of_op(2));
}

TEST(p_high_ascends_as_each_choice_says)
{
    assert_int_equal(order(LIST_ORDER_STRICT, 0x1004, 0x2004), 0);
    assert_int_equal(order(LIST_ORDER_STRICT, 0x2004, 0x2004), ERROR_EINVAL);
    assert_int_equal(order(LIST_ORDER_STRICT, 0x2005, 0x2004), ERROR_EINVAL);
    assert_int_equal(order(LIST_ORDER_NON_DESCENDING, 0x2004, 0x2004), 0);
    assert_int_equal(order(LIST_ORDER_NON_DESCENDING, 0x2005, 0x2004),
                     ERROR_EINVAL);
    assert_int_equal(order(LIST_ORDER_UNCHECKED, 0x2005, 0x2004), 0);
}

TEST(the_last_two_elements_are_compared_too)
{
    run(DIALECT_AIX, AS_PERMITTED,
        SCRIPT(BUFFERS, LIST(ELEMENT(0, 4, 0x1000, 0x1004, 0xffff),
                             ELEMENT(0, 4, 0x2000, 0x2004, 0xffff),
                             ELEMENT(0, 4, 0x3000, 0x2003, 0xffff))));
    assert_returned(2, -1, ERROR_EINVAL);
}

/* A list whose second element has p_high 0, and this much more. */
static void ended_by(enum choice choice, struct region_arguments end)
{
    run(DIALECT_AIX, CHOICES_ARE(choice, LIST_ORDER_UNCHECKED),
        SCRIPT(BUFFERS,
               LIST(ELEMENT(0, 4, 0x1000, 0x1004, 0xffff), end,
                    ELEMENT(1, 4, 0x3000, 0x3004, 0xffff)),
               TICK(0x1002), TICK(0x3002)));
}

TEST(p_high_0_ends_a_list_whatever_else_is_there)
{
    static const struct region_arguments ends[] = {
        {.offset = 0x2000}, {.size = 4}, {.scale = 1}, {.base = IN_BUFFER(1)}};

    for (unsigned k = 0; k < 4; k++) {
        ended_by(LIST_END_HIGH_ZERO, ends[k]);
        assert_int_equal(counter(0, 1), 1);
        assert_int_equal(counter(1, 1), 0);
        ended_by(LIST_END_ALL_ZERO, ends[k]);
        assert_int_equal(counter(1, 1), 1);
    }
    ended_by(LIST_END_ALL_ZERO, (struct region_arguments){0});
    assert_int_equal(counter(1, 1), 0);
    assert_false(asked(RULE_LIST_END));
}

TEST(each_element_of_a_list_counts_its_own_range)
{
    run(DIALECT_AIX, AS_PERMITTED,
        SCRIPT(BUFFER(0, 16),
               LIST(ELEMENT(0, 8, 0x1000, 0x1008, 0xffff),
                    {.base = {.kind = POINTER_GIVEN, .at = 8},
                     .size = 8,
                     .offset = 0x2000,
                     .high = 0x2008,
                     .scale = 0x7fff}),
               TICK(0x1002), TICK(0x2005), TICK(0x1800)));
    assert_int_equal(counter(0, 1), 1);
    assert_int_equal(counter(0, 5), 1); /* 5 * 0x7fff >> 16 = 2 */
    assert_int_equal(counter(0, 0), 0);
    assert_returned(1, 0, ERROR_NONE);
}

/* The second element counts nothing; its p_buff is nowhere. */
static int unused_address(enum choice choice, uint64_t size, uint64_t scale)
{
    struct region_arguments element = {.base = {.kind = POINTER_BAD},
                                       .size = size,
                                       .offset = 0x2000,
                                       .high = 0x2004,
                                       .scale = scale};

    run(DIALECT_AIX, CHOICES_ARE(choice),
        SCRIPT(BUFFERS, LIST(ELEMENT(0, 4, 0x1000, 0x1004, 0xffff), element),
               TICK(0x1002)));
    assert_int_equal(counter(0, 1), error_of(event_of_op(2)) == 0);
    return error_of(event_of_op(2));
}

TEST(an_unused_p_buff_is_looked_at_as_each_choice_says)
{
    assert_int_equal(unused_address(OFF_ADDRESS_UNCHECKED, 4, 1), 0);
    assert_int_equal(unused_address(OFF_ADDRESS_UNCHECKED, 0, 0xffff), 0);
    assert_int_equal(unused_address(OFF_ADDRESS_CHECKED, 4, 1), ERROR_EFAULT);
    assert_int_equal(unused_address(OFF_ADDRESS_CHECKED, 0, 0xffff),
                     ERROR_EFAULT);
    assert_int_equal(unused_address(OFF_ADDRESS_CHECKED_OFF, 4, 1),
                     ERROR_EFAULT);
    assert_int_equal(unused_address(OFF_ADDRESS_CHECKED_OFF, 0, 0xffff), 0);
    assert_int_equal(unused_address(OFF_ADDRESS_CHECKED_SIZE, 4, 1), 0);
    assert_int_equal(unused_address(OFF_ADDRESS_CHECKED_SIZE, 0, 0xffff),
                     ERROR_EFAULT);
}

TESTS(NULL, NULL)
