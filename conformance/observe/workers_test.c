/* SPDX-License-Identifier: MIT */
#include "workers.h"

#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

#include "conformance/base/memory.h"
#include "conformance/language/parsed_test.h"
#include "impl_test.h"
#include "observe.h"
#include "reference/unit_test.h"

/* The size that it is given. */
static void give_size(struct impl *impl, const struct impl_call *call,
                      struct impl_result *result)
{
    (void)impl;
    *result = (struct impl_result){.has_value = true,
                                   .value = (int64_t)call->region.size};
}

TEST_IMPL(sizes_class, .call = give_size);

enum { CASES = 200 };

static const struct observe_options options = {
    .impl = &sizes_class, .open = {.dialect = "aix"}, .timeout_ms = 60000};

static struct case_list list;
static const struct test_case *cases[CASES];
static size_t portions[CASES];
static struct observation observations[CASES];

static void parse(const char *text)
{
    case_list_free(&list);
    parsed(&list, text);
    for (size_t k = 0; k < list.count; k++)
        cases[k] = &list.cases[k];
    task_cut(&options, cases, list.count, portions);
}

/* Every seventh has an operation by which it may not share a process. */
static int many_cases(void **state)
{
    struct memory_stream text;
    FILE *out = memory_stream(&text);

    (void)state;
    for (int k = 0; k < CASES; k++)
        fprintf(out, "case c%d\nbuffer b %d\nprofil b %d 0x1000 2\n%s", k,
                2 * k + 2, k, k % 7 ? "" : "unmap b\n");
    parse(memory_stream_end(&text));
    free(text.text);
    return 0;
}

static void assert_observed(size_t k, bool batched)
{
    const struct outcome *outcome = &observations[k].outcome;

    assert_int_equal(observations[k].ended, ENDED_NORMALLY);
    assert_int_equal(observations[k].batched, batched);
    assert_int_equal(outcome->count, 2);
    assert_int_equal(outcome->events[0].kind, EVENT_CALL);
    assert_int_equal(outcome->events[0].value, k);
    assert_int_equal(outcome->events[1].kind, EVENT_BUFFER);
    assert_true((outcome->events[1].bytes != NULL) == (k % 7 != 0));
    observation_free(&observations[k]);
}

/* After one that runs by itself a new batch begins. */
TEST_WITH(each_case_gets_its_own_observation, many_cases, NULL)
{
    static const unsigned workers[] = {1, 2, 5};

    for (size_t n = 0; n < 6; n++) {
        bool shared = n < 3;
        const struct workers_task task = {.options = &options,
                                          .cases = cases,
                                          .portions = shared ? portions : NULL,
                                          .count = CASES};

        workers_observe(&task, workers[n % 3], NULL, observations);
        for (size_t k = 0; k < CASES; k++)
            assert_observed(k, shared && k % 7 > 1);
    }
}

TEST_WITH(several_tasks_get_each_its_own, many_cases, NULL)
{
    enum { FEW = 70 };
    const struct workers_task tasks[] = {
        {.options = &options, .cases = cases, .count = FEW},
        {.options = &options, .cases = cases},
        {.options = &options,
         .cases = cases + FEW,
         .portions = portions + FEW,
         .count = CASES - FEW}};
    struct workers *workers = workers_begin(tasks, 3, 2);

    workers_wait(workers, 0, NULL, observations);
    workers_wait(workers, 1, NULL, NULL);
    workers_wait(workers, 2, NULL, observations + FEW);
    workers_end(workers);
    for (size_t k = 0; k < CASES; k++)
        assert_observed(k, k > FEW && k % 7 > 1);
}

/* In memory that processes share: which cases were reported, in their order. */
static struct {
    _Atomic unsigned count;
    unsigned numbers[CASES];
} * reported;

static pid_t reporter_dies_in; /* the case; -1: none */

static void report(const void *context, const struct test_case *const *some,
                   const struct observation *seen, size_t count)
{
    assert_ptr_equal(context, &options);
    for (size_t k = 0; k < count; k++) {
        unsigned number = (unsigned)strtoul(some[k]->slug + 1, NULL, 10);

        if ((int)number == reporter_dies_in)
            abort();
        if (seen[k].outcome.count > 0)
            reported->numbers[reported->count++] = number;
    }
}

static int report_many(void **state)
{
    reporter_dies_in = -1;
    reported = mmap(NULL, sizeof *reported, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return reported == MAP_FAILED || many_cases(state);
}

/* What is lost costs its portion, and no other that was observed before. */
TEST_WITH(each_observation_is_reported_of_elsewhere, report_many, NULL)
{
    const struct workers_task task = {.options = &options,
                                      .cases = cases,
                                      .portions = portions,
                                      .count = 16,
                                      .observed = report,
                                      .context = &options};
    unsigned sum = 0;

    workers_observe(&task, 3, NULL, observations);
    assert_int_equal(reported->count, 16);
    for (unsigned k = 0; k < 16; k++) {
        sum += 1u << reported->numbers[k];
        observation_free(&observations[k]);
    }
    assert_int_equal(sum, 0xffff);
    reporter_dies_in = 7;
    workers_observe(&task, 1, NULL, observations);
    for (unsigned k = 0; k < 16; k++) {
        assert_int_equal(observations[k].ended,
                         k < 8 ? ENDED_NORMALLY : ENDED_HARNESS);
        assert_int_equal(strcmp(observations[k].note,
                                "the process that observed it died") == 0,
                         k >= 8);
        observation_free(&observations[k]);
    }
}

static size_t done_at_most;

static void note_progress(size_t done, size_t count)
{
    assert_in_range(done, 0, count);
    done_at_most = done > done_at_most ? done : done_at_most;
}

TEST_WITH(progress_stays_within_the_cases, many_cases, NULL)
{
    const struct workers_task one = {
        .options = &options, .cases = cases, .count = 1};
    const struct workers_task none = {.options = &options};

    workers_observe(&one, 1, note_progress, observations);
    assert_in_range(done_at_most, 0, 1);
    observation_free(&observations[0]);
    workers_observe(&none, 3, NULL, NULL);
}

#define ON   "buffer b 64\nprofil b 64 0x1000 0x4000\n"
#define MANY "tick 0x1001 x"

/* Those with an unmap may share no process. */
TEST(a_portion_has_so_many_ticks_and_a_clock_lets_none_share)
{
    static const size_t shared[] = {1, 2, 3, 4, 4, 5};
    static const size_t apart[] = {1, 2, 3, 4, 5, 6};
    const struct observe_options clock = {.backend = BACKEND_CLOCK};

    parse("case c0\n" ON MANY "4096\ncase c1\n" ON MANY "1\n"
          "case c2\n" ON MANY "4097\ncase c3\n" ON MANY "1\n"
          "case c4\n" ON MANY "1\ncase c5\n" ON "unmap b\n");
    assert_memory_equal(portions, shared, sizeof shared);
    task_cut(&clock, cases, list.count, portions);
    assert_memory_equal(portions, apart, sizeof apart);
}

TESTS(NULL, NULL)
