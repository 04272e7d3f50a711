/* SPDX-License-Identifier: MIT */
/* Operations on processes and memory, ticks, sweeps and times of ticks, which
 * observe_test does not show. */
#include <stdint.h>

#include "observe_test.h"
#include "reference/computed.h"

#define SEE(habit_wanted, ops)                                                 \
    see((habit_wanted), &(const struct test_case)CASE(ops))

static void assert_event(const struct observation *observation, size_t index,
                         int kind, int process, int op, int64_t value)
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

/* Buffer 1 is shared with the child, buffer 0 is not. */
static const struct op forked[] = {
    BUFFER(0, 16),
    {.kind = OP_BUFFER, .buffer = 1, .size = 16, .shared = true},
    PROFIL(0, 16, ONE_TO_ONE),
    DO(OP_FORK),
    TICKS(three_ticks),
    PROFIL(1, 16, ONE_TO_ONE),
    TICKS(three_ticks),
    DO(OP_END),
    TICKS(three_ticks),
};

TEST(a_child_reports_its_own_buffers_first)
{
    struct observation o = SEE("no-clock", forked);

    assert_int_equal(o.outcome.count, 7);
    assert_event(&o, 0, EVENT_CALL, 0, 2, 0);
    assert_event(&o, 1, EVENT_CALL, 1, 5, 0);
    assert_event(&o, 2, EVENT_BUFFER, 1, 7, 0);
    assert_event(&o, 3, EVENT_BUFFER, 1, 7, 0);
    assert_event(&o, 4, EVENT_CHILD, 1, 7, 0);
    assert_event(&o, 5, EVENT_BUFFER, 0, 9, 0);
    assert_event(&o, 6, EVENT_BUFFER, 0, 9, 0);
    assert_int_equal(counter(&o.outcome.events[2], 0), 1);
    assert_int_equal(counter(&o.outcome.events[3], 0), 1);
    assert_int_equal(counter(&o.outcome.events[5], 0), 1);
    assert_int_equal(counter(&o.outcome.events[6], 0), 1);
    observation_free(&o);
}

/* ITIMER_PROF is not inherited: the first three ticks never come. */
TEST(a_child_without_a_clock_gets_no_ticks)
{
    struct observation o = SEE("", forked);

    assert_event(&o, 4, EVENT_CHILD, 1, 7, 0);
    assert_int_equal(counter(&o.outcome.events[2], 0), 0);
    assert_int_equal(counter(&o.outcome.events[3], 0), 1);
    assert_int_equal(counter(&o.outcome.events[5], 0), 1);
    observation_free(&o);
}

TEST(a_child_may_die_alone)
{
    static const struct op ops[] = {BUFFER(0, 16), DO(OP_FORK),
                                    PROFIL(0, 16, ONE_TO_ONE), DO(OP_END),
                                    PROFIL(0, 16, 0)};
    static const char *const habits[] = {"crashes", "exits"};

    for (size_t k = 0; k < COUNT(habits); k++) {
        struct observation o = SEE(habits[k], ops);

        assert_int_equal(o.outcome.count, 4);
        assert_event(&o, 0, EVENT_CRASH, 1, 2, 0);
        assert_event(&o, 1, EVENT_CHILD, 1, 3, 1);
        assert_event(&o, 2, EVENT_CALL, 0, 4, 0);
        assert_event(&o, 3, EVENT_BUFFER, 0, 5, 0);
        observation_free(&o);
    }
}

TEST(exec_shows_a_clock_that_survives)
{
    static const struct op ops[] = {BUFFER(0, 16), PROFIL(0, 16, ONE_TO_ONE),
                                    TICKS(three_ticks), DO(OP_EXEC)};
    struct observation killed = SEE("", ops);
    struct observation lived = SEE("posix-clock", ops);

    assert_int_equal(killed.outcome.count, 3);
    assert_event(&killed, 1, EVENT_BUFFER, 0, 3, 0);
    assert_event(&killed, 2, EVENT_EXEC, 0, 3, EXEC_KILLED);
    assert_event(&lived, 2, EVENT_EXEC, 0, 3, EXEC_LIVED);
    assert_int_equal(counter(&killed.outcome.events[1], 0), 1);
    observation_free(&killed);
    observation_free(&lived);
}

TEST(a_child_may_exec)
{
    static const struct op ops[] = {BUFFER(0, 16), DO(OP_FORK), DO(OP_EXEC),
                                    DO(OP_END)};
    struct observation o = SEE("", ops);

    assert_int_equal(o.outcome.count, 4);
    assert_event(&o, 0, EVENT_BUFFER, 1, 2, 0);
    assert_event(&o, 1, EVENT_EXEC, 1, 2, EXEC_LIVED);
    assert_int_equal(o.outcome.events[2].kind, EVENT_CHILD);
    assert_event(&o, 3, EVENT_BUFFER, 0, 4, 0);
    observation_free(&o);
}

TEST(a_sleep_is_counted_by_a_clock_of_wall_time_only)
{
    static const struct op ops[] = {
        BUFFER(0, 16),
        PROFIL(0, 16, ONE_TO_ONE),
        {.kind = OP_SLEEP, .pc = TEXT_START + 4, .milliseconds = 100}};
    struct observation cpu = SEE("posix-clock", ops);
    struct observation wall = SEE("wall-clock", ops);

    assert_event(&cpu, 1, EVENT_SLEEP, 0, 2, 0);
    assert_event(&wall, 1, EVENT_SLEEP, 0, 2, 1);
    assert_int_equal(counter(&wall.outcome.events[2], 2), 0); /* put back */
    observation_free(&cpu);
    observation_free(&wall);
}

TEST(a_caller_gets_its_state_back_or_not)
{
    static const struct op ops[] = {DO(OP_CALLER_SET), BUFFER(0, 16),
                                    PROFIL(0, 16, ONE_TO_ONE), PROFIL(0, 16, 0),
                                    DO(OP_CALLER_CHECK)};
    static const struct op untouched[] = {DO(OP_CALLER_SET),
                                          DO(OP_CALLER_CHECK)};
    static const struct {
        const char *habit;
        int64_t value;
        const char *note;
    } rows[] = {
        {"", 0, ""},
        {"loses-timer", 1, "did not put ITIMER_PROF back"},
        {"posix-clock", 1, "left a POSIX timer"},
        {"leaves-handler", 1, "did not put SIGPROF's handler back"},
        {"interrupts", 1,
         "let a system call that a tick interrupted fail (EINTR)"},
        {"changes-errno", 2, "changed errno in a tick"},
        {"blocks-all", 2,
         "did not put the signal mask back; left SIGPROF blocked or pending"},
        {"closes-all", 2,
         "closed a descriptor: 0; closed a descriptor: 1; "
         "closed a descriptor: 2"},
    };
    struct observation o = SEE("", untouched);

    assert_event(&o, 0, EVENT_CALLER, 0, 1, 0);
    observation_free(&o);
    for (size_t k = 0; k < COUNT(rows); k++) {
        o = SEE(rows[k].habit, ops);
        assert_string_equal(o.note, rows[k].note);
        assert_event(&o, 2, EVENT_CALLER, 0, 4, rows[k].value);
        observation_free(&o);
    }
}

TEST(memory_comes_and_goes)
{
    static const struct op ops[] = {
        {.kind = OP_BUFFER, .size = 7, .fill_width = 4, .fill = 0x01020304},
        BUFFER(1, 16),
        BUFFER(2, 16),
        DO_BUFFER(OP_UNMAP, 1),
        DO_BUFFER(OP_UNMAP, 2),
        DO_BUFFER(OP_REMAP, 2),
        DO_BUFFER(OP_PROTECT, 2)};
    struct observation o = SEE("", ops);
    const struct event *events = o.outcome.events;
    const unsigned char *bytes = events[0].bytes + SCRIPT_ZONE;

    assert_int_equal(o.outcome.count, 3);
    assert_int_equal(bytes[0] + bytes[3], 5);
    assert_int_equal(bytes[4] + bytes[5] + bytes[6], 0);
    assert_int_equal(bytes[7], SCRIPT_CANARY);
    assert_null(events[1].bytes);
    assert_int_equal(events[2].bytes[SCRIPT_ZONE], 0);
    assert_int_equal(events[2].bytes[SCRIPT_ZONE - 1], SCRIPT_CANARY);
    observation_free(&o);
}

/* Ticks. */

TEST(a_tick_into_lost_memory_kills_who_does_not_expect_it)
{
    struct op ops[] = {BUFFER(0, 16), PROFIL(0, 16, ONE_TO_ONE),
                       DO_BUFFER(OP_UNMAP, 0), TICKS(three_ticks)};

    for (unsigned k = 0; k < 2; k++) {
        struct observation o = SEE("", ops);

        assert_int_equal(o.ended, ENDED_SIGNAL);
        assert_int_equal(o.status, SIGSEGV);
        assert_int_equal(o.op, 3);
        observation_free(&o);
        ops[2].kind = OP_PROTECT;
    }
}

/* A handler that puts itself out of service at a fault would be killed by
 * the next tick, were it sent. */
TEST(no_tick_comes_once_the_handler_is_gone)
{
    static const struct op ops[] = {
        BUFFER(0, 16), BUFFER(1, 16), PROFIL(0, 16, ONE_TO_ONE),
        DO_BUFFER(OP_PROTECT, 1), TICKS(three_ticks)};
    struct observation o = SEE("one-shot", ops);

    assert_int_equal(o.ended, ENDED_NORMALLY);
    assert_int_equal(counter(&o.outcome.events[1], 0), 1);
    assert_int_equal(counter(&o.outcome.events[1], 1), 0);
    observation_free(&o);
}

TEST(a_sweep_finds_the_counters_and_leaves_no_trace)
{
    static const struct op ops[] = {
        {.kind = OP_BUFFER, .size = 16, .fill_width = 2, .fill = 5},
        PROFIL(0, 16, ONE_TO_ONE),
        {.kind = OP_SWEEP,
         .size = 16,
         .pc = TEXT_START,
         .end = TEXT_START + 16,
         .step = 1},
        {.kind = OP_SWEEP,
         .size = 16,
         .pc = TEXT_START,
         .end = TEXT_START + 17,
         .step = 1},
        {.kind = OP_SWEEP,
         .size = 14,
         .at = 2,
         .pc = TEXT_START + 4,
         .end = TEXT_START + 16,
         .step = 2},
        {.kind = OP_SWEEP,
         .size = 16,
         .pc = TEXT_START + 16,
         .end = TEXT_START + 18,
         .step = 1},
    };
    struct observation o = SEE("", ops);

    assert_event(&o, 1, EVENT_SWEEP, 0, 2, SWEEP_FITS);
    assert_event(&o, 2, EVENT_SWEEP, 0, 3, SWEEP_OUTSIDE);
    assert_event(&o, 3, EVENT_SWEEP, 0, 4, SWEEP_FITS);
    assert_event(&o, 4, EVENT_SWEEP, 0, 5, SWEEP_NONE);
    for (unsigned k = 0; k < 8; k++)
        assert_int_equal(counter(&o.outcome.events[5], k), 5);
    observation_free(&o);
}

static const struct region_arguments whole = {.base = {.kind = POINTER_GIVEN},
                                              .size = 16,
                                              .offset = TEXT_START,
                                              .scale = ONE_TO_ONE};

TEST(the_time_of_a_tick_is_checked)
{
    static const struct op ops[] = {BUFFER(0, 16),
                                    {.kind = OP_CALL,
                                     .call = {.kind = CALL_SPROFIL,
                                              .list_kind = POINTER_GIVEN,
                                              .tvp = POINTER_GIVEN,
                                              .flags = FLAG_USHORT | FLAG_FAST,
                                              .count = 1,
                                              .list = &whole,
                                              .listed = 1}}};
    static const struct {
        const char *habit;
        uint8_t tick_time, fast;
    } rows[] = {
        {"", TIME_RIGHT, TIME_WRONG},
        {"posix-clock", TIME_RIGHT, TIME_WRONG},
        {"lies", TIME_WRONG, TIME_WRONG},
        {"leaves-tvp", TIME_UNSET, TIME_WRONG},
        {"no-clock", TIME_UNSEEN, TIME_UNSEEN},
        {"fast-clock", TIME_WRONG, TIME_RIGHT},
    };

    for (size_t k = 0; k < COUNT(rows); k++) {
        struct observation o = SEE(rows[k].habit, ops);

        assert_event(&o, 0, EVENT_CALL, 0, 1, 0);
        assert_int_equal(o.outcome.events[0].tick_time, rows[k].tick_time);
        assert_int_equal(o.outcome.events[0].fast, rows[k].fast);
        observation_free(&o);
    }
}

TEST(the_timer_of_the_caller_is_not_the_clock)
{
    static const struct op ops[] = {BUFFER(0, 16),
                                    DO(OP_CALLER_SET),
                                    {.kind = OP_CALL,
                                     .call = {.kind = CALL_SPROFIL,
                                              .list_kind = POINTER_GIVEN,
                                              .tvp = POINTER_GIVEN,
                                              .flags = FLAG_USHORT,
                                              .count = 1,
                                              .list = &whole,
                                              .listed = 1}}};
    struct observation o = SEE("no-clock", ops);

    assert_event(&o, 0, EVENT_CALL, 0, 2, 0);
    assert_int_equal(o.outcome.events[0].tick_time, TIME_UNSEEN);
    observation_free(&o);
}

TEST(ticks_reach_every_address)
{
    static const struct tick ticks[] = {
        {0, 1}, {UINT64_MAX, 1}, {UINT64_C(1) << 63, 2}};
    static const struct op ops[] = {
        BUFFER(0, 16),
        {.kind = OP_CALL,
         .call = {.region = {.base = {.kind = POINTER_GIVEN},
                             .size = 16,
                             .offset = UINT64_C(1) << 63,
                             .scale = ONE_TO_ONE}}},
        TICKS(ticks)};
    struct observation wide = SEE("", ops);
    struct observation narrow = SEE("small-mask", ops);

    assert_int_equal(counter(&wide.outcome.events[1], 0), 2);
    assert_int_equal(wide.delivered, DELIVERED_SIGRETURN);
    assert_int_equal(counter(&narrow.outcome.events[1], 0), 2);
    /* an emulated machine may hold the second signal back all the same */
    assert_int_equal(narrow.delivered & ~DELIVERED_NESTED, DELIVERED_SIGRETURN);
    observation_free(&wide);
    observation_free(&narrow);
}

int main(int argc, char **argv)
{
    observe_after_exec(argc, argv);
    return RUN_TESTS(NULL, NULL);
}
