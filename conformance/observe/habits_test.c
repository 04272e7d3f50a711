/* SPDX-License-Identifier: MIT */
/* What is observed of profils that have a habit each: habits.txt. */
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

static const struct {
    const char *name;
    const struct impl_class *impl;
    enum backend backend;
    bool first; /* what a first call shows, and no case */
} ways[] = {{"signal", &test_profil, BACKEND_SIGNAL, false},
            {"ptrace", &test_profil, BACKEND_PTRACE, false},
            {"clock", &test_profil, BACKEND_CLOCK, false},
            {"own", &own_class, BACKEND_SIGNAL, false},
            {"first", &test_profil, BACKEND_SIGNAL, true},
            {"first-own", &own_class, BACKEND_SIGNAL, true}};

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

int main(int argc, char **argv)
{
    observe_after_exec(argc, argv);
    golden_writes = argc == 2 && strcmp(argv[1], "write") == 0;
    return ARCH_DELIVERS ? RUN_TESTS(NULL, NULL) : 0;
}
