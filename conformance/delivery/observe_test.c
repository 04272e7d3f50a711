/* SPDX-License-Identifier: MIT */
#include "observe_test.h"
#include "reference/unit_test.h"

#include <malloc.h>
#include <sys/wait.h>

TEST(every_tick_is_counted_and_none_after_off)
{
    struct observation observation = see("", &ordinary_case);

    assert_ordinary(&observation);
    observation_free(&observation);
}

TEST(clocks_of_every_kind_stay_out_of_the_way)
{
    static const char *const habits[] = {"posix-clock", "wall-clock",
                                         "no-clock", "small-mask"};

    for (size_t k = 0; k < COUNT(habits); k++) {
        struct observation observation = see(habits[k], &ordinary_case);

        assert_ordinary(&observation);
        observation_free(&observation);
    }
}

TEST(harmless_habits_change_nothing)
{
    static const char *const habits[] = {"closes-all",     "writes-junk",
                                         "blocks-all",     "leaves-child",
                                         "leaves-handler", "late-tick"};

    for (size_t k = 0; k < COUNT(habits); k++) {
        struct observation observation = see(habits[k], &ordinary_case);

        assert_ordinary(&observation);
        observation_free(&observation);
        assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    }
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

static void assert_death(const char *habit_wanted, enum ended ended, int status)
{
    struct observation observation = see(habit_wanted, &ordinary_case);

    assert_int_equal(observation.ended, ended);
    assert_int_equal(observation.status, status);
    assert_int_equal(observation.op, ORDINARY_ON);
    assert_int_equal(observation.outcome.count, 1);
    assert_int_equal(last_event(&observation)->kind, EVENT_CRASH);
    assert_int_equal(last_event(&observation)->op, ORDINARY_ON);
    observation_free(&observation);
}

TEST(a_death_costs_the_case_and_nothing_else)
{
    assert_death("crashes", ENDED_SIGNAL, SIGSEGV);
    assert_death("recurses", ENDED_SIGNAL, SIGSEGV);
    assert_death("exits", ENDED_EXIT, 0);
}

TEST(what_never_ends_is_ended)
{
    static const char *const habits[] = {"hangs", "stops"};

    for (size_t k = 0; k < COUNT(habits); k++) {
        struct observe_options options = options_of(habits[k]);
        struct observation observation;

        options.timeout_ms = 2000;
        observe(&options, &ordinary_case, &observation);
        assert_int_equal(observation.ended, ENDED_TIMEOUT);
        assert_int_equal(observation.op, ORDINARY_ON);
        assert_int_equal(observation.outcome.count, 0);
        observation_free(&observation);
        assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    }
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
    assert_death("writes-far-after", ENDED_SIGNAL, SIGSEGV);
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
    struct observe_options options = options_of("fails-with-0");
    struct observation observation;

    observe(&options, &ordinary_case, &observation);
    assert_int_equal(observation.outcome.events[0].value, 0);
    assert_int_equal(observation.outcome.events[0].error, EINVAL);
    observation_free(&observation);
    options = options_of("fails");
    observe(&options, &ordinary_case, &observation);
    assert_int_equal(observation.outcome.events[0].error, EINVAL);
    assert_int_equal(observation.outcome.events[0].value, -1);
    observation_free(&observation);
    options = options_of("returns-nothing");
    observe(&options, &ordinary_case, &observation);
    assert_true(observation.outcome.events[0].value == VALUE_NONE);
    observation_free(&observation);
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

        observe_learn(&options);
        assert_int_equal(options.learnt.smoke, rows[k].found);
        assert_non_null(strstr(options.learnt.why, rows[k].word));
    }
}

int main(int argc, char **argv)
{
    observe_after_exec(argc, argv);
    return RUN_TESTS(NULL, NULL);
}
