/* SPDX-License-Identifier: MIT */
/* Ticks of clocks that are seen, held or unknown. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "observe_test.h"
#include "pinned.h"

/* After off, the ticks of a clock that is not seen would be waited for. */
static const struct test_case on_case = {.slug = "by-hand",
                                         .script = {ordinary, 3, 64, 0, false}};

/* What is on while those ticks come: a case of its own each time. */
static const struct test_case *ticking(uint64_t pc, uint64_t count)
{
    static struct tick tick[1];
    static const struct op ops[] = {BUFFER(0, 64), PROFIL(0, 64, ONE_TO_ONE),
                                    TICKS(tick)};
    static const struct test_case c = CASE(ops);

    tick[0] = (struct tick){pc, count};
    return &c;
}

static void assert_seen(struct observation o, const char *what,
                        const unsigned expected[4])
{
    assert_counters(&o, what, expected);
    if (o.disturbed)
        fail_msg("%s: disturbed", what);
    assert_int_equal(o.delivered, DELIVERED_CLOCK);
    observation_free(&o);
}

static void assert_disturbed(struct observation o)
{
    assert_int_equal(o.ended, ENDED_NORMALLY);
    assert_true(o.disturbed);
    observation_free(&o);
}

TEST(a_clock_that_is_seen_ticks_once_for_each)
{
    static const char *const habits[] = {
        "",           "posix-clock",  "wall-clock",
        "fast-clock", "small-mask",   "closes-all",
        "blocks-all", "leaves-child", "leaves-handler"};

    for (size_t k = 0; k < COUNT(habits); k++)
        assert_seen(see(habits[k], &ordinary_case), habits[k],
                    (unsigned[]){1, 2, 0, 3});
}

TEST(a_tick_that_sets_the_clock_disturbs)
{
    assert_disturbed(see("rearms", &ordinary_case));
}

TEST(a_tick_that_crashes_or_hangs_costs_the_case)
{
    assert_death("tick-crashes", ENDED_SIGNAL, SIGSEGV, ORDINARY_TICK);
}

/* Implementations that nothing is known of: on ITIMER_VIRTUAL, which counts
 * the time of the program itself; one that counts all, the harness's time
 * too, by a thread of its own. */
static struct {
    struct impl impl;
    const char *habit;
    struct impl_region region;
    atomic_bool on;
    bool held;
    pthread_t sampler;
} unknown;

static bool does(const char *habit_wanted)
{
    return strcmp(unknown.habit, habit_wanted) == 0;
}

static void set_unknown_clock(void)
{
    bool runs = unknown.on && !unknown.held && !does("stands-still");
    suseconds_t us = runs ? 20000 : 0;
    const struct itimerval again = {{0, us}, {0, us}};

    setitimer(ITIMER_VIRTUAL, &again, NULL);
}

static void *sample(void *argument)
{
    static const struct timespec nap = {0, 50000};

    (void)argument;
    while (unknown.on) {
        ++*(volatile uint16_t *)unknown.region.base;
        nanosleep(&nap, NULL);
    }
    return NULL;
}

static void count_unknown(int number, siginfo_t *info, void *pointer)
{
    uint64_t pc = arch_pc((ucontext_t *)pointer);
    uint64_t bin = (pc - unknown.region.offset) / 2;

    (void)number;
    (void)info;
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
    sigaction(SIGVTALRM, &action, NULL);
    unknown.region = call->region;
    unknown.on = call->region.scale != 0;
    if (!does("counts-all"))
        set_unknown_clock();
    else if (unknown.on)
        pthread_create(&unknown.sampler, NULL, sample, NULL);
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
    struct observe_options options = options_of(habit_wanted);

    options.impl = opened = class;
    return see_by(&options, c);
}

TEST(an_unknown_clock_is_as_good)
{
    static const struct impl_class *const classes[] = {&unknown_class,
                                                       &held_class};

    for (size_t k = 0; k < COUNT(classes); k++) {
        struct observation o = see_unknown(classes[k], "", &on_case);

        /* On a machine so busy that two ticks came for one, it was reported. */
        if (o.disturbed)
            assert_disturbed(o);
        else
            assert_seen(o, "unknown", (unsigned[]){1, 2, 0, 3});
    }
}

TEST(a_clock_that_stands_still_counts_nothing)
{
    static const struct impl_class *const classes[] = {&unknown_class,
                                                       &held_class};

    for (size_t k = 0; k < COUNT(classes); k++) {
        struct observation o =
            see_unknown(classes[k], "stands-still", ticking(TEXT_START, 1));

        assert_counters(&o, "stands still", (unsigned[]){0, 0, 0, 0});
        assert_false(o.disturbed);
        observation_free(&o);
    }
}

TEST(two_for_one_are_not_accepted)
{
    assert_disturbed(see_unknown(&unknown_class, "counts-two", &on_case));
}

/* While the harness fills large buffers. */
TEST(ticks_between_are_reported)
{
    static const struct op ops[] = {
        BUFFER(0, 64),      BUFFER(1, 1 << 21), PROFIL(0, 64, ONE_TO_ONE),
        BUFFER(2, 1 << 21), BUFFER(3, 1 << 21), BUFFER(4, 1 << 21),
        BUFFER(5, 1 << 21), BUFFER(6, 1 << 21), BUFFER(7, 1 << 21)};
    static const struct test_case c = CASE(ops);

    assert_disturbed(see_unknown(&unknown_class, "counts-all", &c));
}

TEST(a_child_is_waited_for_too)
{
    static const struct tick one[] = {{TEXT_START + 2, 1}};
    static const struct op ops[] = {BUFFER(0, 64), PROFIL(0, 64, ONE_TO_ONE),
                                    DO(OP_FORK),   PROFIL(0, 64, ONE_TO_ONE),
                                    TICKS(one),    DO(OP_END),
                                    TICKS(one)};
    static const struct test_case c = CASE(ops);

    assert_seen(see("", &c), "parent", (unsigned[]){0, 1, 0, 0});
}

static void assert_unsupported(const struct test_case *c, const char *words)
{
    struct observation o = see("", c);

    assert_int_equal(o.ended, ENDED_UNSUPPORTED);
    assert_non_null(strstr(o.note, words));
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

    assert_int_equal(pinned_count(&few), PINNED_MOST);
    assert_unsupported(&c, "a real clock takes too long for 257 ticks; a "
                           "case waits for at most 256");
}

TEST(a_pc_where_none_can_wait_is_unsupported)
{
    assert_unsupported(ticking(0xfff, 1),
                       "no thread can wait at 0xfff: its page");
}

/* 100 ticks of 10 ms do not fit in the time that a case has without them. */
TEST(a_case_has_time_for_its_ticks)
{
    struct observe_options options = options_of("");

    options.timeout_ms = 500;
    assert_seen(see_by(&options, ticking(TEXT_START, 100)), "many",
                (unsigned[]){100, 0, 0, 0});
}

/* With no clock that is seen, an own one is waited for. */
TEST(ticks_by_means_of_its_own_are_distinguished_from_none)
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
        struct observe_options options = options_of(rows[k].habit);

        options.impl = rows[k].impl;
        options.backend = rows[k].backend;
        opened = &unknown_class;
        learn(&options);
        assert_int_equal(options.learnt.smoke, rows[k].found);
        assert_non_null(strstr(options.learnt.why, rows[k].word));
    }
}

static int need_delivery(void **state)
{
    (void)state;
    test_backend = BACKEND_CLOCK;
    return !ARCH_DELIVERS;
}

TESTS(need_delivery, NULL)
