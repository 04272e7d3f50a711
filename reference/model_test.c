/* SPDX-License-Identifier: MIT */
#include "model_test.h"
#include "unit_test.h"

#define BUFFERS BUFFER(0, 8), BUFFER(1, 8)
#define ON      PROFIL(0, 8, 0x1000, 0xffff)

TEST(a_script_of_nothing_leads_to_nothing)
{
    struct script script = {NULL, 0, 64, 0, false};
    struct choice_sets sets = choices_known();

    choices_begin(&choices, &sets);
    outcome = (struct outcome){NULL, 0, 0};
    assert_true(model_run(&model, &script, &choices, &outcome, NULL, 0));
    assert_int_equal(outcome.count, 0);
    assert_true(rule_set_empty(choices.asked));
}

TEST(a_buffer_is_zeroed_or_filled_between_canaries)
{
    const unsigned char *bytes;

    run(DIALECT_AIX, AS_PERMITTED,
        SCRIPT(BUFFER(0, 8), FILLED(1, 7, 2, 0x11223344),
               FILLED(2, 7, 4, 0x11223344)));
    for (unsigned n = 0; n < 3; n++) {
        bytes = buffer_of(0, n)->bytes;
        for (unsigned i = 0; i < SCRIPT_ZONE; i++) {
            assert_int_equal(bytes[i], SCRIPT_CANARY);
            assert_int_equal(bytes[buffer_of(0, n)->size - 1 - i],
                             SCRIPT_CANARY);
        }
    }
    assert_int_equal(buffer_of(0, 0)->size, 8 + 2 * SCRIPT_ZONE);
    assert_int_equal(counter(0, 0), 0);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(counter(1, (int)i), 0x3344);
    assert_int_equal(buffer_of(0, 1)->bytes[SCRIPT_ZONE + 6], 0);
    assert_int_equal(wide_counter(2, 0), 0x11223344);
    assert_int_equal(buffer_of(0, 2)->bytes[SCRIPT_ZONE + 4], 0);
}

TEST(a_process_dies_once)
{
    /* a tick that faults in two regions */
    run(DIALECT_IRIX, CHOICES_ARE(REGION_OVERLAP_EVERY, BUFFER_FAULT_CRASHES),
        SCRIPT(BUFFERS,
               SPROFIL(2, FLAG_USHORT, REGION(0, 8, 0x1000, 0x8000),
                       REGION(1, 8, 0x1002, 0x8000)),
               UNMAP(0), UNMAP(1), TICK(0x1004)));
    assert_crashed_in(5);
    assert_int_equal(outcome.count, 2);
}

TEST(exec_does_as_each_choice_says)
{
    static const struct {
        enum choice choice;
        enum exec_result result;
    } rows[] = {{EXEC_OFF, EXEC_LIVED},
                {EXEC_KILLS, EXEC_KILLED},
                {EXEC_STAYS_ON, EXEC_COUNTED}};

    for (unsigned k = 0; k < 3; k++) {
        run(DIALECT_AIX, CHOICES_ARE(rows[k].choice),
            SCRIPT(BUFFER(0, 8), ON, TICK(0x1002), EXEC, TICK(0x1002)));
        assert_int_equal(last_event(EVENT_EXEC, 0)->value, rows[k].result);
        assert_int_equal(counter(0, 1), 1);
        assert_int_equal(outcome.count, 3);
    }
}

TEST(exec_of_a_process_that_is_not_profiled_asks_nothing)
{
    run(DIALECT_AIX, AS_PERMITTED, SCRIPT(ON, OFF, EXEC));
    assert_int_equal(last_event(EVENT_EXEC, 0)->value, EXEC_LIVED);
    assert_false(asked(RULE_EXEC));
}

TEST(a_child_may_exec)
{
    run(DIALECT_AIX, AS_PERMITTED,
        SCRIPT(BUFFER(0, 8), ON, FORK, EXEC, END, TICK(0x1002)));
    assert_int_equal(last_event(EVENT_EXEC, 1)->value, EXEC_LIVED);
    assert_int_equal(counter(0, 1), 1);
}

TEST(a_sleep_counts_in_wall_time_alone)
{
    run(DIALECT_AIX, CHOICES_ARE(SLEEPING_CPU_TIME),
        SCRIPT(BUFFER(0, 8), ON, SLEEP(0x1002)));
    assert_int_equal(event_of_op(2)->value, 0);
    run(DIALECT_AIX, CHOICES_ARE(SLEEPING_WALL_TIME),
        SCRIPT(BUFFER(0, 8), ON, SLEEP(0x1002)));
    assert_int_equal(event_of_op(2)->value, 1);
    assert_int_equal(counter(0, 1), 0); /* how many is not known */
}

TEST(a_sleep_at_a_pc_that_is_not_counted_asks_nothing)
{
    run(DIALECT_AIX, AS_PERMITTED,
        SCRIPT(BUFFER(0, 8), ON, SLEEP(0x2000), OFF, SLEEP(0x1002)));
    assert_int_equal(event_of_op(2)->value, 0);
    assert_int_equal(event_of_op(4)->value, 0);
    assert_false(asked(RULE_SLEEPING));
}

/* The call succeeds all the same, and turning off is no other than ever. */
TEST(where_no_ticks_come_nothing_is_counted)
{
    run(DIALECT_FREEBSD, CHOICES_ARE(TICKS_NONE),
        SCRIPT(BUFFER(0, 8), ON, TICK(0x1002), SLEEP(0x1002), OFF));
    assert_int_equal(event_of_op(1)->value, 0);
    assert_int_equal(event_of_op(3)->value, 0);
    assert_int_equal(event_of_op(4)->value, 0);
    assert_int_equal(counter(0, 0) + counter(0, 1), 0);
    assert_false(asked(RULE_SLEEPING));
    run(DIALECT_FREEBSD, CHOICES_ARE(TICKS_LOST),
        SCRIPT(BUFFER(0, 8), ON, TICK(0x1002), EXEC));
    assert_int_equal(counter(0, 0) + counter(0, 1), 0);
    assert_true(asked(RULE_EXEC));
    run(DIALECT_FREEBSD, AS_PERMITTED, SCRIPT(BUFFER(0, 8), TICK(0x1002)));
    assert_false(asked(RULE_TICKS));
}

TEST(after_a_sleep_ticks_count_again)
{
    run(DIALECT_AIX, AS_PERMITTED,
        SCRIPT(BUFFER(0, 8), ON, SLEEP(0x1002), TICK(0x1002)));
    assert_int_equal(counter(0, 1), 1);
}

TEST(callers_state_is_put_back_leaks_or_is_destroyed_once_off)
{
    run(DIALECT_AIX, CHOICES_ARE(CALLER_STATE_LEAKS),
        SCRIPT(BUFFER(0, 8), CALLER_SET, CALLER_CHECK, ON, CALLER_CHECK, OFF,
               CALLER_CHECK));
    assert_int_equal(event_of_op(2)->value, 0);
    assert_int_equal(event_of_op(4)->value, VALUE_UNSEEN);
    assert_int_equal(event_of_op(6)->value, CALLER_LEFT);
    run(DIALECT_AIX, CHOICES_ARE(CALLER_STATE_DESTROYS),
        SCRIPT(BUFFER(0, 8), CALLER_SET, ON, OFF, CALLER_CHECK));
    assert_int_equal(event_of_op(4)->value, CALLER_DESTROYED);
    run(DIALECT_AIX, CHOICES_ARE(CALLER_STATE_RESTORED),
        SCRIPT(BUFFER(0, 8), CALLER_SET, ON, OFF, CALLER_CHECK));
    assert_int_equal(event_of_op(4)->value, CALLER_KEPT);
}

TEST(memory_that_comes_back_is_zeroed)
{
    run(DIALECT_HPUX, CHOICES_ARE(BUFFER_FAULT_SKIPS),
        SCRIPT(FILLED(0, 8, 2, 7), ON, UNMAP(0), TICK(0x1000), REMAP(0),
               TICK(0x1000), PROTECT(0), TICK(0x1000), REMAP(5)));
    assert_int_equal(counter(0, 0), 1);
    assert_int_equal(counter(0, 1), 0);
    assert_int_equal(buffer_of(0, 0)->bytes[0], SCRIPT_CANARY);
}

TEST(memory_that_is_gone_has_no_bytes)
{
    run(DIALECT_HPUX, AS_PERMITTED, SCRIPT(BUFFER(0, 8), UNMAP(0)));
    assert_null(buffer_of(0, 0)->bytes);
}

TEST(a_script_needs_so_much_arena_and_not_less)
{
    static const struct op ops[] = {
        {.kind = OP_BUFFER, .size = 8},
        {.kind = OP_BUFFER, .buffer = 1, .size = 9, .shared = true},
        {.kind = OP_FORK},
        {.kind = OP_END},
    };
    struct script script = {ops, 4, 64, 0, false};
    struct choice_sets sets = choices_known();
    static unsigned char arena[4096];
    struct event events[16];
    size_t size = model_arena_size(&script);

    assert_int_equal(size, 2 * (8 + 9 + 4 * SCRIPT_ZONE));
    choices_begin(&choices, &sets);
    for (size_t less = 0; less <= size; less++) {
        outcome = (struct outcome){events, 0, 16};
        assert_int_equal(
            model_run(&model, &script, &choices, &outcome, arena, size - less),
            less == 0);
    }
}

TEST(a_script_needs_so_many_events_and_not_more)
{
    struct op ops[SCRIPT_BUFFERS + 8] = {{0}};
    struct script script = {ops, SCRIPT_BUFFERS + 8, 64, 0, false};
    struct choice_sets sets = behaviour_of(DIALECT_AIX, AS_PERMITTED);
    static unsigned char arena[1 << 16];
    struct event events[64];
    size_t k, limit;

    for (k = 0; k < SCRIPT_BUFFERS; k++)
        ops[k] = BUFFER((uint8_t)k, 8);
    ops[k++] = OFF;
    for (unsigned n = 0; n < 2; n++) {
        ops[k++] = FORK;
        ops[k++] = EXEC;
        ops[k++] = END;
    }
    ops[k] = EXEC;
    limit = model_event_limit(&script);
    for (size_t room = 0; room <= limit; room++) {
        choices_begin(&choices, &sets);
        outcome = (struct outcome){events, 0, room};
        if (model_run(&model, &script, &choices, &outcome, arena, sizeof arena))
            assert_true(room >= outcome.count);
        else
            assert_true(outcome.count == room && room < limit);
    }
    /* the call; of two children and their parent the buffers and the exec;
     * that the children ended */
    assert_int_equal(outcome.count, 1 + 3 * (SCRIPT_BUFFERS + 1) + 2);
}

TEST(the_same_script_leads_to_the_same_outcome)
{
    struct event first[8];
    size_t count;

    run(DIALECT_AIX, AS_PERMITTED,
        SCRIPT(BUFFERS, ON, OFF, PROFIL_AT(BAD_POINTER, 8, 0, 0xffff)));
    count = outcome.count;
    assert_true(count <= 8);
    memcpy(first, outcome.events, count * sizeof first[0]);
    run(DIALECT_AIX, AS_PERMITTED,
        SCRIPT(BUFFERS, ON, OFF, PROFIL_AT(BAD_POINTER, 8, 0, 0xffff)));
    assert_int_equal(
        outcome_difference(&outcome, &(struct outcome){first, count, count}),
        -1);
}

TEST(the_rate_in_gmon_out_is_as_each_choice_says)
{
    static const struct {
        enum choice choice;
        enum rate_found found;
    } rows[] = {
        {GMON_RATE_CLOCK, RATE_CLOCK},
        {GMON_RATE_ZERO, RATE_ZERO},
        {GMON_RATE_WRONG, RATE_WRONG},
        {GMON_RATE_NONE, RATE_NONE},
    };

    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        run(DIALECT_FREEBSD, CHOICES_ARE(rows[i].choice),
            SCRIPT(MONSTARTUP(0x1000, 0x2000), LOOK_AT_RATE, MCLEANUP,
                   LOOK_AT_RATE, MCLEANUP, LOOK_AT_RATE));
        assert_int_equal(event_of_op(1)->value, RATE_NONE);
        assert_int_equal(event_of_op(3)->value, rows[i].found);
        assert_int_equal(event_of_op(5)->value, rows[i].found);
    }
    run(DIALECT_FREEBSD, AS_PERMITTED, SCRIPT(MCLEANUP, LOOK_AT_RATE));
    assert_int_equal(event_of_op(1)->value, RATE_NONE);
    assert_false(asked(RULE_GMON_RATE));
}

TESTS(NULL, NULL)
