/* SPDX-License-Identifier: MIT */
/* Fork: which process counts where. */
#include "model_test.h"
#include "unit_test.h"

#define BUFFERS BUFFER(0, 8), BUFFER(1, 8)
#define ON      PROFIL(0, 8, 0x1000, 0xffff)

TEST(after_fork_both_processes_are_profiled)
{
    run(DIALECT_AIX, AS_PERMITTED,
        SCRIPT(BUFFER(0, 8), ON, TICK(0x1000), FORK, TICKS(0x1002, 2), END,
               TICKS(0x1004, 3)));
    assert_int_equal(counter_in(1, 0, 0), 1);
    assert_int_equal(counter_in(1, 0, 1), 2);
    assert_int_equal(counter_in(1, 0, 2), 0);
    assert_int_equal(counter(0, 0), 1);
    assert_int_equal(counter(0, 1), 0);
    assert_int_equal(counter(0, 2), 3);
    assert_int_equal(last_event(EVENT_CHILD, 1)->value, 0);
    assert_int_equal(last_event(EVENT_CHILD, 1)->op, 5);
}

TEST(a_child_may_be_left_out)
{
    run(DIALECT_AIX, CHOICES_ARE(FORK_CHILD_OFF),
        SCRIPT(BUFFER(0, 8), ON, FORK, TICKS(0x1002, 2), END, TICK(0x1002)));
    assert_int_equal(counter_in(1, 0, 1), 0);
    assert_int_equal(counter(0, 1), 1);
    run(DIALECT_AIX, CHOICES_ARE(FORK_CHILD_OFF),
        SCRIPT(BUFFER(0, 8), FORK, END));
    assert_false(asked(RULE_FORK));
}

TEST(what_sprofil_turned_on_has_a_rule_of_its_own)
{
    run(DIALECT_GLIBC, CHOICES_ARE(FORK_REGIONS_CHILD_OFF),
        SCRIPT(BUFFER(0, 8), ON, FORK, TICK(0x1000), END));
    assert_int_equal(counter_in(1, 0, 0), 1);
    assert_true(asked(RULE_FORK));
    assert_false(asked(RULE_FORK_REGIONS));
    run(DIALECT_GLIBC, CHOICES_ARE(FORK_REGIONS_CHILD_OFF),
        SCRIPT(BUFFER(0, 8),
               CALL_(.kind = CALL_SPROFIL, .count = 1, .flags = FLAG_USHORT,
                     LIST_(REGION(0, 8, 0x1000, 0x8000))),
               FORK, TICK(0x1000), END));
    assert_int_equal(counter_in(1, 0, 0), 0);
    assert_false(asked(RULE_FORK));
    assert_true(asked(RULE_FORK_REGIONS));
    run(DIALECT_IRIX, AS_PERMITTED,
        SCRIPT(BUFFER(0, 8), ON, FORK, TICK(0x1000), END));
    assert_int_equal(counter_in(1, 0, 0), 1);
    assert_true(asked(RULE_FORK_REGIONS));
}

TEST(a_childs_buffers_may_be_cleared)
{
    run(DIALECT_IRIX, CHOICES_ARE(FORK_REGIONS_CHILD_CLEARED),
        SCRIPT(
            FILLED(0, 16, 2, 7), FILLED(1, 8, 2, 7), FILLED(2, 8, 2, 7),
            CALL_(.kind = CALL_SPROFIL, .count = 3, .flags = FLAG_USHORT,
                  LIST_(REGION(0, 8, 0x1000, 0x8000), REGION(1, 8, 0x2000, 0),
                        REGION(2, 8, 0x3000, 0x8000))),
            UNMAP(2), FORK, TICK(0x1001), END, TICK(0x1001)));
    assert_int_equal(counter_in(1, 0, 0), 1);
    assert_int_equal(counter_in(1, 0, 3), 0);
    assert_int_equal(counter_in(1, 0, 4), 7);
    assert_int_equal(counter_in(1, 1, 0), 7);
    assert_int_equal(counter(0, 0), 8);
    assert_int_equal(counter(0, 3), 7);
}

TEST(a_child_may_have_a_child)
{
    run(DIALECT_AIX, AS_PERMITTED,
        SCRIPT(SHARED(0, 8), BUFFER(1, 8), ON, FORK, TICKS(0x1000, 2), FORK,
               TICKS(0x1002, 3), END, TICKS(0x1004, 4), END, TICK(0x1004)));
    assert_int_equal(counter_in(2, 0, 1), 3);
    assert_int_equal(counter_in(2, 0, 2), 0);
    assert_int_equal(counter_in(1, 0, 1), 3);
    assert_int_equal(counter_in(1, 0, 2), 4);
    assert_int_equal(counter(0, 2), 5);
    assert_int_equal(last_event(EVENT_CHILD, 2)->op, 7);
    assert_int_equal(last_event(EVENT_CHILD, 1)->op, 9);
}

TEST(a_child_that_died_has_no_child)
{
    run(DIALECT_AIX, CHOICES_ARE(OFF_WHILE_OFF_CRASHES),
        SCRIPT(BUFFER(0, 8), FORK, OFF, FORK, TICK(0x1000), END, ON, END, ON,
               TICK(0x1002)));
    assert_int_equal(event_of_op(2)->kind, EVENT_CRASH);
    assert_int_equal(last_event(EVENT_CHILD, 1)->op, 7);
    assert_null(last_event(EVENT_CHILD, 2));
    assert_int_equal(counter(0, 1), 1);
}

TEST(a_shared_buffer_is_one_for_both)
{
    run(DIALECT_AIX, AS_PERMITTED,
        SCRIPT(SHARED(0, 8), BUFFER(1, 8), ON, FORK, TICKS(0x1002, 2), END,
               TICKS(0x1002, 3)));
    assert_int_equal(counter_in(1, 0, 1), 2);
    assert_int_equal(counter(0, 1), 5);
}

TEST(what_a_child_does_is_its_own)
{
    run(DIALECT_AIX, AS_PERMITTED,
        SCRIPT(BUFFER(0, 8), ON, FORK, OFF, TICK(0x1002), END, TICK(0x1002),
               FORK, TICK(0x1004), END));
    assert_int_equal(counter(0, 1), 1);
    assert_int_equal(counter(0, 2), 0);
    assert_int_equal(last_event(EVENT_CHILD, 1)->op, 9);
}

TEST(a_child_that_crashes_ends_alone)
{
    run(DIALECT_AIX, CHOICES_ARE(OFF_WHILE_OFF_CRASHES),
        SCRIPT(BUFFER(0, 8), FORK, OFF, OFF, END, ON, TICK(0x1002)));
    assert_int_equal(event_of_op(2)->kind, EVENT_CRASH);
    assert_int_equal(event_of_op(2)->process, 1);
    assert_int_equal(outcome.events[1].kind, EVENT_CHILD);
    assert_int_equal(outcome.events[1].value, 1);
    assert_int_equal(counter(0, 1), 1);
    assert_int_equal(outcome.count, 4);
}

TEST(an_end_without_a_fork_is_nothing)
{
    run(DIALECT_AIX, AS_PERMITTED, SCRIPT(BUFFER(0, 8), END, ON, TICK(0x1002)));
    assert_int_equal(counter(0, 1), 1);
    assert_int_equal(outcome.count, 2);
}

TEST(a_process_that_died_forks_no_more)
{
    run(DIALECT_AIX, CHOICES_ARE(OFF_WHILE_OFF_CRASHES),
        SCRIPT(BUFFER(0, 8), OFF, FORK, TICK(0x1000), END, ON));
    assert_crashed_in(1);
    assert_int_equal(outcome.count, 1);
}

TESTS(NULL, NULL)
