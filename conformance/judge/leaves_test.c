/* SPDX-License-Identifier: MIT */
#include "conformance/base/memory.h"
#include "conformance/language/suite.h"
#include "judge.h"
#include "kept_test.h"
#include "reference/unit_test.h"

/* Who leaves something to the next case, and who does not, though it is as
 * wrong.  The first conforms. */
static const struct row {
    enum dialect dialect;
    enum choice choice;
    bool leaves;
} rows[] = {
    {DIALECT_FREEBSD, ROUNDING_DOWN, false},
    {DIALECT_FREEBSD, ROUNDING_NEXT_EVEN, false},
    {DIALECT_FREEBSD, RETURN_ON_SUCCESS_OTHER, false},
    {DIALECT_FREEBSD, SETTINGS_FIRST, true},
    {DIALECT_FREEBSD, SCALE_OFF_NEVER, true},
    {DIALECT_AIX, SCALE_OFF_EINVAL, true},
    {DIALECT_AIX, OFF_WHILE_OFF_ENABLES, true},
    {DIALECT_AIX, PRODUCT_SIGNED_32, false},
    {DIALECT_IRIX, SETTINGS_FIRST, true},
    {DIALECT_IRIX, ROUNDING_NEXT_EVEN, false},
    {DIALECT_HPUX, SCALE_OFF_NEVER, true},
    {DIALECT_HPUX, PRODUCT_SIGNED_32, false},
    {DIALECT_GLIBC, SIZE_ZERO_INEFFECTIVE, true},
    {DIALECT_GLIBC, OFF_ADDRESS_CHECKED, true},
    {DIALECT_GLIBC, OFF_WHILE_OFF_ENABLES, true}, /* by sprofil */
    {DIALECT_GLIBC, COUNTER_FULL_CARRY, false},
};

static bool row_leaves(const struct row *row)
{
    struct behaviour behaviour = behaviour_default(row->dialect);
    struct judge *judge = judge_new(row->dialect);
    struct case_list list = {0};
    struct workspace w = {0};
    struct case_error error;
    struct observation *seen;
    bool leaves;

    assert_true(suite_load(&list, row->dialect, false, &error));
    seen = memory_new(list.count, sizeof *seen);
    behaviour.choice[choice_table[row->choice].rule] = (uint16_t)row->choice;
    for (size_t k = 0; k < list.count; k++)
        if (list.cases[k].dialects >> row->dialect & 1) {
            simulate_kept(&w, &list.cases[k], &behaviour, &seen[k]);
            judge_see(judge, &list.cases[k], &seen[k]);
        }
    judge_conclude(judge);
    leaves = judge_leaves(judge);
    judge_free(judge);
    for (size_t k = 0; k < list.count; k++)
        observation_free(&seen[k]);
    free(seen);
    workspace_free(&w);
    case_list_free(&list);
    return leaves;
}

TEST(what_is_not_turned_off_is_left_to_the_next_case)
{
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (row_leaves(&rows[k]) != rows[k].leaves)
            fail_msg("%s: %s", dialect_table[rows[k].dialect].name,
                     choice_table[rows[k].choice].name);
}

TESTS(NULL, NULL)
