/* SPDX-License-Identifier: MIT */
/*
 * Scripts for tests, and the model run on them.
 *
 *     run(DIALECT_AIX, CHOICES_ARE(UNIT_BYTE_OFFSET),
 *         SCRIPT(BUFFER(0, 8), PROFIL(0, 8, 0x1000, 0xffff),
 *                TICK(0x1001), OFF));
 *     assert_int_equal(counter(0, 1), 1);
 *
 * What the last run led to stays in `outcome` until the next.
 */
#ifndef REFERENCE_MODEL_TEST_H
#define REFERENCE_MODEL_TEST_H

#include "unit_test.h"

#include <string.h>

#include "behaviour_test.h"
#include "model.h"

#define SCRIPT(...)                                                            \
    ((const struct op[]){__VA_ARGS__}),                                        \
        sizeof((const struct op[]){__VA_ARGS__}) / sizeof(struct op)

#define IN_BUFFER(n)                                                           \
    {                                                                          \
        .kind = POINTER_GIVEN, .buffer = (n)                                   \
    }
#define BAD_POINTER                                                            \
    {                                                                          \
        .kind = POINTER_BAD                                                    \
    }
#define NULL_POINTER                                                           \
    {                                                                          \
        .kind = POINTER_NULL                                                   \
    }

#define BUFFER(n, bytes)                                                       \
    (struct op)                                                                \
    {                                                                          \
        .kind = OP_BUFFER, .buffer = (n), .size = (bytes)                      \
    }
#define FILLED(n, bytes, width, value)                                         \
    (struct op)                                                                \
    {                                                                          \
        .kind = OP_BUFFER, .buffer = (n), .size = (bytes),                     \
        .fill_width = (width), .fill = (value)                                 \
    }
#define SHARED(n, bytes)                                                       \
    (struct op)                                                                \
    {                                                                          \
        .kind = OP_BUFFER, .buffer = (n), .size = (bytes), .shared = true      \
    }

#define CALL_(...)                                                             \
    (struct op)                                                                \
    {                                                                          \
        .kind = OP_CALL, .call = { __VA_ARGS__ }                               \
    }
#define PROFIL_AT(pointer, bytes, from, by)                                    \
    CALL_(.kind = CALL_PROFIL, .region = {.base = pointer,                     \
                                          .size = (bytes),                     \
                                          .offset = (from),                    \
                                          .scale = (by)})
#define PROFIL(n, bytes, from, by) PROFIL_AT(IN_BUFFER(n), bytes, from, by)
#define OFF                        CALL_(.kind = CALL_PROFIL, .region = {.scale = 0})

#define REGION(n, bytes, from, by)                                             \
    {                                                                          \
        .base = IN_BUFFER(n), .size = (bytes), .offset = (from), .scale = (by) \
    }
/* elements and members; then how many */
#define LIST_(...)                                                             \
    .list_kind = POINTER_GIVEN,                                                \
    .list = (const struct region_arguments[]){__VA_ARGS__},                    \
    .listed = sizeof((const struct region_arguments[]){__VA_ARGS__}) /         \
              sizeof(struct region_arguments)
#define ELEMENT(n, bytes, low, above, by)                                      \
    {                                                                          \
        .base = IN_BUFFER(n), .size = (bytes), .offset = (low),                \
        .high = (above), .scale = (by)                                         \
    }
#define LIST(...) CALL_(.kind = CALL_PROFIL_LIST, LIST_(__VA_ARGS__))
#define LIST_OFF  CALL_(.kind = CALL_PROFIL_LIST, .list_kind = POINTER_GIVEN)
#define SPROFIL(n, set, ...)                                                   \
    CALL_(.kind = CALL_SPROFIL, .count = (n), .flags = (set),                  \
          LIST_(__VA_ARGS__))

#define MONITOR_(pointer, size_, low, above, functions)                        \
    CALL_(.kind = CALL_MONITOR,                                                \
          .region = {.base = pointer,                                          \
                     .size = (size_),                                          \
                     .offset = (low),                                          \
                     .high = (above)},                                         \
          .count = (functions))
#define MONITOR(n, shorts, low, above, functions)                              \
    MONITOR_(IN_BUFFER(n), shorts, low, above, functions)
#define MONITOR_LIST(low, functions, ...)                                      \
    CALL_(.kind = CALL_MONITOR_LIST, .region = {.offset = (low)},              \
          .count = (functions), LIST_(__VA_ARGS__))
#define MONITOR_STOP CALL_(.kind = CALL_MONITOR_STOP)
#define MONSTARTUP(low, above)                                                 \
    CALL_(.kind = CALL_MONSTARTUP, .region = {.offset = (low), .high = (above)})
#define MCLEANUP         CALL_(.kind = CALL_MCLEANUP)
#define MONCONTROL(mode) CALL_(.kind = CALL_MONCONTROL, .count = (mode))
#define FUNCTION(address, times)                                               \
    (struct op)                                                                \
    {                                                                          \
        .kind = OP_FUNCTIONS,                                                  \
        .ticks = (const struct tick[]){{(address), (times)}}, .tick_count = 1  \
    }
#define LOOK_AT_FILE                                                           \
    (struct op)                                                                \
    {                                                                          \
        .kind = OP_FILE                                                        \
    }
#define LOOK_AT_RATE                                                           \
    (struct op)                                                                \
    {                                                                          \
        .kind = OP_RATE                                                        \
    }
#define EXIT                                                                   \
    (struct op)                                                                \
    {                                                                          \
        .kind = OP_EXIT                                                        \
    }

#define TICK(at) TICKS(at, 1)
#define TICKS(at, times)                                                       \
    (struct op)                                                                \
    {                                                                          \
        .kind = OP_TICKS, .ticks = (const struct tick[]){{(at), (times)}},     \
        .tick_count = 1                                                        \
    }
#define FORK                                                                   \
    (struct op)                                                                \
    {                                                                          \
        .kind = OP_FORK                                                        \
    }
#define END                                                                    \
    (struct op)                                                                \
    {                                                                          \
        .kind = OP_END                                                         \
    }
#define EXEC                                                                   \
    (struct op)                                                                \
    {                                                                          \
        .kind = OP_EXEC                                                        \
    }
#define UNMAP(n)                                                               \
    (struct op)                                                                \
    {                                                                          \
        .kind = OP_UNMAP, .buffer = (n)                                        \
    }
#define REMAP(n)                                                               \
    (struct op)                                                                \
    {                                                                          \
        .kind = OP_REMAP, .buffer = (n)                                        \
    }
#define PROTECT(n)                                                             \
    (struct op)                                                                \
    {                                                                          \
        .kind = OP_PROTECT, .buffer = (n)                                      \
    }
#define SLEEP(at)                                                              \
    (struct op)                                                                \
    {                                                                          \
        .kind = OP_SLEEP, .pc = (at)                                           \
    }
#define SWEEP(n, bytes, from, to, by)                                          \
    (struct op)                                                                \
    {                                                                          \
        .kind = OP_SWEEP, .buffer = (n), .size = (bytes), .pc = (from),        \
        .end = (to), .step = (by)                                              \
    }
#define CALLER_SET                                                             \
    (struct op)                                                                \
    {                                                                          \
        .kind = OP_CALLER_SET                                                  \
    }
#define CALLER_CHECK                                                           \
    (struct op)                                                                \
    {                                                                          \
        .kind = OP_CALLER_CHECK                                                \
    }

static struct outcome outcome;
static struct choices choices;
static struct model model;

static uint32_t profil_max; /* of the machine that scripts run on */
static bool swapped;        /* its byte order */

/* Run a script under one behaviour. */
static inline void run(enum dialect dialect, const enum choice *made,
                       const struct op *ops, size_t count)
{
    static struct event events[64];
    static unsigned char arena[1 << 19];
    struct script script = {ops, count, 64, profil_max, swapped};

    choices = behave(dialect, made);
    outcome = (struct outcome){events, 0, sizeof events / sizeof events[0]};
    assert_true(model_event_limit(&script) <= outcome.capacity);
    assert_true(model_arena_size(&script) <= sizeof arena);
    assert_true(model_run(&model, &script, &choices, &outcome, arena,
                          model_arena_size(&script)));
    assert_false(choices.stuck);
    assert_false(choices.overflow);
}

/* The last event of that kind in that process, or NULL. */
static inline const struct event *last_event(enum event_kind kind,
                                             unsigned process)
{
    for (size_t i = outcome.count; i-- > 0;)
        if (outcome.events[i].kind == kind &&
            outcome.events[i].process == process)
            return &outcome.events[i];
    return NULL;
}

static inline const struct event *event_of_op(unsigned op)
{
    for (size_t i = 0; i < outcome.count; i++)
        if (outcome.events[i].op == op)
            return &outcome.events[i];
    fail_msg("operation %u left no event", op);
    return NULL;
}

/* What a process's buffer held in the end. */
static inline const struct event *buffer_of(unsigned process, unsigned n)
{
    for (size_t i = 0; i < outcome.count; i++)
        if (outcome.events[i].kind == EVENT_BUFFER &&
            outcome.events[i].process == process &&
            outcome.events[i].buffer == n)
            return &outcome.events[i];
    fail_msg("no buffer %u in process %u", n, process);
    return NULL;
}

static inline unsigned counter_in(unsigned process, unsigned n, int index)
{
    uint16_t value;

    memcpy(&value, buffer_of(process, n)->bytes + SCRIPT_ZONE + 2 * index, 2);
    return value;
}

static inline unsigned counter(unsigned n, int index)
{
    return counter_in(0, n, index);
}

static inline uint32_t wide_counter(unsigned n, int index)
{
    uint32_t value;

    memcpy(&value, buffer_of(0, n)->bytes + SCRIPT_ZONE + 4 * index, 4);
    return value;
}

/* The error that a call ended with; 0: it succeeded, and may leave any. */
static inline int error_of(const struct event *event)
{
    return event->error == ERROR_UNSEEN ? ERROR_NONE : event->error;
}

/* The call that is operation op returned value and left that errno. */
static inline void assert_returned(unsigned op, int64_t value, int error)
{
    const struct event *event = event_of_op(op);

    assert_int_equal(event->kind, EVENT_CALL);
    assert_int_equal(event->value, value);
    assert_int_equal(error_of(event), error);
}

static inline void assert_crashed_in(unsigned op)
{
    assert_int_equal(event_of_op(op)->kind, EVENT_CRASH);
}

/* Whether the last run asked a rule. */
static inline bool asked(enum rule rule)
{
    return rule_set_has(choices.asked, rule);
}

#endif
