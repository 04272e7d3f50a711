/* SPDX-License-Identifier: MIT */
/* Ticks, sweeps and times of ticks, which observe_test does not show. */
#include <stdint.h>

#include "execute_test.h"
#include "reference/computed.h"
#include "reference/unit_test.h"

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
    assert_int_equal(counter(&o, 1, 0), 1);
    assert_int_equal(counter(&o, 1, 1), 0);
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
    };
    struct observation o = SEE("", ops);

    assert_event(&o, 1, EVENT_SWEEP, 0, 2, SWEEP_FITS);
    assert_event(&o, 2, EVENT_SWEEP, 0, 3, SWEEP_OUTSIDE);
    assert_event(&o, 3, EVENT_SWEEP, 0, 4, SWEEP_FITS);
    for (unsigned k = 0; k < 8; k++)
        assert_int_equal(counter(&o, 4, k), 5);
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

    assert_int_equal(counter(&wide, 1, 0), 2);
    assert_int_equal(wide.delivered, DELIVERED_SIGRETURN);
    assert_int_equal(counter(&narrow, 1, 0), 2);
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
