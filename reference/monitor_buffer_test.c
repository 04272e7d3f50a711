/* SPDX-License-Identifier: MIT */
/* The buffer of monitor. */
#include "computed.h"
#include "files/mon_out.h"
#include "monitor_test.h"
#include "unit_test.h"

TEST(bufsize_is_in_shorts)
{
    run(AS(MON_BUFSIZE_UNIT_SHORTS),
        SCRIPT(BUFFER(0, 2), MONITOR(0, 1, 0x1000, 0x1010, 0), TICK(0x1000),
               MONITOR_STOP, LOOK_AT_FILE));
    assert_int_equal(file().ticks, 1);
    run(AS(MON_BUFSIZE_UNIT_BYTES),
        SCRIPT(BUFFER(0, 2), MONITOR(0, 1, 0x1000, 0x1010, 0), TICK(0x1000),
               MONITOR_STOP, LOOK_AT_FILE));
    assert_int_equal(file().ticks, 0);
}

/* As who reads it sees it: there is no histogram to have a range. */
TEST(a_file_without_a_counter_tells_no_range)
{
    run(AS(MON_BUFSIZE_UNIT_BYTES),
        SCRIPT(BUFFER(0, 4), MONITOR(0, 2, 0x1000, 0x1010, 0), MONITOR_STOP,
               LOOK_AT_FILE));
    assert_int_equal(file().low, 0x1000);
    assert_int_equal(file().high, 0x1010);
    run(AS(MON_BUFSIZE_UNIT_BYTES),
        SCRIPT(BUFFER(0, 2), MONITOR(0, 1, 0x1000, 0x1010, 0), MONITOR_STOP,
               LOOK_AT_FILE));
    assert_true(file().low == FILE_UNSEEN);
    assert_true(file().high == FILE_UNSEEN);
}

TEST(what_the_buffer_held_is_kept_or_cleared)
{
    run(AS(BUFFER_START_KEPT),
        SCRIPT(FILLED(0, 16, 2, 5), RANGE(0), TICK(0x1000), MONITOR_STOP,
               LOOK_AT_FILE));
    assert_int_equal(file().ticks, 41);
    run(AS(BUFFER_START_CLEARED),
        SCRIPT(FILLED(0, 16, 2, 5), RANGE(0), TICK(0x1000), MONITOR_STOP,
               LOOK_AT_FILE));
    assert_int_equal(file().ticks, 1);
}

TEST(counters_that_may_be_full_are_not_known)
{
    run(PLAINLY, SCRIPT(BUFFER(0, 16), RANGE(0), TICKS(0x1000, 32767),
                        MONITOR_STOP, LOOK_AT_FILE));
    assert_int_equal(file().ticks, 32767);
    run(PLAINLY, SCRIPT(BUFFER(0, 16), RANGE(0), TICKS(0x1000, 32768),
                        MONITOR_STOP, LOOK_AT_FILE));
    assert_int_equal(file().ticks, FILE_UNSEEN);
}

/* 3 words, and 2 for each function. */
enum { HEADER = 24, RECORD = 16 };

TEST(a_header_and_records_may_stand_before_the_counters)
{
    for (unsigned functions = 0; functions < 3; functions++) {
        unsigned before = HEADER + functions * RECORD;

        run(AS(MON_BUFFER_WHOLE_FILE),
            SCRIPT(FILLED(0, before + 6, 2, 5),
                   MONITOR(0, before / 2 + 3, 0x1000, 0x1020, functions),
                   TICK(0x1000), FUNCTION(0x1000, 2), MONITOR_STOP,
                   LOOK_AT_FILE));
        assert_int_equal(file().ticks, 3 * 5 + 1);
        assert_int_equal(file().functions, functions > 0);
        run(AS(MON_BUFFER_COUNTERS),
            SCRIPT(FILLED(0, before + 6, 2, 5),
                   MONITOR(0, before / 2 + 3, 0x1000, 0x1020, functions),
                   TICK(0x1000), MONITOR_STOP, LOOK_AT_FILE));
        assert_int_equal(file().ticks, (before / 2 + 3) * 5 + 1);
    }
}

TEST(without_room_for_a_counter_after_them_nothing_begins)
{
    for (unsigned shorts = HEADER / 2; shorts <= HEADER / 2 + 1; shorts++) {
        run(AS(MON_BUFFER_WHOLE_FILE),
            SCRIPT(BUFFER(0, 64), MONITOR(0, shorts, 0x1000, 0x1020, 0),
                   TICK(0x1000), MONITOR_STOP, LOOK_AT_FILE));
        assert_int_equal(file_state(),
                         shorts == HEADER / 2 ? FILE_ABSENT : FILE_WRITTEN);
    }
    run(AS(MON_BUFFER_WHOLE_FILE),
        SCRIPT(BUFFER(0, 64), MONITOR(0, 32, 0x1000, 0x1020, INT32_MAX),
               MONITOR_STOP, LOOK_AT_FILE));
    assert_int_equal(file_state(), FILE_ABSENT);
    assert_int_equal(mon_out_header_size(8), HEADER);
    assert_int_equal(mon_out_call_size(8), RECORD);
}

/* What a sweep over the range finds where it watches the buffer from there. */
static int64_t sweep_from(unsigned buffer, unsigned at, enum choice choice)
{
    struct op sweep = SWEEP(buffer, 64 - at, 0x1000, 0x1020, 1);

    sweep.at = at;
    run(AS(choice), SCRIPT(BUFFER(0, 64), BUFFER(1, 64),
                           MONITOR(0, 32, 0x1000, 0x1020, 0), sweep));
    return event_of_op(3)->value;
}

TEST(a_sweep_shows_something_where_it_watches_all_counters)
{
    assert_int_equal(sweep_from(0, 0, MON_BUFFER_COUNTERS), SWEEP_FITS);
    assert_int_equal(sweep_from(0, HEADER, MON_BUFFER_COUNTERS), VALUE_UNSEEN);
    assert_int_equal(sweep_from(0, HEADER, MON_BUFFER_WHOLE_FILE), SWEEP_FITS);
    assert_int_equal(sweep_from(0, 0, MON_BUFFER_WHOLE_FILE), SWEEP_FITS);
    run(AS(MON_BUFFER_COUNTERS),
        SCRIPT(BUFFER(0, 64), MONITOR(0, 32, 0x1000, 0x1020, 0),
               SWEEP(0, 62, 0x1000, 0x1020, 1)));
    assert_int_equal(event_of_op(2)->value, VALUE_UNSEEN);
    assert_int_equal(sweep_from(1, 0, MON_BUFFER_COUNTERS), VALUE_UNSEEN);
    for (unsigned k = 0; k < 2; k++) {
        run(PLAINLY,
            SCRIPT(BUFFER(0, 16), BUFFER(1, 16),
                   MONITOR_LIST(1, 0, ELEMENT(0, 16, 0x1000, 0x1020, 0),
                                ELEMENT(1, 16, 0x1020, 0x1040, 0)),
                   SWEEP(k, 16, 0x1000, 0x1040, 1)));
        assert_int_equal(event_of_op(3)->value, VALUE_UNSEEN);
    }
}

TESTS(NULL, NULL)
