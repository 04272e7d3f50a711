/* SPDX-License-Identifier: MIT */
#include "queue.h"

#include <string.h>

#include "reference/unit_test.h"

/* Of 4096 ticks, 1, 4097, 1, 9000, and 9001 and 3 that may share no process. */
static const char text[] =
    "case full\nbuffer b 64\nprofil b 64 0x1000 0x4000\ntick 0x1001 x4096\n"
    "case one\nbuffer b 64\nprofil b 64 0x1000 0x4000\ntick 0x1001\n"
    "case more\nbuffer b 64\nprofil b 64 0x1000 0x4000\ntick 0x1001 x4097\n"
    "case again\nbuffer b 64\nprofil b 64 0x1000 0x4000\ntick 0x1001\n"
    "case most\nbuffer b 64\nprofil b 64 0x1000 0x4000\ntick 0x1001 x9000\n"
    "case two\nbuffer b 64\nprofil b 64 0x1000 0x4000\ntick 0x1001 x9001\n"
    "unmap b\n"
    "case three\nbuffer b 64\nprofil b 64 0x1000 0x4000\ntick 0x1001 x3\n"
    "unmap b\n";
enum { CASES = 7 };

static struct case_list list;
static const struct test_case *cases[CASES];
static const struct observe_options options;
static size_t portions[CASES];

static int set_up(void **state)
{
    struct case_error error;

    (void)state;
    assert_true(case_list_parse(&list, "t", text, strlen(text), &error));
    assert_int_equal(list.count, CASES);
    for (size_t k = 0; k < CASES; k++)
        cases[k] = &list.cases[k];
    task_cut(&options, cases, CASES, portions);
    return 0;
}

static int clean_up(void **state)
{
    (void)state;
    case_list_free(&list);
    return 0;
}

/* What is taken first of two tasks, of which the second has the longest. */
TEST(the_first_of_each_comes_first_then_the_longest)
{
    const struct workers_task tasks[] = {
        {.options = &options, .cases = cases, .portions = portions, .count = 4},
        {.options = &options,
         .cases = cases + 4,
         .portions = portions + 4,
         .count = 3}};
    static const size_t turns[] = {0, 4, 5, 2, 1, 3, 6};
    struct queue queue;

    assert_true(queue_make(&queue, tasks, 2));
    assert_int_equal(queue.count, CASES);
    for (size_t k = 0; k < CASES; k++) {
        assert_int_equal(queue.turns[k] - queue.portions, turns[k]);
        assert_int_equal(queue.portions[k].cases.first, k);
        assert_int_equal(queue.portions[k].task, k >= 4);
    }
    assert_int_equal(queue.tasks[1].first_case, 4);
    assert_int_equal(queue.tasks[2].first_portion, CASES);
    queue_free(&queue);
}

TESTS(set_up, clean_up)
