/* SPDX-License-Identifier: MIT */
/* An ordinary case, observed on a profil with a habit. */
#ifndef CONFORMANCE_OBSERVE_TEST_H
#define CONFORMANCE_OBSERVE_TEST_H

#include "reference/unit_test.h"

#include <stdint.h>
#include <stdio.h>

#include "profil_test.h"
#include "script_test.h"

static const struct op ordinary[] = {BUFFER(0, 64), PROFIL(0, 64, ONE_TO_ONE),
                                     TICKS(three_ticks), PROFIL(0, 64, 0),
                                     TICKS(three_ticks)};
enum { ORDINARY_EVENTS = 3, ORDINARY_ON = 1 };
static const struct test_case ordinary_case = CASE(ordinary);

static inline struct observe_options options_of(const char *habit_wanted)
{
    return (struct observe_options){
        .impl = &test_profil,
        .open = {.path = habit_wanted, .dialect = "freebsd"},
        .timeout_ms = 20000};
}

static inline struct observation see(const char *habit_wanted,
                                     const struct test_case *c)
{
    struct observe_options options = options_of(habit_wanted);
    struct observation observation;

    observe(&options, c, &observation);
    return observation;
}

static inline unsigned counter(const struct event *event, unsigned index)
{
    uint16_t value;

    assert_int_equal(event->kind, EVENT_BUFFER);
    assert_non_null(event->bytes);
    memcpy(&value, event->bytes + SCRIPT_ZONE + 2 * index, 2);
    return value;
}

static inline const struct event *
last_event(const struct observation *observation)
{
    assert_true(observation->outcome.count > 0);
    return &observation->outcome.events[observation->outcome.count - 1];
}

static inline void assert_ordinary(const struct observation *observation)
{
    const struct event *events = observation->outcome.events;

    assert_int_equal(observation->ended, ENDED_NORMALLY);
    assert_int_equal(observation->outcome.count, ORDINARY_EVENTS);
    assert_int_equal(events[0].kind, EVENT_CALL);
    assert_int_equal(events[0].op, 1);
    assert_int_equal(events[1].op, 3);
    assert_int_equal(events[2].op, COUNT(ordinary));
    assert_int_equal(events[2].size, 64 + 2 * SCRIPT_ZONE);
    assert_int_equal(counter(&events[2], 0), 1);
    assert_int_equal(counter(&events[2], 1), 2);
    assert_int_equal(counter(&events[2], 2), 0);
    assert_int_equal(counter(&events[2], 3), 3);
    for (unsigned k = 4; k < 32; k++)
        assert_int_equal(counter(&events[2], k), 0);
    assert_int_equal(observation->delivered, DELIVERED_STUB);
    assert_false(observation->disturbed);
    assert_int_equal(observation->stray, 0);
}

#endif
