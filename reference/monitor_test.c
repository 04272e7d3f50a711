/* SPDX-License-Identifier: MIT */
#include "monitor_test.h"
#include "computed.h"
#include "unit_test.h"

TEST(a_stop_writes_the_range_and_its_ticks)
{
    run(PLAINLY, SCRIPT(BUFFER(0, 16), RANGE(0), TICK(0x1000), TICKS(0x101f, 2),
                        TICK(0xfff), TICK(0x1021), LOOK_AT_FILE, MONITOR_STOP,
                        TICK(0x1000), LOOK_AT_FILE));
    assert_int_equal(event_of_op(6)->value, FILE_ABSENT);
    assert_int_equal(file().low, 0x1000);
    assert_int_equal(file().high, 0x1020);
    assert_int_equal(file().ticks, 3);
    assert_int_equal(file().functions, 0);
    assert_int_equal(file().layout, MON_LAYOUT_MON);
    assert_true(buffer_of(0, 0)->undetermined);
    assert_int_equal(event_of_op(1)->value, VALUE_NONE);
    assert_int_equal(event_of_op(1)->error, ERROR_UNSEEN);
}

TEST(lowpc_0_stops_in_every_form)
{
    const struct op stops[] = {
        MONITOR_STOP,
        MONITOR_(NULL_POINTER, 0, 0, 0, 0),
        CALL_(.kind = CALL_MONITOR_LIST, .list_kind = POINTER_NULL),
    };

    for (unsigned i = 0; i < 3; i++) {
        run(AS(MON_LIST_LOW_ZERO_STOPS),
            SCRIPT(BUFFER(0, 16), RANGE(0), TICK(0x1000), stops[i],
                   LOOK_AT_FILE, TICK(0x1000), MONITOR_STOP, LOOK_AT_FILE));
        assert_int_equal(file().ticks, 1);
        assert_int_equal(event_of_op(4)->value, FILE_WRITTEN);
    }
}

TEST(highpc_is_the_first_address_not_sampled)
{
    run(AS(MON_RANGE_BELOW_HIGH), SCRIPT(BUFFER(0, 16), RANGE(0), TICK(0x1020),
                                         MONITOR_STOP, LOOK_AT_FILE));
    assert_int_equal(file().ticks, 0);
    run(AS(MON_RANGE_INCLUDES_HIGH),
        SCRIPT(BUFFER(0, 16), RANGE(0), TICK(0x1020), TICK(0x1021),
               MONITOR_STOP, LOOK_AT_FILE));
    assert_int_equal(file().ticks, 1);
}

#define TWO_RANGES(low, scale)                                                 \
    MONITOR_LIST(low, 2, ELEMENT(0, 16, 0x1000, 0x1020, scale),                \
                 ELEMENT(1, 16, 0x8000, 0x8020, scale))

TEST(a_list_samples_all_its_ranges)
{
    run(PLAINLY, SCRIPT(BUFFER(0, 16), BUFFER(1, 16), TWO_RANGES(1, 0),
                        TICK(0x1000), TICK(0x801f), TICK(0x4000), TICK(0x8021),
                        MONITOR_STOP, LOOK_AT_FILE));
    assert_int_equal(file().ticks, 2);
    assert_int_equal(file().low, FILE_UNSEEN);
    assert_int_equal(file().high, FILE_UNSEEN);
    assert_false(asked(RULE_MON_LIST_LOW_ZERO));
}

TEST(a_list_with_lowpc_0_is_as_each_choice_says)
{
    run(AS(MON_LIST_LOW_ZERO_STARTS),
        SCRIPT(BUFFER(0, 16), BUFFER(1, 16), TWO_RANGES(0, 0), TICK(0x1000),
               MONITOR_STOP, LOOK_AT_FILE));
    assert_int_equal(file().ticks, 1);
    run(AS(MON_LIST_LOW_ZERO_STOPS),
        SCRIPT(BUFFER(0, 16), BUFFER(1, 16), TWO_RANGES(0, 0), TICK(0x1000),
               MONITOR_STOP, LOOK_AT_FILE));
    assert_int_equal(file_state(), FILE_ABSENT);
}

TEST(p_scale_is_computed_or_taken)
{
    struct op over = SWEEP(0, 16, 0x1000, 0x1020, 2);

    run(AS(MON_SCALE_COMPUTED),
        SCRIPT(BUFFER(0, 16), BUFFER(1, 16), TWO_RANGES(1, 0x1000), over));
    assert_int_equal(last_event(EVENT_SWEEP, 0)->value, SWEEP_FITS);
    run(AS(MON_SCALE_TAKEN),
        SCRIPT(BUFFER(0, 16), BUFFER(1, 16), TWO_RANGES(1, 0x1000),
               TICK(0x1000), over, MONITOR_STOP, LOOK_AT_FILE));
    assert_int_equal(last_event(EVENT_SWEEP, 0)->value, SWEEP_FITS);
    assert_int_equal(file().ticks, 1); /* a sweep is asked, not done */
    run(AS(MON_SCALE_TAKEN),
        SCRIPT(BUFFER(0, 16), BUFFER(1, 16), TWO_RANGES(1, 0), over));
    assert_int_equal(last_event(EVENT_SWEEP, 0)->value, SWEEP_OUTSIDE);
    run(AS(MON_SCALE_TAKEN), SCRIPT(BUFFER(0, 16), BUFFER(1, 16),
                                    TWO_RANGES(1, SCALE_COMPUTED), over));
    assert_int_equal(last_event(EVENT_SWEEP, 0)->value, SWEEP_FITS);
    assert_false(asked(RULE_MON_SCALE));
}

static void begin_while_on(enum choice choice)
{
    run(AS(choice), SCRIPT(BUFFER(0, 16), BUFFER(1, 16), RANGE(1), TICK(0x1000),
                           FUNCTION(0x1000, 1), MONCONTROL(0),
                           MONITOR(1, 8, 0x2000, 0x2020, 1), TICKS(0x2000, 2),
                           MONITOR_STOP, LOOK_AT_FILE));
}

TEST(beginning_while_on_is_as_each_choice_says)
{
    begin_while_on(ON_WHILE_ON_REPLACES);
    assert_int_equal(file().low, 0x2000);
    assert_int_equal(file().ticks, 2);
    assert_int_equal(file().functions, 0);
    begin_while_on(ON_WHILE_ON_IGNORED);
    assert_int_equal(file().low, 0x1000);
    assert_int_equal(file().ticks, 1);
    assert_int_equal(file().functions, 1);
    begin_while_on(ON_WHILE_ON_TURNS_OFF);
    assert_int_equal(file_state(), FILE_ABSENT);
}

TEST(monstartup_has_a_buffer_of_its_own)
{
    run(PLAINLY,
        SCRIPT(MONSTARTUP(0x1000, 0x1020), TICK(0x1000), TICK(0x101f),
               TICK(0xfff), FUNCTION(0x1004, 2), MONITOR_STOP, LOOK_AT_FILE));
    assert_int_equal(event_of_op(0)->value, VALUE_UNSEEN);
    assert_int_equal(file().low, 0x1000);
    assert_int_equal(file().ticks, 2);
    assert_int_equal(file().functions, 1);
}

static void paused(enum choice choice)
{
    run(AS(choice, MON_PAUSED_CALLS_COUNTED),
        SCRIPT(BUFFER(0, 16), MONCONTROL(0), RANGE(2), TICK(0x1000),
               MONCONTROL(0), TICK(0x1000), FUNCTION(0x1000, 1), MONCONTROL(2),
               TICK(0x1000), MONITOR_STOP, LOOK_AT_FILE));
}

TEST(moncontrol_0_stops_sampling_until_another_mode)
{
    paused(MON_PAUSE_STOPS);
    assert_int_equal(file().ticks, 2);
    assert_int_equal(file().functions, 1);
    paused(MON_PAUSE_COUNTS);
    assert_int_equal(file().ticks, 3);
    paused(MON_PAUSED_CALLS_IGNORED);
    assert_int_equal(file().ticks, 2);
}

TEST(calls_are_counted_by_function)
{
    run(PLAINLY, SCRIPT(BUFFER(0, 16), FUNCTION(0x1010, 9), RANGE(3),
                        FUNCTION(0x1010, 1), FUNCTION(0x1000, 2),
                        FUNCTION(0x1008, 4), FUNCTION(0x1010, 3), MONITOR_STOP,
                        FUNCTION(0x1010, 1), LOOK_AT_FILE));
    assert_int_equal(file().functions, 3);
    assert_int_equal(file().called[0].address, 0x1000);
    assert_int_equal(file().called[0].calls, 2);
    assert_int_equal(file().called[1].address, 0x1008);
    assert_int_equal(file().called[1].calls, 4);
    assert_int_equal(file().called[2].address, 0x1010);
    assert_int_equal(file().called[2].calls, 4);
    assert_false(asked(RULE_MON_CALL_LIMIT));
    run(AS(MON_PAUSED_CALLS_IGNORED),
        SCRIPT(BUFFER(0, 16), RANGE(3), MONCONTROL(0), FUNCTION(0x1010, 1),
               MONCONTROL(1), FUNCTION(0x1008, 1), MONITOR_STOP, LOOK_AT_FILE));
    assert_int_equal(file().functions, 1);
}

/* Four functions of which two may be counted; the first is called again. */
static void limited(enum choice choice, int functions)
{
    run(AS(choice),
        SCRIPT(BUFFER(0, 16), RANGE(functions), FUNCTION(0x1000, 1),
               FUNCTION(0x1004, 2), FUNCTION(0x1008, 3), FUNCTION(0x100c, 4),
               FUNCTION(0x1000, 5), MONITOR_STOP, LOOK_AT_FILE));
}

TEST(functions_beyond_nfunc_are_as_each_choice_says)
{
    limited(MON_CALL_LIMIT_FIRST_CALLED, 2);
    assert_int_equal(file().functions, 2);
    assert_int_equal(file().called[0].calls, 6);
    assert_int_equal(file().called[1].calls, 2);
    limited(MON_CALL_LIMIT_LAST_CALLED, 2);
    assert_int_equal(file().functions, 2);
    assert_int_equal(file().called[0].calls, 5);
    assert_int_equal(file().called[1].calls, 4);
    limited(MON_CALL_LIMIT_LAST_CALLED, 0);
    assert_int_equal(file().functions, 0);
    limited(MON_CALL_LIMIT_UNBOUNDED, 2);
    assert_int_equal(file().functions, 4);
    limited(MON_CALL_LIMIT_OVERRUNS, 2);
    assert_int_equal(file().functions, 3);
    assert_int_equal(file().called[2].address, 0x1008);
}

TEST(no_more_functions_than_there_is_room_for)
{
    static const enum choice rows[] = {MON_CALL_LIMIT_FIRST_CALLED,
                                       MON_CALL_LIMIT_UNBOUNDED,
                                       MON_CALL_LIMIT_OVERRUNS};
    struct tick calls[SCRIPT_FUNCTIONS + 1];

    for (unsigned i = 0; i <= SCRIPT_FUNCTIONS; i++)
        calls[i] = (struct tick){0x1000 + i, 1};
    for (int limit = SCRIPT_FUNCTIONS; limit <= 2 * SCRIPT_FUNCTIONS;
         limit += SCRIPT_FUNCTIONS)
        for (unsigned k = 0; k < 3; k++) {
            run(AS(rows[k]), SCRIPT(BUFFER(0, 16), RANGE(limit),
                                    {.kind = OP_FUNCTIONS,
                                     .ticks = calls,
                                     .tick_count = SCRIPT_FUNCTIONS + 1},
                                    MONITOR_STOP, LOOK_AT_FILE));
            assert_int_equal(file().functions, SCRIPT_FUNCTIONS);
        }
}

/* An exit after moncontrol(0), and a stop. */
static void end_paused(enum choice choice, struct op end)
{
    run(AS(choice), SCRIPT(BUFFER(0, 16), RANGE(0), TICK(0x1000), MONCONTROL(0),
                           end, EXIT));
}

TEST(the_file_is_as_each_choice_says)
{
    static const struct {
        enum choice choice;
        enum file_state at_exit, at_stop;
    } rows[] = {
        {MON_FILE_WRITTEN, FILE_WRITTEN, FILE_WRITTEN},
        {MON_FILE_MISSING, FILE_ABSENT, FILE_ABSENT},
        {MON_FILE_UNLESS_PAUSED, FILE_ABSENT, FILE_WRITTEN},
        {MON_FILE_EMPTY, FILE_EMPTY, FILE_EMPTY},
        {MON_FILE_OTHER_NAME, FILE_OTHER_NAME, FILE_OTHER_NAME},
    };

    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        end_paused(rows[i].choice, LOOK_AT_FILE);
        assert_int_equal(file_state(), rows[i].at_exit);
        end_paused(rows[i].choice, MONITOR_STOP);
        assert_int_equal(file_state(), rows[i].at_stop);
    }
    end_paused(MON_FILE_UNLESS_PAUSED, MONCONTROL(1));
    assert_int_equal(file().ticks, 1);
}

TEST(exit_is_a_process_s_last_operation)
{
    run(AS(MON_LAYOUT_GMON_TAGGED),
        SCRIPT(BUFFER(0, 16), RANGE(0), TICK(0x1000), EXIT));
    assert_int_equal(file().layout, MON_LAYOUT_GMON_TAGGED);
    assert_int_equal(outcome.count, 3); /* the call, the buffer, the file */
    assert_int_equal(outcome.events[1].kind, EVENT_BUFFER);
    assert_int_equal(outcome.events[1].op, 3);
}

/* A child that ticks and ends so; then a look, the parent's stop, a look. */
static void end_child(enum choice choice, struct op end)
{
    run(AS(choice), SCRIPT(BUFFER(0, 16), RANGE(0), TICK(0x1000), FORK,
                           TICKS(0x1000, 2), end, END, LOOK_AT_FILE,
                           TICKS(0x1000, 4), MONITOR_STOP, LOOK_AT_FILE));
    assert_int_equal(file().ticks, 5);
    assert_int_equal(event_of_op(6)->value, 0); /* the child's end */
}

/* The ticks in the file that the parent then sees. */
static uint64_t ticks_of_child(void)
{
    struct file_contents contents;

    assert_int_equal(event_of_op(7)->value, FILE_WRITTEN);
    memcpy(&contents, event_of_op(7)->bytes, sizeof contents);
    return contents.ticks;
}

TEST(what_a_child_writes_its_parent_sees)
{
    end_child(MON_CHILD_EXIT_WRITTEN, EXIT);
    assert_int_equal(ticks_of_child(), 3);
    assert_int_equal(last_event(EVENT_FILE, 1)->value, FILE_WRITTEN);
    assert_int_equal(last_event(EVENT_BUFFER, 1)->op, 5);
    end_child(MON_CHILD_EXIT_IGNORED, EXIT);
    assert_int_equal(event_of_op(7)->value, FILE_ABSENT);
    assert_int_equal(last_event(EVENT_FILE, 1)->value, FILE_ABSENT);
    end_child(MON_CHILD_EXIT_IGNORED, MONITOR_STOP);
    assert_int_equal(ticks_of_child(), 3);
    end_child(FORK_CHILD_OFF, MONITOR_STOP);
    assert_int_equal(ticks_of_child(), 1);
    end_paused(MON_CHILD_EXIT_IGNORED, LOOK_AT_FILE);
    assert_int_equal(file_state(), FILE_WRITTEN); /* it is no child */
}

TEST(a_file_needs_room_in_the_arena)
{
    const struct op ops[] = {MONSTARTUP(1, 2), MONITOR_STOP, LOOK_AT_FILE};
    struct script script = {ops, 3, 64, 0, false};
    struct event events[8];
    unsigned char arena[sizeof(struct file_contents)];

    choices = behave(PLAINLY);
    outcome = (struct outcome){events, 0, 8};
    assert_int_equal(model_arena_size(&script), sizeof arena);
    assert_false(model_run(&model, &script, &choices, &outcome, arena,
                           sizeof arena - 1));
    assert_true(
        model_run(&model, &script, &choices, &outcome, arena, sizeof arena));
}

TESTS(NULL, NULL)
