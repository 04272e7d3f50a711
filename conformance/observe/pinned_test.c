/* SPDX-License-Identifier: MIT */
/* Ticks of clocks that are seen, held or unknown. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "conformance/language/observed.h"
#include "observe_test.h"
#include "pinned.h"

/* After off, the ticks of a clock that is not seen would be waited for. */
#define TICKED "case ticked\n" ON TICKS
#define SHOWN  "1 call 0; 3 buffer 0 64 [ 1 2 0 3 0*28 ]; ended normally at 3; "

static struct observe_options options_by(const struct impl_class *impl,
                                         const char *habit_wanted)
{
    struct observe_options options = options_of(habit_wanted);

    options.impl = impl;
    options.backend = BACKEND_CLOCK;
    return options;
}

static void assert_shows(struct observation o, const char *expected)
{
    char *text = observed_text(&o);

    assert_string_equal(text, expected);
    free(text);
    observation_free(&o);
}

static void assert_disturbed(struct observation o)
{
    assert_int_equal(o.ended, ENDED_NORMALLY);
    assert_true(o.disturbed);
    observation_free(&o);
}

TEST(a_tick_that_sets_the_clock_disturbs)
{
    const struct observe_options options = options_by(&test_profil, "rearms");

    assert_disturbed(see_by(&options, case_of(ORDINARY)));
}

/* Implementations that nothing is known of: on ITIMER_VIRTUAL, which counts
 * the time of the program itself; one that counts all, the harness's time
 * too, by a thread of its own. */
static struct {
    struct impl_region region;
    atomic_bool on;
    bool held;
    pthread_t sampler;
} unknown;

static void set_unknown_clock(void)
{
    bool runs = unknown.on && !unknown.held && !has_habit("stands-still");
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
            has_habit("counts-two") ? 2 : 1;
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
    if (!has_habit("counts-all"))
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

TEST_IMPL(unknown_class, .call = call_unknown);
TEST_IMPL(held_class, .call = call_unknown, .hold = hold_unknown);

static struct observation see_unknown(const struct impl_class *class,
                                      const char *habit_wanted,
                                      const char *text)
{
    const struct observe_options options = options_by(class, habit_wanted);

    return see_by(&options, case_of(text));
}

/* On a machine so busy that two ticks came for one, it is reported. */
TEST(an_unknown_clock_is_as_good)
{
    static const struct impl_class *const classes[] = {&unknown_class,
                                                       &held_class};

    for (size_t k = 0; k < COUNT(classes); k++) {
        struct observation o = see_unknown(classes[k], "", TICKED);

        if (o.disturbed)
            assert_disturbed(o);
        else
            assert_shows(o, SHOWN "delivered clock");
        assert_shows(see_unknown(classes[k], "stands-still",
                                 "case one\n" ON "tick 0x10000000\n"),
                     "1 call 0; 3 buffer 0 64 [ 0*32 ]; ended normally at 3; "
                     "delivered clock");
    }
}

TEST(two_for_one_are_not_accepted)
{
    assert_disturbed(see_unknown(&unknown_class, "counts-two", TICKED));
}

/* While the harness fills large buffers. */
TEST(ticks_between_are_reported)
{
    assert_disturbed(
        see_unknown(&unknown_class, "counts-all",
                    "case large\nbuffer b 2097152\n" ON
                    "buffer c 2097152\nbuffer d 2097152\nbuffer e 2097152\n"
                    "buffer f 2097152\nbuffer g 2097152\nbuffer h 2097152\n"));
}

/* 100 ticks of 10 ms do not fit in the time that a case has without them. */
TEST(a_case_has_time_for_its_ticks)
{
    struct observe_options options = options_by(&test_profil, "");

    options.timeout_ms = 500;
    assert_shows(
        see_by(&options, case_of("case many\n" ON "tick 0x10000000 x100\n")),
        "1 call 0; 3 buffer 0 64 [ 100 0*31 ]; ended normally at 3; "
        "delivered clock");
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

    for (size_t k = 0; k < COUNT(rows); k++) {
        struct observe_options options =
            options_by(rows[k].impl, rows[k].habit);

        options.backend = rows[k].backend;
        probe_capabilities(&options);
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
