/* SPDX-License-Identifier: MIT */
#include "gmon_test.h"
#include "reference/unit_test.h"

TEST(ticks_are_counted_from_monstartup_to_mcleanup)
{
    run(PLAINLY, SCRIPT(LOOK, TICK(0x1000), START, TICK(0x1000),
                        TICKS(0x1fff, 2), LEFT, TICK(0x1000), LOOK));
    assert_int_equal(event_of_op(0)->value, FILE_ABSENT);
    assert_int_equal(ticks(), 3);
    assert_int_equal(profile().low, 0x1000);
    assert_int_equal(profile().high, 0x2000);
    assert_int_equal(profile().place[0].low, 0x1000);
    assert_int_equal(profile().place[1].low, 0x1fff);
    assert_int_equal(profile().place[1].ticks, 2);
    assert_false(profile().cut || profile().other);
    run(AS(TICKS_NONE), SCRIPT(START, TICK(0x1000), LEFT));
    assert_int_equal(profile().places, 0);
}

TEST(a_pc_outside_is_as_each_choice_says)
{
    run(PLAINLY, SCRIPT(START, TICK(0xfff), TICK(0x2000), LEFT));
    assert_int_equal(ticks(), 0);
    run(AS(GMON_OUTSIDE_AT_THE_END),
        SCRIPT(START, TICK(0xfff), TICKS(0x2000, 2), LEFT));
    assert_int_equal(profile().place[0].low, 0x1000);
    assert_int_equal(profile().place[1].low, 0x1fff);
    assert_int_equal(ticks(), 3);
}

TEST(ticks_behind_the_range_may_spoil_calls)
{
    static const struct {
        uint64_t pc;
        bool spoilt;
    } rows[] = {{0x1fff, false},
                {0xfff, false},
                {0x2000, true},
                {0x2fff, true},
                {0x3000, false}};

    for (unsigned k = 0; k < 5; k++) {
        run(AS(GMON_OUTSIDE_IN_CALLS),
            SCRIPT(START, ARC(0x1100, 0x1200, 1), TICK(rows[k].pc), LEFT));
        assert_int_equal(profile().disturbed, rows[k].spoilt);
        assert_int_equal(ticks(), k == 0);
        run(AS(GMON_OUTSIDE_IN_CALLS), SCRIPT(START, TICK(rows[k].pc), LEFT));
        assert_false(profile().disturbed); /* there are none */
    }
}

TEST(of_moncontrol_while_none_is_profiled_nothing_is_said)
{
    run(PLAINLY, SCRIPT(MONCONTROL(1), START, LEFT));
    assert_anything();
    run(PLAINLY, SCRIPT(START, MCLEANUP, MONCONTROL(1), LEFT));
    assert_anything();
    run(PLAINLY, SCRIPT(MONCONTROL(0), START, TICK(0x1000), LEFT));
    assert_int_equal(ticks(), 1);
}

TEST(of_a_range_that_is_none_nothing_is_said)
{
    run(PLAINLY, SCRIPT(MONSTARTUP(0x1000, 0x1000), LOOK));
    assert_anything();
    run(PLAINLY, SCRIPT(LEFT));
    assert_anything();
    run(PLAINLY, SCRIPT(BUFFER(0, 8), PROFIL(0, 8, 0x1000, 2), LOOK));
    assert_anything();
}

TEST(a_script_may_have_too_many_places)
{
    static struct tick many[GMON_PLACES + 1];
    struct op op = {.ticks = many, .tick_count = GMON_PLACES + 1};

    for (unsigned k = 0; k <= GMON_PLACES; k++)
        many[k] = (struct tick){0x1000 + 16 * k, 1};
    op.kind = OP_TICKS;
    run(PLAINLY, SCRIPT(START, op, LEFT));
    assert_anything();
    run(PLAINLY, SCRIPT(START, ARC(0x1000, 0x1000, 1), ARC(0x1010, 0x1000, 1),
                        ARC(0x1020, 0x1000, 1), ARC(0x1030, 0x1000, 1),
                        ARC(0x1040, 0x1000, 1), ARC(0x1050, 0x1000, 1),
                        ARC(0x1060, 0x1000, 1), ARC(0x1070, 0x1000, 1),
                        ARC(0x1080, 0x1000, 1), ARC(0x1090, 0x1000, 1),
                        ARC(0x10a0, 0x1000, 1), ARC(0x10b0, 0x1000, 1),
                        ARC(0x10c0, 0x1000, 1), ARC(0x10d0, 0x1000, 1),
                        ARC(0x10e0, 0x1000, 1), ARC(0x10f0, 0x1000, 1),
                        ARC(0x1100, 0x1000, 1), LEFT));
    assert_anything();
}

TEST(monstartup_while_on_is_as_each_choice_says)
{
    const struct op ops[] = {START, TICK(0x1000), MONSTARTUP(0x1000, 0x1800),
                             TICKS(0x1000, 2), LEFT};

    run(AS(GMON_AGAIN_NOTHING), ops, 6);
    assert_int_equal(ticks(), 3);
    run(AS(GMON_AGAIN_BEGINS), ops, 6);
    assert_int_equal(ticks(), 2);
    assert_int_equal(profile().high, 0x1800);
    run(AS(GMON_AGAIN_CRASHES), ops, 6);
    assert_crashed_in(2);
}

TEST(a_narrower_range_is_overrun_from_where_it_was_before)
{
    static const uint64_t from[] = {0xfff, 0x1800, 0x1fff, 0x2000};

    for (unsigned k = 0; k < 4; k++) {
        const struct op ops[] = {START, MONSTARTUP(0x1000, 0x1800),
                                 ARC(from[k], 0x1000, 1), LEFT};

        run(AS(GMON_AGAIN_BEGINS), ops, 5);
        assert_int_equal(file_left(), FILE_WRITTEN);
        run(AS(GMON_AGAIN_OVERRUNS), ops, 5);
        if (k == 1 || k == 2)
            assert_crashed_in(2);
        else
            assert_int_equal(file_left(), FILE_WRITTEN);
    }
}

TEST(monstartup_after_mcleanup_is_as_each_choice_says)
{
    const struct op ops[] = {START, TICK(0x1000),     MCLEANUP,
                             START, TICKS(0x1000, 2), LEFT};

    run(AS(GMON_AFTER_CLEANUP_BEGINS), ops, 7);
    assert_int_equal(ticks(), 2);
    run(AS(GMON_AFTER_CLEANUP_NOTHING), ops, 7);
    assert_int_equal(ticks(), 1);
    run(AS(GMON_AFTER_CLEANUP_CRASHES), ops, 7);
    assert_crashed_in(3);
}

TEST(moncontrol_stops_and_resumes_as_each_choice_says)
{
    const struct op ops[] = {
        START,         TICK(0x1000),  MONCONTROL(0),    TICKS(0x1000, 2),
        MONCONTROL(0), MONCONTROL(1), TICKS(0x1000, 4), LEFT};

    run(PLAINLY, ops, 9);
    assert_int_equal(ticks(), 5);
    run(AS(MON_PAUSE_COUNTS), ops, 9);
    assert_int_equal(ticks(), 7);
    run(AS(MON_PAUSE_INVERTED), ops, 9);
    assert_int_equal(ticks(), 3);
    run(AS(GMON_RESUME_NOTHING), ops, 9);
    assert_int_equal(ticks(), 1);
    run(AS(GMON_RESUME_CLEARS), ops, 9);
    assert_int_equal(ticks(), 4);
    assert_int_equal(profile().low, 0x1000);
    run(AS(GMON_RESUME_CLEARS_TICKS), ops, 9);
    assert_int_equal(ticks(), 4);
    run(AS(GMON_RESUME_CLEARS_TICKS),
        SCRIPT(START, ARC(0x1100, 0x1000, 1), MONCONTROL(0), MONCONTROL(1),
               LEFT));
    assert_int_equal(profile().arcs, 1);
    run(AS(GMON_RESUME_CLEARS), SCRIPT(START, ARC(0x1100, 0x1000, 1),
                                       MONCONTROL(0), MONCONTROL(1), LEFT));
    assert_int_equal(profile().arcs, 0);
}

TEST(the_file_is_as_each_choice_says)
{
    const struct op ops[] = {START, TICK(0x1000), LEFT};

    run(AS(GMON_WRITE_MISSING), ops, 4);
    assert_int_equal(file_left(), FILE_ABSENT);
    run(AS(GMON_WRITE_EMPTY), ops, 4);
    assert_int_equal(file_left(), FILE_EMPTY);
    run(AS(GMON_WRITE_BROKEN), ops, 4);
    assert_int_equal(file_left(), FILE_UNREADABLE);
    run(AS(GMON_WRITE_UNLESS_PAUSED), ops, 4);
    assert_int_equal(ticks(), 1);
    run(AS(GMON_WRITE_UNLESS_PAUSED), SCRIPT(START, MONCONTROL(0), LEFT));
    assert_int_equal(file_left(), FILE_ABSENT);
    run(AS(GMON_RANGE_CUT), ops, 4);
    assert_true(profile().cut);
    run(AS(GMON_COUNTER_OTHER), ops, 4);
    assert_true(profile().other);
    run(AS(GMON_COUNTER_OTHER), SCRIPT(START, LEFT));
    assert_false(profile().other);
}

TEST(a_prefix_names_the_file_or_does_not)
{
    run(AS(GMON_PREFIX_NAMES), SCRIPT(PREFIX, START, LEFT));
    assert_int_equal(file_left(), FILE_OTHER_NAME);
    run(AS(GMON_PREFIX_NAMES), SCRIPT(START, LEFT));
    assert_int_equal(file_left(), FILE_WRITTEN);
    run(AS(GMON_PREFIX_IGNORED), SCRIPT(PREFIX, START, LEFT));
    assert_int_equal(file_left(), FILE_WRITTEN);
}

TEST(without_room_the_process_lives_or_dies)
{
    run(PLAINLY, SCRIPT(START, NO_ROOM, LEFT));
    assert_int_equal(file_left(), VALUE_UNSEEN);
    run(AS(GMON_NO_ROOM_DIES), SCRIPT(START, NO_ROOM, LEFT));
    assert_crashed_in(2);
}

TEST(where_it_cant_be_written_the_process_lives_or_dies)
{
    run(PLAINLY, SCRIPT(START, UNWRITABLE, LEFT));
    assert_int_equal(file_left(), VALUE_UNSEEN);
    run(AS(GMON_NO_ROOM_DIES), SCRIPT(START, UNWRITABLE, LEFT));
    assert_int_equal(file_left(), VALUE_UNSEEN);
    run(AS(GMON_UNWRITABLE_DIES), SCRIPT(START, NO_ROOM, LEFT));
    assert_int_equal(file_left(), VALUE_UNSEEN);
    run(AS(GMON_UNWRITABLE_DIES), SCRIPT(START, UNWRITABLE, LEFT));
    assert_crashed_in(2);
}

TEST(a_second_mcleanup_is_as_each_choice_says)
{
    const struct op ops[] = {START, TICK(0x1000), MCLEANUP, LEFT};

    run(PLAINLY, ops, 5);
    assert_int_equal(ticks(), 1);
    run(AS(GMON_SECOND_CLEANUP_LOSES), ops, 5);
    assert_int_equal(ticks(), 0);
    run(AS(GMON_SECOND_CLEANUP_CRASHES), ops, 5);
    assert_crashed_in(3);
}

TEST(calls_are_counted_as_each_choice_says)
{
    const struct op ops[] = {ARC(0x1100, 0x1200, 1), START,
                             ARC(0x1100, 0x1200, 1), ARC(0x1100, 0x1200, 3),
                             LEFT};

    run(PLAINLY, ops, 6);
    assert_arc(0x1100, 0x1200, 4);
    assert_int_equal(profile().several, 0);
    run(AS(GMON_ARC_COUNT_ONCE), ops, 6);
    assert_arc(0x1100, 0x1200, 1);
    run(AS(GMON_ARC_COUNT_NONE), ops, 6);
    assert_int_equal(profile().arcs, 0);
    run(AS(GMON_ARC_RECORDS_SEVERAL), ops, 6);
    assert_arc(0x1100, 0x1200, 4);
    assert_int_equal(profile().several, 1);
    run(AS(GMON_ARC_RECORDS_SEVERAL),
        SCRIPT(START, ARC(0x1100, 0x1200, 1), LEFT));
    assert_int_equal(profile().several, 0);
    run(AS(GMON_ARC_RECORDS_SEVERAL),
        SCRIPT(START, ARC(0x1100, 0x1200, 1), ARC(0x1100, 0x1200, 1), LEFT));
    assert_int_equal(profile().several, 1);
    run(AS(GMON_ARC_RECORDS_SEVERAL),
        SCRIPT(START, TWO_ARCS(0x1100, 0x1110, 0x1200), ARC(0x1100, 0x1210, 1),
               LEFT));
    assert_int_equal(profile().several, 0);
    assert_int_equal(profile().arcs, 3);
}

TEST(calls_while_paused_are_counted_or_not)
{
    const struct op ops[] = {
        START,         MONCONTROL(0),          ARC(0x1100, 0x1200, 1),
        MONCONTROL(1), ARC(0x1100, 0x1200, 2), LEFT};

    run(AS(MON_PAUSED_CALLS_IGNORED), ops, 7);
    assert_arc(0x1100, 0x1200, 2);
    run(AS(MON_PAUSED_CALLS_COUNTED), ops, 7);
    assert_arc(0x1100, 0x1200, 3);
}

TEST(where_a_call_comes_from_is_as_exact_as_each_choice_says)
{
    static const uint64_t cells[] = {0x111f, 0x111e, 0x111c, 0x1118, 0x1110};

    for (unsigned k = 0; k < 5; k++) {
        run(AS((enum choice)(GMON_FROM_CELL_EXACT + k)),
            SCRIPT(START, ARC(0x111f, 0x1200, 1), LEFT));
        assert_arc(cells[k], 0x1200, 1);
    }
    run(PLAINLY, SCRIPT(START, ARC(0x1110, 0x1200, 1), LEFT));
    assert_false(asked(RULE_GMON_FROM_CELL));
}

TEST(a_call_from_outside_is_as_each_choice_says)
{
    static const enum choice choices_of[2][4] = {
        {GMON_FROM_OUTSIDE_DROPPED, GMON_FROM_OUTSIDE_AS_GIVEN,
         GMON_FROM_OUTSIDE_ZERO, GMON_FROM_OUTSIDE_CRASHES},
        {GMON_FROM_HIGH_DROPPED, GMON_FROM_HIGH_AS_GIVEN, GMON_FROM_HIGH_ZERO,
         GMON_FROM_HIGH_CRASHES}};

    for (unsigned high = 0; high < 2; high++) {
        uint64_t from = high ? 0x2000 : 0x3000;
        const struct op ops[] = {START, ARC(from, 0x1200, 2), LEFT};

        run(AS(choices_of[high][0]), ops, 4);
        assert_int_equal(profile().arcs, 0);
        run(AS(choices_of[high][1]), ops, 4);
        assert_arc(from, 0x1200, 2);
        run(AS(choices_of[high][2]), ops, 4);
        assert_arc(0, 0x1200, 2);
        run(AS(choices_of[high][3]), ops, 4);
        assert_crashed_in(1);
        run(AS(choices_of[high][3]),
            SCRIPT(START, TWO_ARCS(from, 0x1000, 0x1200), LEFT));
        assert_crashed_in(1);
    }
}

TEST(a_call_of_what_is_outside_is_as_each_choice_says)
{
    const struct op ops[] = {START, ARC(0x1100, 0x3000, 2), LEFT};

    run(AS(GMON_SELF_OUTSIDE_COUNTED), ops, 4);
    assert_arc(0x1100, 0x3000, 2);
    run(AS(GMON_SELF_OUTSIDE_DROPPED), ops, 4);
    assert_int_equal(profile().arcs, 0);
    run(AS(GMON_SELF_OUTSIDE_CRASHES), ops, 4);
    assert_crashed_in(1);
}

TESTS(NULL, NULL)
