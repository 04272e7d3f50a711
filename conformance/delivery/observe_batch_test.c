/* SPDX-License-Identifier: MIT */
/* Cases that share a process. */
#include "conformance/contain/sandbox_time.h"
#include "observe_test.h"
#include "reference/unit_test.h"

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
    static const struct op harmless[] = {BUFFER(0, 64)};
    const struct test_case calm = CASE(harmless);
    const struct test_case *cases[] = {&calm, &ordinary_case, &calm,
                                       &ordinary_case, &calm};
    struct observe_options options = options_of("crashes");
    struct observation observations[5];

    observe_batch(&options, cases, 5, observations);
    for (unsigned k = 0; k < 5; k++) {
        assert_int_equal(observations[k].ended,
                         k % 2 ? ENDED_SIGNAL : ENDED_NORMALLY);
        assert_false(observations[k].batched);
        observation_free(&observations[k]);
    }
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
