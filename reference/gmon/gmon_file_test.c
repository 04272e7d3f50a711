/* SPDX-License-Identifier: MIT */
/* Full tables, looks at the file, children and ends. */
#include "gmon_test.h"
#include "reference/unit_test.h"

TEST(a_row_of_arcs_is_as_each_choice_says)
{
    const struct op ops[] = {SAID, START, ROW(100), MCLEANUP, LOOK, SAID};

    run(AS(GMON_ARCS_FULL_ROOM), ops, 6);
    assert_int_equal(profile().row, 100);
    assert_int_equal(profile().at_most, 0);
    assert_int_equal(last_event(EVENT_SAID, 0)->value, VALUE_UNSEEN);
    run(AS(GMON_ARCS_FULL_SOME), ops, 6);
    assert_int_equal(profile().row, 100);
    assert_int_equal(profile().at_most, 1);
    assert_int_equal(event_of_op(0)->value, VALUE_UNSEEN);
    assert_int_equal(last_event(EVENT_SAID, 0)->value, 1);
    run(AS(GMON_ARCS_FULL_SOME, GMON_LOSS_SILENT), ops, 6);
    assert_int_equal(last_event(EVENT_SAID, 0)->value, 0);
    run(AS(GMON_ARCS_FULL_FILE_LOST), ops, 6);
    assert_int_equal(file_left(), FILE_ABSENT);
    assert_int_equal(last_event(EVENT_SAID, 0)->value, 1);
    run(AS(GMON_ARCS_FULL_CRASHES), ops, 6);
    assert_crashed_in(2);
    run(AS(GMON_ARCS_FULL_CRASHES), SCRIPT(ROW(100), START, LEFT));
    assert_int_equal(profile().row, 0);
    run(AS(GMON_ARCS_FULL_CRASHES_ODD), ops, 6);
    assert_int_equal(file_left(), FILE_WRITTEN);
    assert_true(profile().at_most);
    run(AS(GMON_ARCS_FULL_CRASHES_ODD),
        SCRIPT(MONSTARTUP(0x1000, 0x2010), ROW(100), LEFT));
    assert_crashed_in(1);
}

static void assert_beside(enum op_kind kind, enum choice counted)
{
    const struct op ops[] = {START, BESIDE(kind, 0x1100, 0x1200, 0x1300, 8),
                             LEFT};

    run(AS(counted), ops, 4);
    assert_int_equal(profile().arcs, 1);
    assert_int_equal(profile().arc[0].calls, 8);
    assert_int_equal(profile().beside, 8);
    assert_int_equal(profile().fewer + profile().disturbed, 0);
    run(AS(counted + 1), ops, 4);
    assert_int_equal(profile().fewer, 1);
    assert_int_equal(profile().disturbed, 0);
    run(AS(counted + 2), ops, 4);
    assert_int_equal(profile().fewer, 0);
    assert_int_equal(profile().disturbed, 1);
    run(AS(counted + 3), ops, 4);
    assert_crashed_in(1);
    run(AS(counted + 3, GMON_ARC_COUNT_NONE), ops, 4);
    assert_int_equal(profile().beside, 0);
    run(AS(counted, GMON_ARC_COUNT_ONCE), SCRIPT(START, ops[1], ops[1], LEFT));
    assert_int_equal(profile().arc[0].calls, 1);
    assert_int_equal(profile().beside, 1);
}

TEST(a_call_beside_another_is_as_each_choice_says)
{
    assert_beside(OP_NESTED, GMON_NESTED_COUNTED);
    assert_beside(OP_THREADS, GMON_THREADS_COUNTED);
}

TEST(of_calls_outside_beside_others_nothing_is_said)
{
    for (unsigned k = 0; k < 3; k++) {
        run(PLAINLY,
            SCRIPT(START,
                   BESIDE(OP_NESTED, k == 0 ? 0x2000 : 0x1000,
                          k == 1 ? 0xfff : 0x1100, k == 2 ? 0x2000 : 0x1200, 8),
                   LEFT));
        assert_anything();
    }
}

static int64_t header_of(enum choice spare, enum choice addresses)
{
    run(AS(spare, addresses), SCRIPT(START, MCLEANUP, HEADER));
    return event_of_op(2)->value;
}

TEST(the_header_is_as_each_choice_says)
{
    assert_int_equal(header_of(GMON_SPARE_ZEROS, GMON_ADDRESSES_MEMORY),
                     HEADER_PLAIN);
    assert_int_equal(header_of(GMON_SPARE_JUNK, GMON_ADDRESSES_MEMORY),
                     HEADER_JUNK);
    assert_int_equal(header_of(GMON_SPARE_ZEROS, GMON_ADDRESSES_FROM_PROGRAM),
                     HEADER_LOADED);
    assert_int_equal(header_of(GMON_SPARE_JUNK, GMON_ADDRESSES_FROM_PROGRAM),
                     HEADER_JUNK_LOADED);
    run(PLAINLY, SCRIPT(HEADER));
    assert_int_equal(event_of_op(0)->value, HEADER_NONE);
}

TEST(the_rate_is_that_of_a_file_that_is_there)
{
    run(AS(GMON_RATE_ZERO), SCRIPT(START, LEFT, LOOK_AT_RATE));
    assert_int_equal(last_event(EVENT_RATE, 0)->value, RATE_ZERO);
    run(AS(GMON_RATE_ZERO), SCRIPT(START, LOOK, LOOK_AT_RATE));
    assert_int_equal(last_event(EVENT_RATE, 0)->value, RATE_NONE);
}

#define CHILD FORK, TICKS(0x1000, 2), LEFT, END, TICKS(0x1000, 4), LEFT

TEST(a_child_counts_as_each_choice_says)
{
    static const struct {
        enum choice fork;
        uint64_t ticks; /* in the child's file */
    } rows[] = {{FORK_BOTH, 3}, {FORK_CHILD_OFF, 1}, {FORK_CHILD_CLEARED, 2}};

    for (unsigned k = 0; k < 3; k++) {
        run(AS(rows[k].fork, GMON_CHILD_WRITTEN),
            SCRIPT(START, TICK(0x1000), FORK, TICKS(0x1000, 2), MCLEANUP, END,
                   LOOK));
        assert_int_equal(ticks(), rows[k].ticks);
        run(AS(rows[k].fork, GMON_CHILD_WRITTEN),
            SCRIPT(START, TICK(0x1000), CHILD));
        assert_int_equal(ticks(), 5);
    }
    run(AS(GMON_CHILD_UNWRITTEN),
        SCRIPT(START, TICK(0x1000), FORK, TICKS(0x1000, 2), MCLEANUP, END,
               LOOK));
    assert_int_equal(file_left(), FILE_ABSENT);
    run(PLAINLY, SCRIPT(FORK, END, START, TICK(0x1000), LEFT));
    assert_int_equal(ticks(), 1);
    assert_false(asked(RULE_FORK));
}

TEST(at_exit_the_file_is_written_or_not)
{
    run(AS(GMON_EXIT_WRITTEN), SCRIPT(START, TICK(0x1000), LOOK, EXIT));
    assert_int_equal(event_of_op(2)->value, FILE_ABSENT);
    assert_int_equal(ticks(), 1);
    run(AS(GMON_EXIT_UNWRITTEN), SCRIPT(START, TICK(0x1000), LOOK, EXIT));
    assert_int_equal(file_left(), FILE_ABSENT);
    run(PLAINLY, SCRIPT(START, TICK(0x1000), LEFT, EXIT));
    assert_int_equal(ticks(), 1);
    assert_false(asked(RULE_GMON_EXIT));
}

TEST(before_it_is_written_a_file_is_as_each_choice_says)
{
    static const struct {
        enum choice early;
        int64_t state;
    } rows[] = {{GMON_EARLY_NOTHING, FILE_ABSENT},
                {GMON_EARLY_EMPTY, FILE_EMPTY},
                {GMON_EARLY_HEADER, FILE_WRITTEN},
                {GMON_EARLY_BEGUN, FILE_UNREADABLE}};

    for (unsigned k = 0; k < 4; k++) {
        run(AS(rows[k].early), SCRIPT(LOOK, START, TICK(0x1000), LOOK));
        assert_int_equal(event_of_op(0)->value, FILE_ABSENT);
        assert_int_equal(file_left(), rows[k].state);
        if (rows[k].state == FILE_WRITTEN)
            assert_int_equal(ticks(), 0);
        run(AS(rows[k].early), SCRIPT(START, TICK(0x1000), LEFT));
        assert_int_equal(ticks(), 1);
    }
}

TEST(a_look_needs_room)
{
    static unsigned char arena[sizeof(struct gmon_counts)];
    static struct event events[8];
    const struct op ops[] = {START, MCLEANUP, LOOK};
    struct script script = {ops, 3, 64, 0, false};

    for (unsigned less = 0; less < 2; less++) {
        choices = behave(PLAINLY);
        outcome = (struct outcome){events, 0, 8};
        assert_int_equal(model_run(&model, &script, &choices, &outcome, arena,
                                   sizeof arena - less),
                         less == 0);
    }
    assert_int_equal(gmon_arena_size(&script), sizeof arena);
    script.count = 2;
    assert_int_equal(gmon_arena_size(&script), 0);
    assert_false(gmon_used(&script));
}

TESTS(NULL, NULL)
