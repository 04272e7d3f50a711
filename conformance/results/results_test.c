/* SPDX-License-Identifier: MIT */
#include "results.h"

#include "reference/unit_test.h"

/* Cases of one cause, and whether the first shows it more plainly. */
struct pair {
    struct result first, second;
    bool plainer;
};

static void check_pair(const struct pair *pair)
{
    struct result cases[] = {pair->first, pair->second};
    struct results run = {.cases = cases, .case_count = 2};

    assert_int_equal(results_is_plainer(&run, 0, 1), pair->plainer);
}

TEST(a_case_that_fails_by_itself_is_plainer_than_a_shorter_contradiction)
{
    static char short_text[] = "tick 1\n", long_text[] = "tick 1 2 3\n";
    static const struct pair pairs[] = {
        {{.verdict = VERDICT_FAIL, .text = short_text},
         {.verdict = VERDICT_FAIL, .text = long_text},
         true},
        {{.verdict = VERDICT_FAIL, .text = short_text},
         {.verdict = VERDICT_FAIL, .text = short_text},
         false},
        {{.verdict = VERDICT_FAIL, .text = long_text},
         {.verdict = VERDICT_INCONSISTENT, .text = short_text},
         true},
        {{.verdict = VERDICT_INCONSISTENT, .text = short_text},
         {.verdict = VERDICT_CRASH, .text = long_text},
         false},
        {{.verdict = VERDICT_INCONSISTENT, .text = short_text},
         {.verdict = VERDICT_INCONSISTENT, .text = long_text},
         true},
        {{.verdict = VERDICT_FAIL}, /* its text was left out */
         {.verdict = VERDICT_FAIL, .text = long_text},
         false},
    };

    for (size_t k = 0; k < sizeof pairs / sizeof pairs[0]; k++)
        check_pair(&pairs[k]);
}

TESTS(NULL, NULL)
