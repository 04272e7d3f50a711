/* SPDX-License-Identifier: MIT */
#include "record.h"

#include "conformance/language/observed.h"
#include "conformance/machine/sandbox.h"
#include "inside.h"
#include "observe_test.h"
#include "reference/unit_test.h"

static const struct observe_options of_so = {.impl = &impl_so};

/* What is believed of a text that a supervisor reports of the ordinary case. */
static struct observation believed(const char *text, bool marked)
{
    const struct test_case *const cases[] = {case_of(ORDINARY)};
    struct sandbox_end end = {
        .mark = marked, .answer = strdup(text), .answer_size = strlen(text)};
    struct observation observation;

    assert_int_equal(record_read(&of_so, cases, 1, &end, &observation), 1);
    free(end.answer);
    return observation;
}

static void assert_forged(const char *text, const char *words)
{
    struct observation observation = believed(text, true);

    assert_int_equal(observation.ended, ENDED_FORGED);
    assert_int_equal(observation.outcome.count, 0);
    if (!strstr(observation.note, words))
        fail_msg("\"%s\" not in \"%s\"", words, observation.note);
    observation_free(&observation);
}

TEST(what_was_seen_is_believed)
{
    const struct observe_options options = options_of("");
    struct observation seen = see_by(&options, case_of(ORDINARY));
    char *text = observed_text(&seen), *again, line[2000];
    struct observation heard;

    snprintf(line, sizeof line, "%s\n", text);
    heard = believed(line, true);
    again = observed_text(&heard);
    assert_string_equal(again, text);
    free(again);
    observation_free(&heard);
    observation_free(&seen);
    free(text);
}

TEST(what_can_not_be_is_not)
{
    assert_forged("6 call 0; ended normally at 5\n",
                  "an operation that the case does not have");
    assert_forged("0 call 0; ended normally at 5\n", "cannot cause that event");
    assert_forged("1 sleep nothing; ended normally at 5\n",
                  "cannot cause that event");
    assert_forged("5 buffer 1 4 [ 0 0 ]; ended normally at 5\n",
                  "an unknown buffer");
    assert_forged("5 buffer 0 66 [ 0*33 ]; ended normally at 5\n",
                  "an unknown buffer");
    assert_forged("3 call 0; 1 call 0; ended normally at 5\n",
                  "an earlier operation");
    assert_forged("1 crash; 3 call 0; ended signal 11 at 3\n",
                  "after the process died");
    assert_forged("ended normally at 6\n", "an impossible end");
    assert_forged("ended signal 0 at 1\n", "an impossible end");
    assert_forged("ended signal 65 at 1\n", "an impossible end");
    assert_forged("ended exit 256 at 1\n", "an impossible end");
    assert_forged("1 call 0 ended normally at 5\n", "column 10");
    assert_forged("\n", "column 1");
}

/* Only whoever is asked line by line may not have looked. */
TEST(what_our_own_code_looks_at_was_seen)
{
    assert_forged("1 call unseen; ended normally at 5\n", "was not looked at");
    assert_forged("1 call nonzero; ended normally at 5\n", "was not looked at");
    assert_forged("1 call -1 errno unseen; ended normally at 5\n",
                  "was not looked at");
    assert_forged("5 buffer 0 undetermined 64 [ 0*32 ]; ended normally at 5\n",
                  "was not looked at");
}

TEST(how_long_it_took_stands_before_it)
{
    struct observation o = believed("took 120 ended normally at 5\n", true);

    assert_int_equal(o.ended, ENDED_NORMALLY);
    assert_int_equal(o.took, 120);
    observation_free(&o);
    assert_forged("took 1000000000001 ended normally at 5\n", "column 1");
    assert_forged("took 99999999999999999999999 ended normally at 5\n",
                  "column 1");
    assert_forged("took -1 ended normally at 5\n", "column 1");
    assert_forged("took +1 ended normally at 5\n", "column 1");
    assert_forged("took 1ended normally at 5\n", "column 1");
    assert_forged("took 12\n", "column 1");
    assert_forged("took 12 took 12 ended normally at 5\n", "column 1");
}

/* What it says of two cases that are over. */
static char *told_of_two(const uint64_t began[2])
{
    const struct test_case *const cases[] = {case_of(ORDINARY),
                                             case_of(ORDINARY)};
    struct journal_writer writers[2];
    struct inside inside = {.cases = cases, .count = 2, .writers = writers};
    const struct sandbox_end end = {0};
    size_t size;
    char *text;

    inside.memory = calloc(1, inside_size(&inside));
    assert_non_null(inside.memory);
    inside_begin(&inside);
    inside.begun = 5000000;
    for (size_t k = 0; k < 2; k++) {
        writers[k].journal.state = JOURNAL_FINISHED;
        writers[k].journal.began = began[k];
        journal_seal(&writers[k]);
    }
    text = inside_answer(&inside, &end, &size);
    assert_non_null(text);
    free(inside.memory);
    return text;
}

TEST(times_that_can_not_be_are_not_reported)
{
    static const struct {
        uint64_t began[2];
        bool first, second;
    } rows[] = {{{5000000, 8000001}, true, true},
                {{4999999, 8000000}, false, true},
                {{8000000, 5000000}, false, true},
                {{5000000, UINT64_MAX}, false, false},
                {{0, 0}, false, false}};

    for (size_t k = 0; k < COUNT(rows); k++) {
        char *text = told_of_two(rows[k].began);
        const char *second = strchr(text, '\n') + 1;

        assert_int_equal(strncmp(text, "took ", 5) == 0, rows[k].first);
        assert_int_equal(strncmp(second, "took ", 5) == 0, rows[k].second);
        if (k == 0)
            assert_memory_equal(text, "took 3001 ", 10);
        free(text);
    }
}

TEST(no_excuse_is_after_it_was_opened)
{
    const char *excuse = "ended unsupported at 0; note \"no profil here\"\n";
    struct observation before = believed(excuse, false);

    assert_int_equal(before.ended, ENDED_UNSUPPORTED);
    observation_free(&before);
    assert_forged(excuse, "no profil here");
}

TEST(of_several_those_before_the_wrong_one_are_believed)
{
    static const char text[] = "1 call 0; ended normally at 5\n"
                               "9 call 0; ended normally at 5\n"
                               "1 call 0; ended normally at 5\n";
    const struct test_case *const cases[] = {
        case_of(ORDINARY), case_of(ORDINARY), case_of(ORDINARY)};
    struct sandbox_end end = {.answer = strdup(text),
                              .answer_size = sizeof text - 1};
    struct observation observations[3];

    assert_int_equal(record_read(&of_so, cases, 3, &end, observations), 2);
    assert_int_equal(observations[0].ended, ENDED_NORMALLY);
    assert_false(observations[0].batched);
    assert_int_equal(observations[1].ended, ENDED_FORGED);
    assert_true(observations[1].batched);
    observation_free(&observations[0]);
    free(end.answer);
}

TEST(who_tells_nothing_was_ended_by_force)
{
    const struct test_case *const cases[] = {case_of(ORDINARY)};
    struct sandbox_end late = {.how = SANDBOX_TIMED_OUT};
    struct sandbox_end lost = {.how = SANDBOX_LOST};
    struct observation observation;

    assert_int_equal(record_read(&of_so, cases, 1, &late, &observation), 1);
    assert_int_equal(observation.ended, ENDED_TIMEOUT);
    assert_int_equal(record_read(&of_so, cases, 1, &lost, &observation), 1);
    assert_int_equal(observation.ended, ENDED_SIGNAL);
    assert_int_equal(observation.status, SIGKILL);
}

TESTS(NULL, NULL)
