/* SPDX-License-Identifier: MIT */
/* Scripts made by hand, and an ordinary case, observed on a profil with a
 * habit. */
#ifndef CONFORMANCE_OBSERVE_TEST_H
#define CONFORMANCE_OBSERVE_TEST_H

#include "reference/unit_test.h"

#include <stdint.h>

#include "conformance/machine/sandbox.h"
#include "observe.h"
#include "probe.h"
#include "profil_test.h"

#define TEXT_START   UINT64_C(0x10000000) /* where the profiled text begins */
#define COUNT(array) (sizeof(array) / sizeof *(array))

#define BUFFER(number, bytes)                                                  \
    {                                                                          \
        .kind = OP_BUFFER, .buffer = (number), .size = (bytes)                 \
    }
#define PROFIL(number, bytes, by)                                              \
    {                                                                          \
        .kind = OP_CALL, .call = {                                             \
            .kind = CALL_PROFIL,                                               \
            .region = {.base = {.kind = POINTER_GIVEN, .buffer = (number)},    \
                       .size = (bytes),                                        \
                       .offset = TEXT_START,                                   \
                       .scale = (by)}                                          \
        }                                                                      \
    }
#define TICKS(list)                                                            \
    {                                                                          \
        .kind = OP_TICKS, .ticks = (list), .tick_count = COUNT(list)           \
    }
#define DO(what)                                                               \
    {                                                                          \
        .kind = (what)                                                         \
    }
#define DO_BUFFER(what, number)                                                \
    {                                                                          \
        .kind = (what), .buffer = (number)                                     \
    }
#define ONE_TO_ONE 0x10000

#define CASE(list)                                                             \
    {                                                                          \
        .slug = "by-hand", .script = {(list), COUNT(list), 64, 0, false }      \
    }

static const struct tick three_ticks[] = {
    {TEXT_START, 1}, {TEXT_START + 2, 2}, {TEXT_START + 7, 3}};

static const struct op ordinary[] = {BUFFER(0, 64), PROFIL(0, 64, ONE_TO_ONE),
                                     TICKS(three_ticks), PROFIL(0, 64, 0),
                                     TICKS(three_ticks)};
enum { ORDINARY_EVENTS = 3, ORDINARY_ON = 1, ORDINARY_TICK = 2 };
static const struct test_case ordinary_case = CASE(ordinary);

/* Of all that is observed. */
static enum backend test_backend = BACKEND_SIGNAL;

static inline struct observe_options options_of(const char *habit_wanted)
{
    return (struct observe_options){
        .impl = &test_profil,
        .open = {.path = habit_wanted, .dialect = "freebsd"},
        .timeout_ms = 20000,
        .backend = test_backend};
}

static inline void learn(struct observe_options *options)
{
    char why[400];

    probe_capabilities(options, why, sizeof why);
}

/* No process is left of it. */
static inline struct observation see_by(const struct observe_options *options,
                                        const struct test_case *c)
{
    struct observation observation;

    observe(options, c, &observation);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    return observation;
}

static inline struct observation see(const char *habit_wanted,
                                     const struct test_case *c)
{
    const struct observe_options options = options_of(habit_wanted);

    return see_by(&options, c);
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

/* It ended normally, and the last buffer begins with these. */
static inline void assert_counters(const struct observation *o,
                                   const char *what, const unsigned expected[4])
{
    if (o->ended != ENDED_NORMALLY)
        fail_msg("%s: ended with %d: %s", what, o->ended, o->note);
    for (unsigned k = 0; k < 4; k++)
        if (counter(last_event(o), k) != expected[k])
            fail_msg("%s: counter %u is %u, not %u; disturbed: %d", what, k,
                     counter(last_event(o), k), expected[k], o->disturbed);
}

static inline void assert_ordinary(const struct observation *observation)
{
    const struct event *events = observation->outcome.events;

    assert_counters(observation, "ordinary", (unsigned[]){1, 2, 0, 3});
    assert_int_equal(observation->outcome.count, ORDINARY_EVENTS);
    assert_int_equal(events[0].kind, EVENT_CALL);
    assert_int_equal(events[0].op, 1);
    assert_int_equal(events[1].op, 3);
    assert_int_equal(events[2].op, COUNT(ordinary));
    assert_int_equal(events[2].size, 64 + 2 * SCRIPT_ZONE);
    for (unsigned k = 4; k < 32; k++)
        assert_int_equal(counter(&events[2], k), 0);
    assert_int_equal(observation->delivered, test_backend == BACKEND_PTRACE
                                                 ? DELIVERED_TRACED
                                                 : DELIVERED_STUB);
    assert_false(observation->disturbed);
    assert_int_equal(observation->stray, 0);
}

static inline void assert_ordinary_with(const char *habit_wanted)
{
    struct observation observation = see(habit_wanted, &ordinary_case);

    assert_ordinary(&observation);
    observation_free(&observation);
}

static inline void assert_death(const char *habit_wanted, enum ended ended,
                                int status, int op)
{
    struct observation observation = see(habit_wanted, &ordinary_case);

    assert_int_equal(observation.ended, ended);
    assert_int_equal(observation.status, status);
    assert_int_equal(observation.op, op);
    assert_int_equal(last_event(&observation)->kind, EVENT_CRASH);
    assert_int_equal(observation.outcome.count, op - ORDINARY_ON + 1);
    assert_int_equal(last_event(&observation)->op, op);
    observation_free(&observation);
}

/* With cases before, between and after that do not call it: each of these goes
 * well. */
static inline void assert_deaths_in_batch(const char *habit_wanted)
{
    static const struct op harmless[] = {BUFFER(0, 64)};
    const struct test_case calm = CASE(harmless);
    const struct test_case *cases[] = {&calm, &ordinary_case, &calm,
                                       &ordinary_case, &calm};
    struct observe_options options = options_of(habit_wanted);
    struct observation observations[5];

    observe_batch(&options, cases, 5, observations);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    for (unsigned k = 0; k < 5; k++) {
        assert_int_equal(observations[k].ended,
                         k % 2 ? ENDED_SIGNAL : ENDED_NORMALLY);
        assert_false(observations[k].batched);
        observation_free(&observations[k]);
    }
}

/* It is ended when its time is over, in that operation. */
static inline void assert_late(const char *habit_wanted, int op)
{
    struct observe_options options = options_of(habit_wanted);
    struct observation observation;

    options.timeout_ms = 2000;
    observation = see_by(&options, &ordinary_case);
    assert_int_equal(observation.ended, ENDED_TIMEOUT);
    assert_int_equal(observation.outcome.count, op - ORDINARY_ON);
    assert_int_equal(observation.op, op);
    observation_free(&observation);
}

#endif
