/* SPDX-License-Identifier: MIT */
/* Scripts of the runtime behind -pg, and what they leave. */
#ifndef REFERENCE_GMON_GMON_TEST_H
#define REFERENCE_GMON_GMON_TEST_H

#include "gmon.h"
#include "reference/model_test.h"

#define AS(...) DIALECT_GMON, CHOICES_ARE(__VA_ARGS__)
#define PLAINLY DIALECT_GMON, AS_PERMITTED

#define ARC(from, self, times)                                                 \
    (struct op)                                                                \
    {                                                                          \
        .kind = OP_ARCS,                                                       \
        .ticks = (const struct tick[]){{(from), (times)}, {(self), (times)}},  \
        .tick_count = 2                                                        \
    }
#define TWO_ARCS(from, other, self)                                            \
    (struct op)                                                                \
    {                                                                          \
        .kind = OP_ARCS,                                                       \
        .ticks =                                                               \
            (const struct tick[]){                                             \
                {(from), 1}, {(self), 1}, {(other), 1}, {(self), 1}},          \
        .tick_count = 4                                                        \
    }
#define ROW(n)                                                                 \
    (struct op)                                                                \
    {                                                                          \
        .kind = OP_ROW, .pc = 0x1000, .end = 0x1000, .step = 16, .size = (n)   \
    }
#define BESIDE(op_kind, from, self, other, n)                                  \
    (struct op)                                                                \
    {                                                                          \
        .kind = op_kind,                                                       \
        .ticks = (const struct tick[]){{(from), (n)},                          \
                                       {(self), (n)},                          \
                                       {(other), (n)}},                        \
        .tick_count = 3                                                        \
    }
#define ALONE(op_kind)                                                         \
    (struct op)                                                                \
    {                                                                          \
        .kind = op_kind                                                        \
    }
#define LOOK       ALONE(OP_PROFILE)
#define HEADER     ALONE(OP_HEADER)
#define SAID       ALONE(OP_SAID)
#define PREFIX     ALONE(OP_PREFIX)
#define NO_ROOM    ALONE(OP_NO_ROOM)
#define UNWRITABLE ALONE(OP_UNWRITABLE)
#define START      MONSTARTUP(0x1000, 0x2000)
#define LEFT       MCLEANUP, LOOK

static inline int64_t file_left(void)
{
    return last_event(EVENT_PROFILE, 0)->value;
}

/* What the file that was looked at last tells. */
static inline struct gmon_counts profile(void)
{
    const struct event *event = last_event(EVENT_PROFILE, 0);
    struct gmon_counts counts;

    assert_true(file_has_contents(event->value));
    assert_int_equal(event->size, sizeof counts);
    memcpy(&counts, event->bytes, sizeof counts);
    return counts;
}

static inline uint64_t ticks(void)
{
    struct gmon_counts counts = profile();
    uint64_t all = 0;

    for (uint64_t k = 0; k < counts.places; k++)
        all += counts.place[k].ticks;
    return all;
}

static inline void assert_arc(uint64_t from, uint64_t self, uint64_t calls)
{
    struct gmon_counts counts = profile();

    assert_int_equal(counts.arcs, 1);
    assert_int_equal(counts.arc[0].from, from);
    assert_int_equal(counts.arc[0].self, self);
    assert_int_equal(counts.arc[0].calls, calls);
}

static inline void assert_anything(void)
{
    assert_int_equal(outcome.events[outcome.count - 1].kind, EVENT_ANYTHING);
}

#endif
