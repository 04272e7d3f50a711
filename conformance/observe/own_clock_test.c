/* SPDX-License-Identifier: MIT */
/* Implementations that have a clock and a delivery of their own. */
#include <stdlib.h>

#include <errno.h>
#include <string.h>

#include "observe_test.h"

/* One that counts all in its first counter, and so many ticks of its clock
 * each time that it is let go. */
static int ticks_of_clock;
static int refusal; /* what deliver returns */

static struct {
    struct impl impl;
    uint16_t *counter; /* null: off */
    bool held;
} own;

static unsigned own_capabilities(const struct impl *impl)
{
    (void)impl;
    return IMPL_CAN_PROFIL;
}

static void own_call(struct impl *impl, const struct impl_call *call,
                     struct impl_result *result)
{
    (void)impl;
    if (!own.held)
        abort();
    own.counter = call->region.scale ? call->region.base : NULL;
    result->has_value = true;
}

static int own_deliver(struct impl *impl, const struct impl_tick *ticks,
                       size_t count)
{
    impl->refused = refusal ? "the moon is in the wrong house" : NULL;
    for (size_t i = 0; !refusal && own.counter && i < count; i++)
        *own.counter = (uint16_t)(*own.counter + ticks[i].count);
    return refusal;
}

static void own_hold(struct impl *impl, bool held)
{
    (void)impl;
    if (own.held && !held && own.counter)
        *own.counter = (uint16_t)(*own.counter + ticks_of_clock);
    own.held = held;
}

static void own_close(struct impl *impl)
{
    (void)impl;
}

static struct impl *own_open(const struct impl_options *options, char *why,
                             size_t why_size);

static const struct impl_class own_class = {
    .name = "own",
    .open = own_open,
    .capabilities = own_capabilities,
    .call = own_call,
    .deliver = own_deliver,
    .hold = own_hold,
    .close = own_close,
};

static struct impl *own_open(const struct impl_options *options, char *why,
                             size_t why_size)
{
    (void)options, (void)why, (void)why_size;
    own.impl.class = &own_class;
    return &own.impl;
}

static const struct observe_options options = {
    .impl = &own_class, .open = {.dialect = "freebsd"}, .timeout_ms = 20000};

static const struct op ticked_ops[] = {BUFFER(0, 16), PROFIL(0, 16, ONE_TO_ONE),
                                       TICKS(three_ticks)};

static const struct op slept_ops[] = {
    BUFFER(0, 16),
    PROFIL(0, 16, ONE_TO_ONE),
    {.kind = OP_SLEEP, .pc = TEXT_START + 2, .milliseconds = 100}};

static const struct test_case ticked = CASE(ticked_ops),
                              slept = CASE(slept_ops);

TEST(its_ticks_are_delivered_by_itself)
{
    struct observation o = see_by(&options, &ticked);

    assert_int_equal(o.ended, ENDED_NORMALLY);
    assert_int_equal(o.delivered, DELIVERED_OWN);
    assert_int_equal(o.outcome.count, 2);
    assert_int_equal(counter(&o.outcome.events[1], 0), 6);
    observation_free(&o);
}

TEST(many_ticks_in_a_row_are_all_delivered)
{
    static struct tick many[1000];
    const struct op ops[] = {BUFFER(0, 16), PROFIL(0, 16, ONE_TO_ONE),
                             TICKS(many)};
    const struct test_case c = CASE(ops);
    struct observation o;

    for (size_t i = 0; i < COUNT(many); i++)
        many[i] = (struct tick){TEXT_START, 3};
    o = see_by(&options, &c);
    assert_int_equal(o.outcome.count, 2);
    assert_int_equal(counter(&o.outcome.events[1], 0), 3000);
    observation_free(&o);
}

TEST(what_it_cannot_deliver_is_unsupported_with_its_reason)
{
    struct observation o;

    refusal = ENOTSUP;
    o = see_by(&options, &ticked);
    refusal = 0;
    assert_int_equal(o.ended, ENDED_UNSUPPORTED);
    assert_string_equal(o.note, "the moon is in the wrong house");
    observation_free(&o);
}

static int64_t sleep_value(const struct observation *o)
{
    assert_int_equal(o->ended, ENDED_NORMALLY);
    assert_int_equal(o->outcome.count, 3);
    assert_int_equal(o->outcome.events[1].kind, EVENT_SLEEP);
    return o->outcome.events[1].value;
}

TEST(a_clock_that_ticks_in_a_sleep_is_seen)
{
    struct observation o;

    ticks_of_clock = 10;
    o = see_by(&options, &slept);
    assert_int_equal(sleep_value(&o), 1);
    assert_false(o.disturbed);
    observation_free(&o);
    ticks_of_clock = 0;
    o = see_by(&options, &slept);
    assert_int_equal(sleep_value(&o), 0);
    assert_false(o.disturbed);
    observation_free(&o);
}

/* Before or after the sleep, a clock of CPU time may. */
TEST(a_single_tick_about_a_sleep_shows_nothing)
{
    struct observation o;

    ticks_of_clock = 1;
    o = see_by(&options, &slept);
    ticks_of_clock = 0;
    assert_int_equal(sleep_value(&o), 0);
    assert_true(o.disturbed);
    observation_free(&o);
}

TEST(it_can_be_judged_if_it_can_deliver)
{
    struct observe_options asked = options;

    learn(&asked);
    assert_int_equal(asked.learnt.smoke, SMOKE_READY);
    refusal = EACCES;
    learn(&asked);
    refusal = 0;
    assert_int_equal(asked.learnt.smoke, SMOKE_UNSUPPORTED);
    assert_string_equal(asked.learnt.why, "the moon is in the wrong house");
}

TESTS(NULL, NULL)
