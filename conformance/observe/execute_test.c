/* SPDX-License-Identifier: MIT */
/* Operations on processes and memory, which observe_test does not show. */
#include <stdint.h>

#include "execute_test.h"
#include "reference/unit_test.h"

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
    assert_int_equal(counter(&o, 2, 0), 1);
    assert_int_equal(counter(&o, 3, 0), 1);
    assert_int_equal(counter(&o, 5, 0), 1);
    assert_int_equal(counter(&o, 6, 0), 1);
    observation_free(&o);
}

/* ITIMER_PROF is not inherited: the first three ticks never come. */
TEST(a_child_without_a_clock_gets_no_ticks)
{
    struct observation o = SEE("", forked);

    assert_event(&o, 4, EVENT_CHILD, 1, 7, 0);
    assert_int_equal(counter(&o, 2, 0), 0);
    assert_int_equal(counter(&o, 3, 0), 1);
    assert_int_equal(counter(&o, 5, 0), 1);
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
    assert_int_equal(counter(&killed, 1, 0), 1);
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
    assert_int_equal(counter(&wall, 2, 2), 0); /* put back */
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

int main(int argc, char **argv)
{
    observe_after_exec(argc, argv);
    return RUN_TESTS(NULL, NULL);
}
