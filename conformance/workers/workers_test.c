/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "conformance/delivery/observe.h"
#include "conformance/trial/stub_impl_test.h"
#include "reference/unit_test.h"
#include "workers.h"

/* The size that it is given. */
static int64_t stub_value(const struct impl_call *call)
{
    return (int64_t)call->region.size;
}

enum { CASES = 200 };

/* Every seventh has an operation by which it may not share a process. */
static struct case_list many_cases(void)
{
    struct case_list list = {0};
    struct case_error error;
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);

    assert_non_null(out);
    for (int k = 0; k < CASES; k++)
        fprintf(out, "case c%d\nbuffer b %d\nprofil b %d 0x1000 2\n%s", k,
                2 * k + 2, k, k % 7 ? "" : "unmap b\n");
    fclose(out);
    assert_true(case_list_parse(&list, "t", text, length, &error));
    free(text);
    return list;
}

static const struct observe_options options = {
    .impl = &stub_class, .open = {.dialect = "aix"}, .timeout_ms = 60000};

static void observe_with(const struct case_list *list, unsigned workers,
                         bool shared, struct observation *observations)
{
    const struct test_case *cases[CASES];
    size_t portions[CASES];
    const struct workers_task task = {.options = &options,
                                      .cases = cases,
                                      .portions = shared ? portions : NULL,
                                      .count = CASES};

    for (size_t k = 0; k < CASES; k++)
        cases[k] = &list->cases[k];
    task_cut(&options, cases, CASES, portions);
    assert_true(workers_observe(&task, workers, NULL, observations));
}

static void free_all(struct observation *observations)
{
    for (size_t k = 0; k < CASES; k++)
        observation_free(&observations[k]);
}

TEST(each_case_gets_its_own_observation)
{
    static const unsigned workers[] = {1, 2, 5};
    struct case_list list = many_cases();

    for (size_t n = 0; n < 3; n++) {
        struct observation observations[CASES];

        observe_with(&list, workers[n], true, observations);
        for (size_t k = 0; k < CASES; k++) {
            const struct outcome *outcome = &observations[k].outcome;

            assert_int_equal(observations[k].ended, ENDED_NORMALLY);
            assert_int_equal(outcome->count, 2);
            assert_int_equal(outcome->events[0].kind, EVENT_CALL);
            assert_int_equal(outcome->events[0].value, k);
            assert_int_equal(outcome->events[1].kind, EVENT_BUFFER);
            assert_true(k % 7 ? outcome->events[1].bytes != NULL
                              : outcome->events[1].bytes == NULL);
        }
        free_all(observations);
    }
    case_list_free(&list);
}

TEST(cases_share_a_process_only_where_they_may)
{
    struct observation in_company[CASES], alone[CASES];
    struct case_list list = many_cases();

    observe_with(&list, 2, true, in_company);
    observe_with(&list, 2, false, alone);
    for (size_t k = 0; k < CASES; k++) {
        assert_false(alone[k].batched);
        /* After one that is alone a new company begins. */
        assert_int_equal(in_company[k].batched, k % 7 > 1);
    }
    free_all(in_company);
    free_all(alone);
    case_list_free(&list);
}

static size_t done_at_most;

static void note_progress(size_t done, size_t count)
{
    assert_in_range(done, 0, count);
    done_at_most = done > done_at_most ? done : done_at_most;
}

TEST(progress_stays_within_the_cases)
{
    struct case_list list = many_cases();
    const struct test_case *cases[1] = {list.cases};
    struct observation observation;

    const struct workers_task task = {&options, cases, NULL, 1, NULL, NULL};

    assert_true(workers_observe(&task, 1, note_progress, &observation));
    assert_in_range(done_at_most, 0, 1);
    observation_free(&observation);
    case_list_free(&list);
}

/* How often each case was told of, in memory that processes share. */
static void note_observed(const void *context,
                          const struct test_case *const *cases,
                          const struct observation *observations, size_t count)
{
    _Atomic unsigned *const *told = context;

    for (size_t k = 0; k < count; k++) {
        unsigned number = (unsigned)strtoul(cases[k]->slug + 1, NULL, 10);

        (*told)[number] += observations[k].outcome.events[0].value == number;
    }
}

TEST(each_observation_is_told_of_elsewhere)
{
    enum { TOLD = 16 };
    _Atomic unsigned *told =
        mmap(NULL, TOLD * sizeof *told, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    struct observation observations[TOLD];
    struct case_list list = many_cases();
    const struct test_case *cases[TOLD];
    size_t portions[TOLD];
    const struct workers_task task = {&options, cases,         portions,
                                      TOLD,     note_observed, &told};

    assert_ptr_not_equal(told, MAP_FAILED);
    for (size_t k = 0; k < TOLD; k++)
        cases[k] = &list.cases[k];
    task_cut(&options, cases, TOLD, portions);
    assert_true(workers_observe(&task, 3, NULL, observations));
    for (size_t k = 0; k < TOLD; k++)
        assert_int_equal(told[k], 1);
    munmap(told, TOLD * sizeof *told);
    for (size_t k = 0; k < TOLD; k++)
        observation_free(&observations[k]);
    case_list_free(&list);
}

TEST(no_cases_are_no_trouble)
{
    const struct workers_task task = {.options = &options};

    assert_true(workers_observe(&task, 3, NULL, NULL));
}

TEST(several_tasks_get_each_its_own)
{
    enum { FEW = 70 };
    struct case_list list = many_cases();
    const struct test_case *cases[CASES];
    struct observation first[FEW], last[CASES - FEW];
    size_t portions[CASES];
    const struct workers_task tasks[] = {
        {.options = &options, .cases = cases, .count = FEW},
        {.options = &options, .cases = cases},
        {.options = &options,
         .cases = cases + FEW,
         .portions = portions + FEW,
         .count = CASES - FEW}};
    struct workers *workers;

    for (size_t k = 0; k < CASES; k++)
        cases[k] = &list.cases[k];
    task_cut(&options, cases, CASES, portions);
    workers = workers_begin(tasks, 3, 2);
    assert_non_null(workers);
    workers_wait(workers, 0, NULL, first);
    workers_wait(workers, 1, NULL, NULL);
    workers_wait(workers, 2, NULL, last);
    workers_end(workers);
    for (size_t k = 0; k < CASES; k++) {
        struct observation *o = k < FEW ? &first[k] : &last[k - FEW];

        assert_int_equal(o->ended, ENDED_NORMALLY);
        assert_int_equal(o->outcome.events[0].value, k);
        assert_int_equal(o->batched, k > FEW && k % 7 > 1);
        observation_free(o);
    }
    case_list_free(&list);
}

int main(int argc, char **argv)
{
    observe_after_exec(argc, argv);
    return RUN_TESTS(NULL, NULL);
}
