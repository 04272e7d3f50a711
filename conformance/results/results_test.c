/* SPDX-License-Identifier: MIT */
#include "results.h"

#include "reference/unit_test.h"

/* From the plainest on; of two that are alike the first is the example. */
TEST(the_plainest_case_of_a_cause_is_its_example)
{
    static const struct {
        unsigned verdict;
        size_t causes;
        char *text;
    } rows[] = {
        {VERDICT_CRASH, 1, "tick 1 2 3\n"},
        {VERDICT_FAIL, 1, "tick 1\n"},
        {VERDICT_FAIL, 1, "tick 1 2 3\n"},
        {VERDICT_FAIL, 1, NULL}, /* it was left out */
        {VERDICT_INCONSISTENT, 1, "tick 1\n"},
        {VERDICT_CRASH, 2, "tick 1\n"},
        {VERDICT_FAIL, 3, "tick\n"},
        {VERDICT_FAIL, 2, "tick 1\n"},
    };
    enum { ROWS = sizeof rows / sizeof *rows };
    struct result cases[ROWS + 1] = {{0}};
    size_t indices[] = {1, 0, 2};
    struct cause cause = {.cases = indices, .case_count = 3};
    struct results run = {.cases = cases, .case_count = 3};

    for (size_t k = 0; k < ROWS; k++)
        cases[k] = (struct result){.verdict = rows[k].verdict,
                                   .cause_count = rows[k].causes,
                                   .text = rows[k].text};
    for (size_t k = 0; k + 1 < ROWS; k++) {
        assert_true(results_plainer(&cases[k], &cases[k + 1]) < 0);
        assert_true(results_plainer(&cases[k + 1], &cases[k]) > 0);
    }
    assert_int_equal(results_plainer(&cases[0], &cases[0]), 0);
    assert_int_equal(results_example(&run, &cause), 0);
    assert_int_equal(results_cause_verdict(&run, &cause), VERDICT_CRASH);
    cases[0] = cases[1];
    assert_int_equal(results_example(&run, &cause), 1);
}

TESTS(NULL, NULL)
