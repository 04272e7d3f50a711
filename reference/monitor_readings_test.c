/* SPDX-License-Identifier: MIT */
/* Where monitor's page leaves a reading open, or does not speak at all. */
#include "monitor_test.h"
#include "unit_test.h"

TEST(a_stop_while_off_writes_a_file_or_not)
{
    run(AS(MON_FILE_OFF_UNTOUCHED),
        SCRIPT(BUFFER(0, 16), MONITOR_STOP, LOOK_AT_FILE));
    assert_int_equal(file_state(), FILE_ABSENT);
    run(AS(MON_FILE_OFF_WRITTEN),
        SCRIPT(BUFFER(0, 16), MONITOR_STOP, LOOK_AT_FILE));
    assert_true(last_event(EVENT_FILE, 0)->value == VALUE_NOT_ZERO);
    run(AS(MON_FILE_OFF_WRITTEN), SCRIPT(BUFFER(0, 16), MONITOR_STOP, RANGE(0),
                                         MONITOR_STOP, LOOK_AT_FILE));
    assert_int_equal(file_state(), FILE_WRITTEN);
    run(AS(MON_FILE_OFF_WRITTEN), SCRIPT(BUFFER(0, 16), EXIT));
    assert_true(last_event(EVENT_FILE, 0)->value == VALUE_NOT_ZERO);
}

static uint64_t ticks_after(enum choice choice, int32_t first, int32_t second)
{
    run(AS(choice), SCRIPT(BUFFER(0, 16), RANGE(0), MONCONTROL(first),
                           TICK(0x1000), MONCONTROL(second), TICKS(0x1000, 2),
                           MONITOR_STOP, LOOK_AT_FILE));
    return file().ticks;
}

TEST(which_mode_stops_is_not_told)
{
    assert_int_equal(ticks_after(MON_PAUSE_STOPS, 0, 1), 2);
    assert_int_equal(ticks_after(MON_PAUSE_INVERTED, 0, 1), 1);
    assert_int_equal(ticks_after(MON_PAUSE_INVERTED, 1, 0), 2);
    assert_int_equal(ticks_after(MON_PAUSE_COUNTS, 0, 1), 3);
}

#define LIST_LOW_0 MONITOR_LIST(0, 0, ELEMENT(0, 8, 0x1000, 0x1020, 0))

TEST(a_list_with_lowpc_0_may_start_and_then_stop)
{
    run(AS(MON_LIST_LOW_ZERO_STARTS_OR_STOPS),
        SCRIPT(BUFFER(0, 16), LIST_LOW_0, TICK(0x1000), LIST_LOW_0,
               TICK(0x1000), LOOK_AT_FILE));
    assert_int_equal(file().ticks, 1);
}

TEST(nfunc_is_a_maximum)
{
    run(AS(MON_CALL_LIMIT_AT_MOST),
        SCRIPT(BUFFER(0, 16), RANGE(1), FUNCTION(0x1000, 2),
               FUNCTION(0x1010, 1), MONITOR_STOP, LOOK_AT_FILE));
    assert_true(file().functions == FILE_UNSEEN);
    assert_int_equal(file().at_most, 1);
    run(AS(MON_CALL_LIMIT_AT_MOST),
        SCRIPT(BUFFER(0, 16), RANGE(1), FUNCTION(0x1000, 2),
               FUNCTION(0x1010, 1), RANGE(1), FUNCTION(0x1000, 2), MONITOR_STOP,
               LOOK_AT_FILE));
    assert_int_equal(file().functions, 1); /* begun anew */
}

/* The first operation after those that may not be spoken of is the last that
 * is told of. */
static void assert_anything_from(unsigned op)
{
    assert_int_equal(event_of_op(op)->kind, EVENT_ANYTHING);
    assert_int_equal(outcome.events[outcome.count - 1].kind, EVENT_ANYTHING);
    assert_true(asked(RULE_MON_UNDEFINED));
}

#define AFTER_IT TICK(0x1000), MONITOR_STOP, LOOK_AT_FILE

TEST(of_a_range_that_is_none_nothing_is_said)
{
    run(PLAINLY,
        SCRIPT(BUFFER(0, 16), MONITOR(0, 8, 0x1000, 0x1000, 0), AFTER_IT));
    assert_anything_from(1);
    run(PLAINLY,
        SCRIPT(BUFFER(0, 16), MONITOR(0, 0, 0x1000, 0x1020, 0), AFTER_IT));
    assert_anything_from(1);
    run(PLAINLY, SCRIPT(BUFFER(0, 16), MONSTARTUP(0x1000, 0x1000), AFTER_IT));
    assert_anything_from(1);
}

TEST(of_a_buffer_that_can_not_be_written_nothing_is_said)
{
    run(PLAINLY, SCRIPT(BUFFER(0, 16), PROTECT(0), RANGE(0), AFTER_IT));
    assert_anything_from(2);
    run(PLAINLY, SCRIPT(BUFFER(0, 16),
                        MONITOR_(BAD_POINTER, 8, 0x1000, 0x1020, 0), AFTER_IT));
    assert_anything_from(1);
    run(PLAINLY, SCRIPT(BUFFER(0, 16), RANGE(0), UNMAP(0), AFTER_IT));
    assert_anything_from(3);
    run(PLAINLY, SCRIPT(BUFFER(0, 16), RANGE(0), UNMAP(0), TICKS(0x1000, 2),
                        MONITOR_STOP));
    assert_anything_from(3);
}

TEST(of_a_list_that_does_not_ascend_nothing_is_said)
{
    const struct op lists[] = {
        MONITOR_LIST(1, 0, ELEMENT(0, 2, 0x2000, 0x2010, 0),
                     ELEMENT(0, 2, 0x1000, 0x1010, 0)),
        MONITOR_LIST(1, 0, ELEMENT(0, 2, 0x1000, 0x1010, 0),
                     ELEMENT(0, 2, 0x1000, 0x1010, 0)),
        MONITOR_LIST(1, 0, ELEMENT(0, 99, 0x1000, 0x1010, 0)),
        CALL_(.kind = CALL_MONITOR_LIST, .region = {.offset = 1},
              .list_kind = POINTER_GIVEN),
        CALL_(.kind = CALL_MONITOR_LIST, .region = {.offset = 1},
              .list_kind = POINTER_BAD),
    };

    for (unsigned i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        run(PLAINLY, SCRIPT(BUFFER(0, 16), lists[i], AFTER_IT));
        assert_anything_from(1);
    }
}

TEST(the_range_is_in_the_buffer)
{
    struct op over = SWEEP(0, 16, 0x1000, 0x1020, 2);

    run(AS(MON_FIT_FITS), SCRIPT(BUFFER(0, 16), RANGE(0), over));
    assert_int_equal(last_event(EVENT_SWEEP, 0)->value, SWEEP_FITS);
    run(AS(MON_FIT_TOO_FINE), SCRIPT(BUFFER(0, 16), RANGE(0), over));
    assert_int_equal(last_event(EVENT_SWEEP, 0)->value, SWEEP_OUTSIDE);
    assert_false(asked(RULE_COMPUTED_SCALE));
}

/* The ticks that a file has which is written after this, and how many of them
 * may have fallen out. */
static void assert_ticks(enum choice choice, struct op begin, uint64_t ticks,
                         uint64_t doubtful)
{
    run(AS(choice),
        SCRIPT(BUFFER(0, 16), begin, TICK(0x1000), TICKS(0x1001, 2),
               TICKS(0x101f, 4), TICKS(0x1020, 8), MONITOR_STOP, LOOK_AT_FILE));
    assert_int_equal(file().ticks, ticks);
    assert_int_equal(file().doubtful, doubtful);
}

TEST(what_falls_out_of_the_buffer_is_not_in_the_file)
{
    const struct op begins[] = {RANGE(0), MONSTARTUP(0x1000, 0x1020)};

    for (unsigned i = 0; i < 2; i++) {
        assert_ticks(MON_FIT_FITS, begins[i], 7, 0);
        assert_ticks(MON_FIT_TOO_FINE, begins[i], 7, 6);
    }
    run(AS(MON_FIT_TOO_FINE, FORK_CHILD_CLEARED),
        SCRIPT(BUFFER(0, 16), RANGE(0), TICKS(0x1001, 2), FORK, TICK(0x1001),
               MONITOR_STOP, END, LOOK_AT_FILE));
    assert_int_equal(file().ticks, 1);
    assert_int_equal(file().doubtful, 1);
    run(AS(MON_FIT_TOO_FINE),
        SCRIPT(BUFFER(0, 16), RANGE(0), TICK(0x1001), MONITOR_STOP, RANGE(0),
               MONITOR_STOP, LOOK_AT_FILE));
    assert_int_equal(file().doubtful, 0);
}

/* An implementation finds there what it counted before. */
TEST(a_buffer_that_was_monitored_begins_with_unknown_counts)
{
    run(AS(BUFFER_START_KEPT),
        SCRIPT(BUFFER(0, 16), RANGE(0), MONITOR_STOP, RANGE(0), TICK(0x1000),
               MONITOR_STOP, LOOK_AT_FILE));
    assert_int_equal(file().ticks, 1);
    run(AS(BUFFER_START_KEPT),
        SCRIPT(BUFFER(0, 16), RANGE(0), TICK(0x1000), MONITOR_STOP, RANGE(0),
               TICK(0x1000), MONITOR_STOP, LOOK_AT_FILE));
    assert_true(file().ticks == FILE_UNSEEN);
    run(AS(BUFFER_START_KEPT), SCRIPT(SHARED(0, 16), RANGE(0), TICK(0x1000),
                                      MONITOR_STOP, LOOK_AT_FILE));
    assert_true(file().ticks == FILE_UNSEEN);
}

TEST(a_sleep_may_be_counted)
{
    run(AS(SLEEPING_WALL_TIME), SCRIPT(BUFFER(0, 16), RANGE(0), SLEEP(0x1000)));
    assert_int_equal(last_event(EVENT_SLEEP, 0)->value, 1);
    run(AS(SLEEPING_CPU_TIME), SCRIPT(BUFFER(0, 16), RANGE(0), SLEEP(0x1000)));
    assert_int_equal(last_event(EVENT_SLEEP, 0)->value, 0);
    run(AS(SLEEPING_WALL_TIME), SCRIPT(BUFFER(0, 16), RANGE(0), SLEEP(0x2000)));
    assert_int_equal(last_event(EVENT_SLEEP, 0)->value, 0);
}

/* How often a function at an address outside the range was called. */
static void assert_functions(enum choice choice, uint64_t address,
                             uint64_t functions)
{
    run(AS(choice), SCRIPT(BUFFER(0, 16), RANGE(4), FUNCTION(address, 2),
                           MONITOR_STOP, LOOK_AT_FILE));
    assert_int_equal(file().functions, functions);
}

TEST(calls_outside_the_range_may_be_ignored)
{
    assert_functions(MON_CALL_RANGE_COUNTED, 0x3000, 1);
    assert_functions(MON_CALL_RANGE_IGNORED, 0x3000, 0);
    assert_functions(MON_CALL_RANGE_IGNORED, 0x800, 0);
    assert_functions(MON_CALL_RANGE_IGNORED, 0x1010, 1);
}

TEST(p_bufsize_of_a_list_may_be_in_shorts)
{
    for (unsigned shorts = 0; shorts < 2; shorts++) {
        run(AS(MON_SCALE_TAKEN, shorts ? LIST_SIZE_SHORTS : LIST_SIZE_BYTES),
            SCRIPT(BUFFER(0, 16),
                   MONITOR_LIST(1, 0, ELEMENT(0, 8, 0x1000, 0x1020, 0x8000)),
                   TICK(0x1018), MONITOR_STOP, LOOK_AT_FILE));
        assert_int_equal(file().ticks, shorts);
    }
}

TEST(a_sweep_watches_all_that_there_may_be_room_for)
{
    for (unsigned shorts = 0; shorts < 2; shorts++) {
        run(AS(shorts ? LIST_SIZE_SHORTS : LIST_SIZE_BYTES),
            SCRIPT(BUFFER(0, 16),
                   MONITOR_LIST(1, 0, ELEMENT(0, 8, 0x1000, 0x1020, 0)),
                   SWEEP(0, 8, 0x1000, 0x1020, 1)));
        assert_true(last_event(EVENT_SWEEP, 0)->value ==
                    (shorts ? VALUE_UNSEEN : SWEEP_FITS));
    }
}

TESTS(NULL, NULL)
