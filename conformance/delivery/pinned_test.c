/* SPDX-License-Identifier: MIT */
/* Ticks of clocks that are seen, held or unknown. */
#include <stdlib.h>

#include "pinned.h"
#include "profil_test.h"
#include "reference/unit_test.h"
#include "script_test.h"

static const struct op ordinary[] = {BUFFER(0, 64), PROFIL(0, 64, ONE_TO_ONE),
                                     TICKS(three_ticks), PROFIL(0, 64, 0),
                                     TICKS(three_ticks)};
static const struct test_case ordinary_case = CASE(ordinary);

/* After off, the ticks of a clock that is not seen would be waited for. */
static const struct test_case on_case = {.slug = "by-hand",
                                         .script = {ordinary, 3, 64, 0, false}};

static struct observation see_with(const struct impl_class *impl,
                                   const char *habit_wanted,
                                   const struct test_case *c,
                                   unsigned timeout_ms)
{
    const struct observe_options options = {
        .impl = impl,
        .open = {.path = habit_wanted, .dialect = "freebsd"},
        .timeout_ms = timeout_ms,
        .backend = BACKEND_CLOCK};
    struct observation observation;

    observe(&options, c, &observation);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    return observation;
}

static void assert_counters(const struct observation *o, const char *what,
                            const unsigned expected[4], bool disturbed)
{
    const struct event *last = &o->outcome.events[o->outcome.count - 1];
    uint16_t counters[4];

    if (o->ended != ENDED_NORMALLY || last->kind != EVENT_BUFFER)
        fail_msg("%s: ended with %d: %s", what, o->ended, o->note);
    memcpy(counters, last->bytes + SCRIPT_ZONE, sizeof counters);
    for (unsigned k = 0; k < 4; k++)
        if (counters[k] != expected[k])
            fail_msg("%s: counter %u is %u, not %u; disturbed: %d", what, k,
                     counters[k], expected[k], o->disturbed);
    if (o->disturbed != disturbed)
        fail_msg("%s: disturbed is %d", what, o->disturbed);
}

TEST(a_clock_that_is_seen_ticks_once_for_each)
{
    static const char *const habits[] = {
        "",           "posix-clock",  "wall-clock",
        "fast-clock", "small-mask",   "closes-all",
        "blocks-all", "leaves-child", "leaves-handler"};

    for (size_t k = 0; k < COUNT(habits); k++) {
        struct observation o =
            see_with(&test_profil, habits[k], &ordinary_case, 20000);

        assert_counters(&o, habits[k], (unsigned[]){1, 2, 0, 3}, false);
        assert_int_equal(o.delivered, DELIVERED_CLOCK);
        observation_free(&o);
    }
}

TEST(a_tick_that_sets_the_clock_disturbs)
{
    struct observation o =
        see_with(&test_profil, "rearms", &ordinary_case, 20000);

    assert_true(o.disturbed);
    observation_free(&o);
}

TEST(a_tick_that_crashes_or_hangs_costs_the_case)
{
    struct observation o =
        see_with(&test_profil, "tick-crashes", &ordinary_case, 20000);

    assert_int_equal(o.ended, ENDED_SIGNAL);
    assert_int_equal(o.status, SIGSEGV);
    assert_int_equal(o.op, 2);
    observation_free(&o);
}

/* Implementations that nothing is known of: on ITIMER_VIRTUAL, which counts
 * the time of the program itself; one that counts all, the harness's time
 * too, on a fast clock of real time, which it can't escape. */
static struct {
    struct impl impl;
    const char *habit;
    struct impl_region region;
    bool on, held;
} unknown;

static bool does(const char *habit_wanted)
{
    return strcmp(unknown.habit, habit_wanted) == 0;
}

static void set_unknown_clock(void)
{
    bool runs = unknown.on && !unknown.held && !does("stands-still");
    suseconds_t us = !runs ? 0 : does("counts-all") ? 1000 : 20000;
    const struct itimerval period = {{0, us}, {0, us}};

    setitimer(does("counts-all") ? ITIMER_REAL : ITIMER_VIRTUAL, &period, NULL);
}

static void count_unknown(int number, siginfo_t *info, void *pointer)
{
    uint64_t pc = arch_pc((ucontext_t *)pointer);
    uint64_t bin = (pc - unknown.region.offset) / 2;

    (void)number;
    (void)info;
    if (does("counts-all"))
        bin = 0;
    if (pc >= unknown.region.offset && bin < unknown.region.size / 2)
        ((volatile uint16_t *)unknown.region.base)[bin] +=
            does("counts-two") ? 2 : 1;
}

static void call_unknown(struct impl *impl, const struct impl_call *call,
                         struct impl_result *result)
{
    struct sigaction action = {.sa_sigaction = count_unknown,
                               .sa_flags = SA_SIGINFO | SA_RESTART};

    (void)impl;
    sigaction(does("counts-all") ? SIGALRM : SIGVTALRM, &action, NULL);
    unknown.region = call->region;
    unknown.on = call->region.scale != 0;
    set_unknown_clock();
    result->has_value = true;
}

static void hold_unknown(struct impl *impl, bool held)
{
    (void)impl;
    unknown.held = held;
    set_unknown_clock();
}

static struct impl *open_unknown(const struct impl_options *options, char *why,
                                 size_t why_size);

#define UNKNOWN                                                                \
    .name = "unknown", .open = open_unknown,                                   \
    .capabilities = test_capabilities, .call = call_unknown,                   \
    .close = test_close

static const struct impl_class unknown_class = {UNKNOWN};
static const struct impl_class held_class = {UNKNOWN, .hold = hold_unknown};

static const struct impl_class *opened;

static struct impl *open_unknown(const struct impl_options *options, char *why,
                                 size_t why_size)
{
    (void)why, (void)why_size;
    unknown.impl.class = opened;
    unknown.habit = options->path;
    return &unknown.impl;
}

static struct observation see_unknown(const struct impl_class *class,
                                      const char *habit_wanted,
                                      const struct test_case *c)
{
    opened = class;
    return see_with(class, habit_wanted, c, 20000);
}

TEST(an_unknown_clock_is_as_good)
{
    struct observation o = see_unknown(&unknown_class, "", &on_case);

    /* On a machine so busy that two ticks came for one, it was told. */
    if (!o.disturbed)
        assert_counters(&o, "unknown", (unsigned[]){1, 2, 0, 3}, false);
    assert_int_equal(o.delivered, DELIVERED_CLOCK);
    observation_free(&o);
    o = see_unknown(&held_class, "", &on_case);
    if (!o.disturbed)
        assert_counters(&o, "held", (unsigned[]){1, 2, 0, 3}, false);
    observation_free(&o);
}

TEST(a_clock_that_stands_still_counts_nothing)
{
    static const struct tick one[] = {{TEXT_START, 1}};
    static const struct op ops[] = {BUFFER(0, 64), PROFIL(0, 64, ONE_TO_ONE),
                                    TICKS(one)};
    static const struct test_case c = CASE(ops);
    struct observation o = see_unknown(&unknown_class, "stands-still", &c);

    assert_counters(&o, "unknown", (unsigned[]){0, 0, 0, 0}, false);
    observation_free(&o);
    o = see_unknown(&held_class, "stands-still", &c);
    assert_counters(&o, "held", (unsigned[]){0, 0, 0, 0}, false);
    observation_free(&o);
}

TEST(two_for_one_are_not_accepted)
{
    struct observation o = see_unknown(&unknown_class, "counts-two", &on_case);

    assert_true(o.disturbed);
    observation_free(&o);
}

/* While the harness fills large buffers. */
TEST(ticks_between_are_told)
{
    static const struct op ops[] = {
        BUFFER(0, 64),      BUFFER(1, 1 << 24), PROFIL(0, 64, ONE_TO_ONE),
        BUFFER(2, 1 << 24), BUFFER(3, 1 << 24), BUFFER(4, 1 << 24),
        BUFFER(5, 1 << 24), BUFFER(6, 1 << 24), BUFFER(7, 1 << 24)};
    static const struct test_case c = CASE(ops);
    struct observation o = see_unknown(&unknown_class, "counts-all", &c);

    assert_int_equal(o.ended, ENDED_NORMALLY);
    assert_true(o.disturbed);
    observation_free(&o);
}

TEST(a_child_is_waited_for_too)
{
    static const struct tick one[] = {{TEXT_START + 2, 1}};
    static const struct op ops[] = {BUFFER(0, 64), PROFIL(0, 64, ONE_TO_ONE),
                                    DO(OP_FORK),   PROFIL(0, 64, ONE_TO_ONE),
                                    TICKS(one),    DO(OP_END),
                                    TICKS(one)};
    static const struct test_case c = CASE(ops);
    struct observation o = see_with(&test_profil, "", &c, 20000);

    assert_counters(&o, "parent", (unsigned[]){0, 1, 0, 0}, false);
    observation_free(&o);
}

TEST(a_case_of_many_ticks_is_unsupported)
{
    static const struct tick most[] = {{TEXT_START, PINNED_MOST}};
    static const struct op ops[] = {BUFFER(0, 64),
                                    TICKS(most),
                                    {.kind = OP_SWEEP,
                                     .size = 64,
                                     .pc = TEXT_START,
                                     .end = TEXT_START + 1,
                                     .step = 2}};
    static const struct script few = {ops, 2, 64, 0, false};
    static const struct test_case c = CASE(ops);
    struct observation o = see_with(&test_profil, "", &c, 20000);

    assert_int_equal(pinned_count(&few), PINNED_MOST);
    assert_int_equal(o.ended, ENDED_UNSUPPORTED);
    assert_string_equal(o.note, "257 ticks take a real clock too long; it is "
                                "waited for 256 in a case");
    observation_free(&o);
}

TEST(a_pc_where_none_can_wait_is_unsupported)
{
    static const struct tick one[] = {{0xfff, 1}};
    static const struct op ops[] = {BUFFER(0, 64), PROFIL(0, 64, ONE_TO_ONE),
                                    TICKS(one)};
    static const struct test_case c = CASE(ops);
    struct observation o = see_with(&test_profil, "", &c, 20000);

    assert_int_equal(o.ended, ENDED_UNSUPPORTED);
    assert_non_null(strstr(o.note, "no thread can wait at 0xfff: its page"));
    observation_free(&o);
}

/* 100 ticks of 10 ms do not fit in the time that a case has without them. */
TEST(a_case_has_time_for_its_ticks)
{
    static const struct tick many[] = {{TEXT_START, 100}};
    static const struct op ops[] = {BUFFER(0, 64), PROFIL(0, 64, ONE_TO_ONE),
                                    TICKS(many)};
    static const struct test_case c = CASE(ops);
    struct observation o = see_with(&test_profil, "", &c, 500);

    assert_counters(&o, "many", (unsigned[]){100, 0, 0, 0}, false);
    observation_free(&o);
}

/* With no clock that is seen, an own one is waited for. */
TEST(ticks_by_means_of_its_own_are_told_from_none)
{
    static const struct {
        const struct impl_class *impl;
        const char *habit;
        enum backend backend;
        enum smoke found;
        const char *word;
    } rows[] = {
        {&unknown_class, "", BACKEND_SIGNAL, SMOKE_UNSUPPORTED,
         "--backend clock"},
        {&unknown_class, "", BACKEND_CLOCK, SMOKE_READY, ""},
        {&unknown_class, "stands-still", BACKEND_SIGNAL, SMOKE_SILENT,
         "no handler"},
        {&unknown_class, "stands-still", BACKEND_CLOCK, SMOKE_SILENT,
         "no handler"},
        {&test_profil, "no-clock", BACKEND_SIGNAL, SMOKE_SILENT,
         "no timer was armed"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct observe_options options = {
            .impl = rows[k].impl,
            .open = {.path = rows[k].habit, .dialect = "freebsd"},
            .timeout_ms = 20000,
            .backend = rows[k].backend};

        opened = &unknown_class;
        observe_learn(&options);
        assert_int_equal(options.learnt.smoke, rows[k].found);
        assert_non_null(strstr(options.learnt.why, rows[k].word));
    }
}

static int need_delivery(void **state)
{
    (void)state;
    return !ARCH_DELIVERS;
}

TESTS(need_delivery, NULL)
