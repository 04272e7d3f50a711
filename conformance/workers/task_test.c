/* SPDX-License-Identifier: MIT */
#include "task.h"

#include <string.h>

#include "reference/unit_test.h"

static const char text[] =
    "case full\nbuffer b 64\nprofil b 64 0x1000 0x4000\ntick 0x1001 x4096\n"
    "case one\nbuffer b 64\nprofil b 64 0x1000 0x4000\ntick 0x1001\n"
    "case more\nbuffer b 64\nprofil b 64 0x1000 0x4000\ntick 0x1001 x4097\n"
    "case again\nbuffer b 64\nprofil b 64 0x1000 0x4000\ntick 0x1001\n"
    "case third\nbuffer b 64\nprofil b 64 0x1000 0x4000\ntick 0x1001\n"
    "case alone\nbuffer b 64\nprofil b 64 0x1000 0x4000\nunmap b\n";
enum { CASES = 6 };

TEST(a_portion_has_so_many_ticks_and_a_clock_lets_none_share)
{
    static const size_t shared[CASES] = {1, 2, 3, 4, 4, 5};
    static const size_t apart[CASES] = {1, 2, 3, 4, 5, 6};
    const struct observe_options sent = {.backend = BACKEND_SIGNAL};
    const struct observe_options clock = {.backend = BACKEND_CLOCK};
    const struct test_case *cases[CASES];
    struct case_list list = {0};
    struct case_error error;
    size_t portions[CASES];

    assert_true(case_list_parse(&list, "t", text, strlen(text), &error));
    for (size_t k = 0; k < CASES; k++)
        cases[k] = &list.cases[k];
    task_cut(&sent, cases, CASES, portions);
    assert_memory_equal(portions, shared, sizeof shared);
    task_cut(&clock, cases, CASES, portions);
    assert_memory_equal(portions, apart, sizeof apart);
    case_list_free(&list);
}

TESTS(NULL, NULL)
