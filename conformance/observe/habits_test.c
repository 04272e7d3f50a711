/* SPDX-License-Identifier: MIT */
/* What is observed of profils that have a habit each: habits.txt. */
#include <pthread.h>
#include <stdatomic.h>

#include "conformance/judge/golden_test.h"
#include "conformance/language/observed.h"
#include "hung.h"
#include "observe_test.h"

/* One that delivers its ticks itself and counts all in its first counter; of
 * its clock come so many each time that it is let go, or it refuses. */

static struct {
    uint16_t *counter; /* null: off */
    bool held;
} own;

static void own_count(uint32_t ticks)
{
    if (own.counter)
        *own.counter = (uint16_t)(*own.counter + ticks);
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
    if (has_habit("refuses")) {
        impl->refused = "the moon is in the wrong house";
        return ENOTSUP;
    }
    for (size_t i = 0; i < count; i++)
        own_count(ticks[i].count);
    return 0;
}

static void own_hold(struct impl *impl, bool held)
{
    (void)impl;
    if (own.held && !held)
        own_count((uint32_t)atoi(habit));
    own.held = held;
}

TEST_IMPL(own_class, .call = own_call, .deliver = own_deliver,
          .hold = own_hold);

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

static const struct {
    const char *name;
    const struct impl_class *impl;
    enum backend backend;
    bool first; /* what a first call shows, and no case */
} ways[] = {{"signal", &test_profil, BACKEND_SIGNAL, false},
            {"ptrace", &test_profil, BACKEND_PTRACE, false},
            {"clock", &test_profil, BACKEND_CLOCK, false},
            {"own", &own_class, BACKEND_SIGNAL, false},
            {"unknown", &unknown_class, BACKEND_CLOCK, false},
            {"held", &held_class, BACKEND_CLOCK, false},
            {"first", &test_profil, BACKEND_SIGNAL, true},
            {"first-own", &own_class, BACKEND_SIGNAL, true},
            {"first-unknown", &unknown_class, BACKEND_SIGNAL, true},
            {"first-unknown-clock", &unknown_class, BACKEND_CLOCK, true}};

static size_t way_of(const char *name)
{
    size_t k = 0;

    while (strcmp(ways[k].name, name) != 0)
        assert_in_range(++k, 1, COUNT(ways) - 1);
    return k;
}

static struct observe_options options_by(size_t way, const char *habit_)
{
    struct observe_options options = options_of(habit_);

    options.impl = ways[way].impl;
    options.backend = ways[way].backend;
    if (strstr(habit_, "hangs") || strstr(habit_, "stops"))
        options.timeout_ms = 2000;
    return options;
}

/* Whether it can be judged, and why not. */
static void print_first(struct observe_options *options, FILE *out)
{
    static const char *const names[] = {[SMOKE_READY] = "ready",
                                        [SMOKE_SILENT] = "silent: ",
                                        [SMOKE_USAGE] = "usage: ",
                                        [SMOKE_UNSUPPORTED] = "unsupported: "};
    char text[500];

    probe_capabilities(options);
    assert_in_range(options->learnt.smoke, 0, COUNT(names) - 1);
    snprintf(text, sizeof text, "%s%s", names[options->learnt.smoke],
             options->learnt.why);
    golden_words(text, out);
}

static void take(void *context, const char *text, size_t length)
{
    parsed_anew(context, text, length);
}

/* A line of each case.  No process is left of them; that a signal came nested
 * is not said, as it need not on a machine that is emulated. */
static void print_observed(const struct case_list *list,
                           const struct observe_options *options, FILE *out)
{
    enum { MOST = 8 };
    const struct test_case *cases[MOST];
    struct observation observations[MOST];

    assert_in_range(list->count, 1, MOST);
    for (size_t k = 0; k < list->count; k++)
        cases[k] = &list->cases[k];
    observe_batch(options, &(struct hung){0}, cases, list->count, observations);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    for (size_t k = 0; k < list->count; k++) {
        char *text;

        observations[k].delivered &= (uint8_t)~DELIVERED_NESTED;
        text = observed_text(&observations[k]);
        golden_words(text, out);
        free(text);
        observation_free(&observations[k]);
    }
}

/* ": WAY HABIT...": what is observed of a habit is said where it is not the
 * same as of the one before. */
static void put_row(void *context, const char *line, FILE *out)
{
    char words[200], *rest = words, *last = memory_text(""), *habit_;
    size_t way;

    if (*line == ':') {
        fprintf(out, "%s\n", line);
        snprintf(words, sizeof words, "%s", line + 2);
        way = way_of(strsep(&rest, " "));
        for (bool first = true; (habit_ = strsep(&rest, " ")); first = false) {
            struct observe_options options = options_by(way, habit_);
            struct memory_stream said;

            memory_stream(&said);
            if (ways[way].first)
                print_first(&options, said.out);
            else
                print_observed(context, &options, said.out);
            memory_stream_end(&said);
            if (strcmp(said.text, last) != 0)
                fprintf(out, "%s%s%s", first ? "" : habit_, first ? "" : ":\n",
                        said.text);
            free(last);
            last = said.text;
        }
    }
    free(last);
}

TEST(each_habit_shows_in_what_is_observed)
{
    struct case_list list = {0};

    golden_hold("conformance/observe/habits.txt", take, put_row, &list);
    case_list_free(&list);
}

/* By a real clock, what chance has a part in.  After off, the ticks of a clock
 * that is not seen would be waited for. */

#define TICKED "case ticked\n" ON TICKS

static struct observation see(const char *way, const char *habit_,
                              const char *text)
{
    const struct observe_options options = options_by(way_of(way), habit_);

    return see_by(&options, case_of(text));
}

static void assert_disturbed(struct observation o)
{
    assert_int_equal(o.ended, ENDED_NORMALLY);
    assert_true(o.disturbed);
    observation_free(&o);
}

static void assert_shows(struct observation o, const char *expected)
{
    char *text = observed_text(&o);

    assert_string_equal(text, expected);
    free(text);
    observation_free(&o);
}

/* On a machine so busy that two ticks came for one, it is reported. */
TEST(an_unknown_clock_is_as_good)
{
    static const char *const clocks[] = {"unknown", "held"};

    for (size_t k = 0; k < COUNT(clocks); k++) {
        struct observation o = see(clocks[k], "", TICKED);

        if (o.disturbed)
            assert_disturbed(o);
        else
            assert_shows(o, "1 call 0; 3 buffer 0 64 [ 1 2 0 3 0*28 ]; ended "
                            "normally at 3; delivered clock");
    }
}

/* Two for one; one that sets the clock; and those that come between, while the
 * harness fills large buffers. */
TEST(ticks_that_were_not_waited_for_disturb)
{
    assert_disturbed(see("unknown", "counts-two", TICKED));
    assert_disturbed(see("clock", "rearms", ORDINARY));
    assert_disturbed(
        see("unknown", "counts-all",
            "case large\nbuffer b 2097152\n" ON
            "buffer c 2097152\nbuffer d 2097152\nbuffer e 2097152\n"
            "buffer f 2097152\nbuffer g 2097152\nbuffer h 2097152\n"));
}

/* 100 ticks of 10 ms do not fit in the time that a case has without them. */
TEST(a_case_has_time_for_its_ticks)
{
    struct observe_options options = options_by(way_of("clock"), "");

    options.timeout_ms = 500;
    assert_shows(
        see_by(&options, case_of("case many\n" ON "tick 0x10000000 x100\n")),
        "1 call 0; 3 buffer 0 64 [ 100 0*31 ]; ended normally at 3; "
        "delivered clock");
}

int main(int argc, char **argv)
{
    observe_after_exec(argc, argv);
    golden_writes = argc == 2 && strcmp(argv[1], "write") == 0;
    return ARCH_DELIVERS ? RUN_TESTS(NULL, NULL) : 0;
}
