/* SPDX-License-Identifier: MIT */
/* What the texts of habits.txt do not show of an observation.  That nothing is
 * left whoever dies first is in command/hostile_test.c. */
#include "observe_test.h"
#include "hung.h"
#include "impls/own/process_fixture.h"

#include <malloc.h>
#include <stdio.h>

TEST(junk_goes_nowhere)
{
    const struct observe_options options = options_of("writes-junk");
    FILE *caught = tmpfile();
    int out = dup(1);
    struct observation observation;

    assert_non_null(caught);
    fflush(stdout);
    dup2(fileno(caught), 1);
    observation = see_by(&options, case_of(ORDINARY));
    dup2(out, 1);
    close(out);
    assert_int_equal(lseek(fileno(caught), 0, SEEK_END), 0);
    fclose(caught);
    observation_free(&observation);
}

TEST(what_a_file_left_has_room)
{
    const struct observe_options options = {
        .impl = &impl_signal, .open = {.dialect = "gmon"}, .timeout_ms = 20000};
    struct observation o = see_by(
        &options,
        case_of("case exits\nmonstartup 0x20000 0x21000\nmcleanup\nprefix\n"
                "exit\n"));
    const struct event *event = &o.outcome.events[o.outcome.count - 1];

    assert_true(o.outcome.count > 0);
    assert_int_equal(event->kind, EVENT_PROFILE);
    assert_int_equal(event->value, FILE_WRITTEN);
    assert_in_range(malloc_usable_size(o.arena),
                    event->bytes + event->size - o.arena, SIZE_MAX);
    observation_free(&o);
}

TEST(each_case_of_a_batch_has_a_time_of_its_own)
{
    const struct test_case *cases[] = {case_of(ORDINARY),
                                       case_of("case idle\nsleep 0x1008 30\n"),
                                       case_of(ORDINARY)};
    struct observe_options options = options_of("");
    struct observation observations[3];
    uint64_t before = sandbox_time(), sum = 0;

    observe_batch(&options, &(struct hung){0}, cases, 3, observations);
    for (unsigned k = 0; k < 3; k++) {
        assert_true(observations[k].took > 0);
        sum += observations[k].took;
        observation_free(&observations[k]);
    }
    assert_true(observations[1].took >= 30000);
    assert_true((sum - 3) * 1000 <= sandbox_time() - before);
}

TEST(what_void_functions_leave_behind_is_recognised)
{
    static const int64_t values[] = {
        0,           -1,           ERROR_EINVAL, ERROR_EFAULT,
        ERROR_E2BIG, ERROR_EACCES, VALUE_NONE};
    struct event event = {.kind = EVENT_CALL};
    struct observation o = {.outcome = {.events = &event, .count = 1}};

    for (unsigned k = 0; k < sizeof values / sizeof *values; k++) {
        event.value = values[k];
        assert_false(opening_is_void(&o));
    }
    event.value = 4096;
    assert_true(opening_is_void(&o));
    event.kind = EVENT_SLEEP;
    assert_false(opening_is_void(&o));
}

TEST(only_calls_and_ticks_share_a_process)
{
    assert_true(observe_can_batch(case_of(ORDINARY)));
    assert_false(observe_can_batch(case_of("case forks\nfork\nend\n")));
}

/* In a process of its own: there is no way back. */
TEST(where_ptrace_is_forbidden_it_is_unsupported)
{
    struct observe_options options = options_of("");
    struct observation o;

    options.backend = BACKEND_PTRACE;
    ASSERT_IN_CHILD(forbid(SYS_ptrace, EPERM) &&
                    (observe(&options, case_of(ORDINARY), &o),
                     o.ended == ENDED_UNSUPPORTED) &&
                    strstr(o.note, "not permitted"));
}

TESTS(NULL, NULL)
