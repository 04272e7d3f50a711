/* SPDX-License-Identifier: MIT */
/* Scripts of operations that are observed, and what was seen of them. */
#ifndef CONFORMANCE_EXECUTE_TEST_H
#define CONFORMANCE_EXECUTE_TEST_H

#include <string.h>

#include "profil_test.h"
#include "reference/unit_test.h"
#include "script_test.h"

static inline struct observation see(const char *habit_wanted,
                                     const struct op *ops, size_t count)
{
    const struct observe_options options = {
        .impl = &test_profil,
        .open = {.path = habit_wanted, .dialect = "irix"},
        .timeout_ms = 20000};
    const struct test_case c = {.slug = "by-hand",
                                .script = {ops, count, 64, 0, false}};
    struct observation observation;

    observe(&options, &c, &observation);
    return observation;
}

#define SEE(habit_wanted, ops) see((habit_wanted), (ops), COUNT(ops))

static inline void assert_event(const struct observation *observation,
                                size_t index, int kind, int process, int op,
                                int64_t value)
{
    const struct event *event = &observation->outcome.events[index];

    assert_int_equal(observation->ended, ENDED_NORMALLY);
    assert_in_range(index, 0, observation->outcome.count - 1);
    assert_int_equal(event->kind, kind);
    assert_int_equal(event->process, process);
    assert_int_equal(event->op, op);
    if (kind != EVENT_BUFFER)
        assert_true(event->value == value);
}

static inline unsigned counter(const struct observation *observation,
                               size_t index, unsigned number)
{
    const struct event *event = &observation->outcome.events[index];
    uint16_t value;

    assert_int_equal(event->kind, EVENT_BUFFER);
    assert_non_null(event->bytes);
    memcpy(&value, event->bytes + SCRIPT_ZONE + 2 * number, 2);
    return value;
}

#endif
