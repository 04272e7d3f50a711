/* SPDX-License-Identifier: MIT */
#include "observe_test.h"
#include "reference/unit_test.h"

#include <malloc.h>

TEST(every_tick_is_counted_and_none_after_off)
{
    assert_ordinary_with("");
}

TEST(clocks_of_every_kind_stay_out_of_the_way)
{
    static const char *const habits[] = {"posix-clock", "wall-clock",
                                         "no-clock", "small-mask"};

    for (size_t k = 0; k < COUNT(habits); k++)
        assert_ordinary_with(habits[k]);
}

TEST(harmless_habits_change_nothing)
{
    static const char *const habits[] = {"closes-all",     "writes-junk",
                                         "blocks-all",     "leaves-child",
                                         "leaves-handler", "late-tick"};

    for (size_t k = 0; k < COUNT(habits); k++)
        assert_ordinary_with(habits[k]);
}

TEST(junk_goes_nowhere)
{
    FILE *caught = tmpfile();
    int out = dup(1);
    struct observation observation;

    assert_non_null(caught);
    fflush(stdout);
    dup2(fileno(caught), 1);
    observation = see("writes-junk", &ordinary_case);
    dup2(out, 1);
    close(out);
    assert_int_equal(lseek(fileno(caught), 0, SEEK_END), 0);
    fclose(caught);
    observation_free(&observation);
}

TEST(a_death_costs_the_case_and_nothing_else)
{
    assert_death("crashes", ENDED_SIGNAL, SIGSEGV, ORDINARY_ON);
    assert_death("recurses", ENDED_SIGNAL, SIGSEGV, ORDINARY_ON);
    assert_death("exits", ENDED_EXIT, 0, ORDINARY_ON);
}

TEST(what_never_ends_is_ended)
{
    assert_late("hangs", ORDINARY_ON);
    assert_late("stops", ORDINARY_ON);
}

TEST(what_a_file_left_has_room)
{
    static const struct op ops[] = {
        {.kind = OP_CALL,
         .call = {.kind = CALL_MONSTARTUP,
                  .region = {.offset = 0x20000, .high = 0x21000}}},
        {.kind = OP_CALL, .call = {.kind = CALL_MCLEANUP}},
        {.kind = OP_PREFIX},
        {.kind = OP_EXIT}};
    static const struct test_case c = CASE(ops);
    const struct observe_options options = {
        .impl = &impl_signal, .open = {.dialect = "gmon"}, .timeout_ms = 20000};
    struct observation observation;
    const struct event *event;

    observe(&options, &c, &observation);
    event = last_event(&observation);
    assert_int_equal(event->kind, EVENT_PROFILE);
    assert_int_equal(event->value, FILE_WRITTEN);
    assert_in_range(malloc_usable_size(observation.arena),
                    event->bytes + event->size - observation.arena, SIZE_MAX);
    observation_free(&observation);
}

TEST(writes_beside_the_buffer_are_seen)
{
    struct observation before = see("writes-before", &ordinary_case);
    struct observation after = see("writes-after", &ordinary_case);
    struct observation far = see("writes-far-before", &ordinary_case);

    assert_int_equal(last_event(&before)->bytes[SCRIPT_ZONE - 1], 1);
    assert_int_equal(last_event(&before)->bytes[SCRIPT_ZONE - 2],
                     SCRIPT_CANARY);
    assert_int_equal(last_event(&after)->bytes[SCRIPT_ZONE + 64], 1);
    assert_int_equal(before.stray + after.stray, 0);
    assert_int_equal(far.stray, 1);
    observation_free(&before);
    observation_free(&after);
    observation_free(&far);
}

TEST(far_writes_meet_the_guard_page)
{
    assert_death("writes-far-after", ENDED_SIGNAL, SIGSEGV, ORDINARY_ON);
}

/* And not another buffer of the case. */
TEST(farther_writes_meet_it_too)
{
    static const struct op ops[] = {BUFFER(1, 64), BUFFER(0, 64),
                                    PROFIL(0, 64, ONE_TO_ONE)};
    static const struct test_case c = CASE(ops);
    struct observation observation = see("writes-beyond-guard", &c);

    assert_int_equal(observation.ended, ENDED_SIGNAL);
    assert_int_equal(observation.status, SIGSEGV);
    observation_free(&observation);
}

TEST(a_clock_set_by_a_tick_is_noticed)
{
    struct observation observation = see("rearms", &ordinary_case);

    assert_true(observation.disturbed);
    assert_int_equal(counter(last_event(&observation), 0), 1);
    observation_free(&observation);
}

TEST(a_call_that_is_not_there_is_unsupported)
{
    struct observation observation = see("sprofil-only", &ordinary_case);

    assert_int_equal(observation.ended, ENDED_UNSUPPORTED);
    assert_string_equal(observation.note, "the implementation has no profil");
    observation_free(&observation);
}

TEST(another_address_width_is_unsupported)
{
    struct test_case c = ordinary_case;
    struct observation observation;

    c.script.address_bits = 16;
    observation = see("", &c);
    assert_int_equal(observation.ended, ENDED_UNSUPPORTED);
    observation_free(&observation);
}

TEST(errno_is_observed_after_success_too)
{
    static const struct {
        const char *habit;
        int64_t value;
        int error;
    } rows[] = {{"fails-with-0", 0, EINVAL},
                {"fails", -1, EINVAL},
                {"returns-nothing", VALUE_NONE, ERROR_NONE}};

    for (size_t k = 0; k < COUNT(rows); k++) {
        struct observation observation = see(rows[k].habit, &ordinary_case);
        const struct event *call = &observation.outcome.events[0];

        assert_true(call->value == rows[k].value);
        assert_int_equal(call->error, rows[k].error);
        observation_free(&observation);
    }
}

TEST(a_first_call_tells_what_can_be_judged)
{
    static const struct {
        const char *habit;
        enum smoke found;
        const char *word;
    } rows[] = {
        {"", SMOKE_READY, ""},
        {"crashes", SMOKE_READY, ""},
        {"sprofil-only", SMOKE_READY, ""},
        {"no-handler", SMOKE_SILENT, "which has no handler"},
        {"blocks-all", SMOKE_SILENT, "it left SIGPROF blocked"},
        {"slow-clock", SMOKE_SILENT, "its clock ticks every 900000 ms"},
        {"one-tick", SMOKE_SILENT, "no tick of its clock reached its caller"},
        {"does-not-open", SMOKE_USAGE, "it is shut"},
    };

    for (size_t k = 0; k < COUNT(rows); k++) {
        struct observe_options options = options_of(rows[k].habit);

        learn(&options);
        assert_int_equal(options.learnt.smoke, rows[k].found);
        assert_non_null(strstr(options.learnt.why, rows[k].word));
    }
}

/* Cases that share a process. */

TEST(a_batch_gives_what_single_cases_give)
{
    struct observe_options options = options_of("");
    const struct test_case *cases[] = {&ordinary_case, &ordinary_case,
                                       &ordinary_case};
    struct observation observations[3];

    observe_batch(&options, cases, 3, observations);
    for (unsigned k = 0; k < 3; k++) {
        assert_ordinary(&observations[k]);
        assert_int_equal(observations[k].batched, k > 0);
        observation_free(&observations[k]);
    }
}

TEST(each_case_of_a_batch_has_a_time_of_its_own)
{
    static const struct op sleeps[] = {
        {.kind = OP_SLEEP, .pc = 0x1008, .milliseconds = 30}};
    const struct test_case idle = CASE(sleeps);
    const struct test_case *cases[] = {&ordinary_case, &idle, &ordinary_case};
    struct observe_options options = options_of("");
    struct observation observations[3];
    uint64_t before = sandbox_time(), sum = 0;

    observe_batch(&options, cases, 3, observations);
    for (unsigned k = 0; k < 3; k++) {
        assert_true(observations[k].took > 0);
        sum += observations[k].took;
        observation_free(&observations[k]);
    }
    assert_true(observations[1].took >= 30000);
    assert_true((sum - 3) * 1000 <= sandbox_time() - before);
}

/* Profiling is left on at its end: the harness turns it off. */
TEST(a_batched_case_does_not_see_the_one_before)
{
    static const struct op left_on[] = {BUFFER(0, 64),
                                        PROFIL(0, 64, ONE_TO_ONE)};
    static const struct op only_ticks[] = {BUFFER(0, 64), TICKS(three_ticks)};
    const struct test_case first = CASE(left_on), second = CASE(only_ticks);
    const struct test_case *cases[] = {&first, &second};
    struct observe_options options = options_of("");
    struct observation observations[2];

    observe_batch(&options, cases, 2, observations);
    assert_int_equal(observations[1].ended, ENDED_NORMALLY);
    assert_int_equal(observations[1].delivered, 0);
    assert_int_equal(counter(last_event(&observations[1]), 0), 0);
    observation_free(&observations[0]);
    observation_free(&observations[1]);
}

TEST(a_death_in_a_batch_costs_one_case)
{
    assert_deaths_in_batch("crashes");
}

/* The end of turning off between two cases belongs to neither. */
TEST(a_death_between_cases_costs_none)
{
    static const struct op left_on[] = {BUFFER(0, 64),
                                        PROFIL(0, 64, ONE_TO_ONE)};
    const struct test_case c = CASE(left_on);
    const struct test_case *cases[] = {&c, &c};
    struct observe_options options = options_of("crashes-off");
    struct observation observations[2];

    observe_batch(&options, cases, 2, observations);
    for (unsigned k = 0; k < 2; k++) {
        assert_int_equal(observations[k].ended, ENDED_NORMALLY);
        assert_int_equal(observations[k].outcome.count, 2);
        observation_free(&observations[k]);
    }
}

TEST(only_calls_and_ticks_share_a_process)
{
    static const struct op forks[] = {DO(OP_FORK), DO(OP_END)};
    const struct test_case c = CASE(forks);

    assert_true(observe_can_batch(&ordinary_case));
    assert_false(observe_can_batch(&c));
}

int main(int argc, char **argv)
{
    observe_after_exec(argc, argv);
    return RUN_TESTS(NULL, NULL);
}
