/* SPDX-License-Identifier: MIT */
#include "planted_test.h"
#include "suite_test.h"

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
    struct planted library;
    struct judge *judge;
    bool leaves;

    behaviour.choice[choice_table[row->choice].rule] = (uint16_t)row->choice;
    library = planted_of(row->dialect, &suite, &behaviour);
    judge = planted_judge(&library, RULES);
    leaves = judge_leaves(judge);
    judge_free(judge);
    planted_free(&library);
    return leaves;
}

TEST(what_is_not_turned_off_is_left_to_the_next_case)
{
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (row_leaves(&rows[k]) != rows[k].leaves)
            fail_msg("%s: %s", dialect_table[rows[k].dialect].name,
                     choice_table[rows[k].choice].name);
}

TESTS(load, unload)
