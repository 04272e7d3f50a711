/* SPDX-License-Identifier: MIT */
/* The table of systems; where their pcs go is in tests/mapping.txt. */
#include "systems.h"

#include <string.h>

#include "unit_test.h"

TEST(a_row_is_a_name_a_source_and_choices)
{
    for (int s = 0; s < SYSTEMS; s++) {
        unsigned named = 0;

        assert_int_equal(system_by_name(system_table[s].name), s);
        assert_non_null(strchr(system_table[s].source, ':'));
        assert_in_range(system_table[s].calls, 1, 3);
        assert_true(system_table[s].bits == 16 || system_table[s].bits == 32 ||
                    system_table[s].bits == 64);
        for (unsigned r = 0; r < RULES; r++) {
            enum choice choice = system_choice(s, r);

            assert_int_equal(choice_table[choice].rule, r);
            named += system_names(s, r);
        }
        assert_true(named > 0);
    }
    assert_int_equal(system_by_name("plan9"), -1);
}

TEST(a_rule_that_a_row_does_not_name_is_as_in_its_dialect)
{
    assert_true(system_names(SYSTEM_FREEBSD, RULE_PRODUCT));
    assert_int_equal(system_choice(SYSTEM_FREEBSD, RULE_PRODUCT),
                     PRODUCT_NUMBER_MOD_32);
    assert_false(system_names(SYSTEM_FREEBSD, RULE_ROUNDING));
    assert_int_equal(system_choice(SYSTEM_FREEBSD, RULE_ROUNDING),
                     ROUNDING_DOWN); /* permitted */
    assert_int_equal(system_choice(SYSTEM_FREEBSD, RULE_SCALE_OFF),
                     SCALE_OFF_ZERO); /* decided */
    assert_int_equal(system_choice(SYSTEM_FREEBSD, RULE_FORK),
                     FORK_BOTH); /* left open */
    assert_int_equal(system_choice(SYSTEM_FREEBSD, RULE_FAST),
                     FAST_ONE_MS); /* not a rule of the dialect */
    assert_int_equal(system_choice(SYSTEM_FREEBSD, RULE_LIST_ORDER),
                     LIST_ORDER_STRICT);
}

TEST(a_row_may_lack_a_rule)
{
    assert_true(system_lacks(SYSTEM_CLIB4, RULE_FORK));
    assert_false(system_lacks(SYSTEM_CLIB4, RULE_ROUNDING));
    assert_false(system_lacks(SYSTEM_HURD, RULE_FORK));
    assert_false(system_lacks(SYSTEM_PAPI, RULE_FORK));
}

TESTS(NULL, NULL)
